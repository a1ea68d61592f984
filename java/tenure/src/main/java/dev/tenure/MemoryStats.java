package dev.tenure;

/**
 * What is alive on a device at this moment, and what happened since the process began. Handles are counted over all
 * devices.
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
        long outOfMemory) {}
