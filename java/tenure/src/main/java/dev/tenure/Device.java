package dev.tenure;

import org.jspecify.annotations.Nullable;

/** Where a tensor's memory is. */
public final class Device {
    /** The processor's own memory. */
    public static final Device CPU = new Device(0);

    private static final int CUDA = 1;

    private final int code;

    private Device(int code) {
        this.code = code;
    }

    /**
     * A CUDA device. Whether it is there shows when it is used.
     *
     * @param index which one, from 0
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
     * The number that crosses the boundary: the kind in the upper half, the index in the lower.
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

    /** {@code cpu} or {@code cuda:0}. */
    @Override
    public String toString() {
        return code == 0 ? "cpu" : "cuda:" + (code & 0xFFFF);
    }
}
