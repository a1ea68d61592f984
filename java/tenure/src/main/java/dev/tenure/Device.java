package dev.tenure;

import dev.tenure.access.Records;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.reports.DeviceProperties;
import org.jspecify.annotations.Nullable;

/** The device that holds a tensor's memory. */
public final class Device {
    /** The CPU's memory. */
    public static final Device CPU = new Device(0);

    /** The default device of the scope that owns a new tensor. */
    static final Device OF_SCOPE = new Device(-1);

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

    /**
     * Returns the number of CUDA devices that the driver sees. The driver is looked for at the
     * first call.
     *
     * @return the number; 0 without a driver
     */
    public static int cudaCount() {
        NativeLoader.require();
        int count = (int) Native.deviceCudaCount();
        Log.check();
        return count;
    }

    /**
     * Returns whether this device can be used. The driver is looked for at this call.
     *
     * @return whether it can
     */
    public boolean isAvailable() {
        return whyUnavailable().isEmpty();
    }

    /**
     * Returns why this device cannot be used.
     *
     * @return the reason in words; empty if it can be used
     */
    public String whyUnavailable() {
        NativeLoader.require();
        String reason = Native.deviceReason(code);
        Log.check();
        return reason;
    }

    /**
     * Returns the product's name of a CUDA device; {@code cpu} for the processor.
     *
     * @return the name
     * @throws TensorException if the device is not available; the message says why
     */
    public String name() {
        NativeLoader.require();
        return Native.deviceName(code);
    }

    /**
     * Returns the memory and the compute capability of a CUDA device at this moment.
     *
     * @return the properties
     * @throws TensorException if the device is not available; the message says why
     * @throws InvalidArgumentException if this is the processor, which has neither
     */
    public DeviceProperties properties() {
        NativeLoader.require();
        return Records.deviceProperties(Native.deviceProperties(code), 0);
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
