package dev.tenure;

/**
 * What is alive on a device at this moment, and what happened since the process began. Handles are counted over all
 * devices. A scope counts from its first use on: one that nothing was ever made in is not there.
 *
 * @param liveHandles handles of every kind
 * @param liveTensors tensors among them; each alias and view is one
 * @param liveScopes scopes among them
 * @param liveBytes bytes of live storages, each counted once, as asked for
 * @param peakBytes the most that {@code liveBytes} ever was
 * @param reservedBytes bytes taken from the system: in use, or kept for the next tensor
 * @param peakReservedBytes the most that {@code reservedBytes} ever was
 * @param limitBytes what may not be passed
 * @param allocations blocks handed out
 * @param reuses blocks among them that had been used before
 * @param systemAllocations times that memory was taken from the system
 * @param retries times that a refused request was tried again after giving memory back
 * @param outOfMemory requests that were refused
 * @param peakTensors the most that {@code liveTensors} ever was; where several threads make and close tensors, within
 *     about 500 for each of them
 * @param unownedBytes bytes of live storages that are kept alive by something that no scope owns, and that the
 *     garbage collector frees if nobody closes it
 * @param backstopFreed handles that nobody closed, and that were freed since the garbage collector found them
 * @param collections times that the garbage collector was asked to find some
 */
public record MemoryStats(
        long liveHandles,
        long liveTensors,
        long liveScopes,
        long liveBytes,
        long peakBytes,
        long reservedBytes,
        long peakReservedBytes,
        long limitBytes,
        long allocations,
        long reuses,
        long systemAllocations,
        long retries,
        long outOfMemory,
        long peakTensors,
        long unownedBytes,
        long backstopFreed,
        long collections) {
    private static final int NUMBERS = 17;

    static MemoryStats of(Device device) {
        long[] s = new long[NUMBERS];
        Native.memoryStats(device.code(), s);
        return new MemoryStats(
                s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14], s[15],
                s[16]);
    }
}
