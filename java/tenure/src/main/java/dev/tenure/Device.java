package dev.tenure;

import org.jspecify.annotations.Nullable;

/** The device that holds a tensor's memory. */
public final class Device {
    /** The CPU's memory. */
    public static final Device CPU = new Device(0);

    private static final int CUDA = 1;

    private final int code;

    private Device(int code) {
        this.code = code;
    }

    /**
     * Names a CUDA device. It is checked when it is first used, not here.
     *
     * @param index the index of the device, from 0
     * @return the device
     * @throws InvalidArgumentException if the index is not within 0 to 65535
     */
    public static Device cuda(int index) {
        if (index < 0 || index > 0xFFFF) {
            throw new InvalidArgumentException("CUDA device " + index + " is not within 0 to 65535");
        }
        return new Device(CUDA << 16 | index);
    }

    static Device of(int code) {
        return code == 0 ? CPU : new Device(code);
    }

    /**
     * Returns the number of this device in the native interface: the kind in the upper half, the
     * index in the lower.
     *
     * @return the code
     */
    public int code() {
        return code;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Device device && device.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }

    /** Returns {@code cpu} or, for example, {@code cuda:0}. */
    @Override
    public String toString() {
        return code == 0 ? "cpu" : "cuda:" + (code & 0xFFFF);
    }
}
