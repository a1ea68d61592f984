package dev.tenure;

/** The library as a whole: its version, its random numbers, its memory. */
public final class Tenure {
    private static final int MEMORY_STATS = 17;

    private Tenure() {}

    /**
     * The version of the native library.
     *
     * @return such as {@code 0.1.0}
     */
    public static String version() {
        return Native.version();
    }

    /**
     * Starts the stream of {@link Tensor#rand(long...)} and {@link Tensor#randn(long...)} anew. The same seed gives the
     * same numbers on every machine and in every language.
     *
     * @param seed any number; 0 is what a process begins with
     */
    public static void seed(long seed) {
        Native.seed(seed);
    }

    /**
     * What is alive, and how much memory it takes, on the processor.
     *
     * @return a picture of this moment
     */
    public static MemoryStats stats() {
        return stats(Device.CPU);
    }

    /**
     * What is alive, and how much memory it takes.
     *
     * @param device where
     * @return a picture of this moment
     * @throws TensorException if the device is not there
     */
    public static MemoryStats stats(Device device) {
        long[] s = new long[MEMORY_STATS];
        Native.memoryStats(device.code(), s);
        return new MemoryStats(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12]);
    }

    /**
     * Sets how many bytes may be taken from the system. A request beyond it is a {@link NativeMemoryException}.
     *
     * @param device where
     * @param bytes the limit; 0 is the default again: what the machine or the container has
     */
    public static void setMemoryLimit(Device device, long bytes) {
        Native.memorySetLimit(device.code(), bytes);
    }

    /**
     * Gives memory that no tensor uses back to the system. What is alive stays.
     *
     * @param device where
     */
    public static void trim(Device device) {
        Native.memoryTrim(device.code());
    }

    /**
     * Lets {@link MemoryStats#peakBytes()} begin again at what is alive now.
     *
     * @param device where
     */
    public static void resetPeak(Device device) {
        Native.memoryResetPeak(device.code());
    }
}
