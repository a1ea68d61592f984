package dev.tenure.models;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of an {@link Batcher}. Each method returns a copy with one setting changed:
 * {@code Batching.defaults().size(16)}.
 */
public final class Batching {
    private static final Batching DEFAULTS = new Batching(32, Duration.ZERO, 0, 1024, Duration.ZERO);

    private static final long MOST_SECONDS = 1L << 32; // more do not fit into 64 bits as nanoseconds

    private final int size;
    private final Duration delay;
    private final int parallel;
    private final int capacity;
    private final Duration timeout;

    private Batching(int size, Duration delay, int parallel, int capacity, Duration timeout) {
        this.size = size;
        this.delay = Objects.requireNonNull(delay, "delay");
        this.parallel = parallel;
        this.capacity = capacity;
        this.timeout = Objects.requireNonNull(timeout, "timeout");
    }

    /**
     * Returns the default settings.
     *
     * @return up to 32 rows per run; as many concurrent runs as threads; requests are joined while
     *     they wait for a run; up to 1,024 requests wait, without a timeout
     */
    public static Batching defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the maximum number of rows of one run. A request with more rows runs by itself.
     *
     * @param rows at least 1; the default is 32
     * @return changed settings
     */
    public Batching size(int rows) {
        return new Batching(rows, delay, parallel, capacity, timeout);
    }

    /**
     * Sets how long a request waits for others to fill its run.
     *
     * @param delay the default, zero, only joins requests that wait because the maximum number of
     *     runs is in progress
     * @return changed settings
     */
    public Batching delay(Duration delay) {
        return new Batching(size, delay, parallel, capacity, timeout);
    }

    /**
     * Sets how many runs may be in progress at the same time.
     *
     * @param runs the default, 0, means the number of {@link dev.tenure.Tenure#setThreads}
     * @return changed settings
     */
    public Batching parallel(int runs) {
        return new Batching(size, delay, runs, capacity, timeout);
    }

    /**
     * Sets how many requests may wait at the same time. A further one throws a
     * {@link dev.tenure.BusyException}.
     *
     * @param requests at least 1; the default is 1,024
     * @return changed settings
     */
    public Batching capacity(int requests) {
        return new Batching(size, delay, parallel, requests, timeout);
    }

    /**
     * Sets how long a request may wait until its run begins. After that it throws a
     * {@link dev.tenure.BusyException}.
     *
     * @param timeout the default, zero, means no timeout
     * @return changed settings
     */
    public Batching timeout(Duration timeout) {
        return new Batching(size, delay, parallel, capacity, timeout);
    }

    // The values that the core takes; it checks their range.

    long size() {
        return size;
    }

    long delayMicros() {
        return micros(delay);
    }

    long parallel() {
        return parallel;
    }

    long capacity() {
        return capacity;
    }

    long timeoutMicros() {
        return micros(timeout);
    }

    /** Rounded, but never to zero. */
    private static long micros(Duration time) {
        long micros = time.toSeconds() >= MOST_SECONDS ? Long.MAX_VALUE : time.toNanos() / 1000;
        return micros == 0 ? time.compareTo(Duration.ZERO) : micros;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Batching batching && toString().equals(batching.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return "Batching(size " + size + ", delay " + delay + ", parallel " + parallel + ", capacity " + capacity
                + ", timeout " + timeout + ")";
    }
}
