package dev.tenure;

/**
 * What happened on the processor's memory since a {@link Counter} was started, on all threads.
 *
 * @param tensors live tensors now, less those at the start; below 0 when more were closed than made
 * @param bytes live bytes now, less those at the start
 * @param peakTensors the most that {@code tensors} was in between, at least 0
 * @param peakBytes the most that {@code bytes} was in between, at least 0
 * @param allocations blocks handed out
 * @param reuses blocks among them that had been used before
 * @param systemAllocations times that memory was taken from the system
 * @param retries times that a refused request was tried again after giving memory back
 * @param outOfMemory requests that were refused
 * @param backstopFreed handles that were freed since the garbage collector found them
 */
public record CounterStats(
        long tensors,
        long bytes,
        long peakTensors,
        long peakBytes,
        long allocations,
        long reuses,
        long systemAllocations,
        long retries,
        long outOfMemory,
        long backstopFreed) {}
