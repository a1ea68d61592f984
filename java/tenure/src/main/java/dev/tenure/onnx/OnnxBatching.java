package dev.tenure.onnx;

import java.time.Duration;
import java.util.Objects;

/**
 * How an {@link OnnxBatcher} joins requests. Each method returns settings with one thing changed: {@code
 * OnnxBatching.defaults().size(16)}.
 */
public final class OnnxBatching {
    private static final OnnxBatching DEFAULTS = new OnnxBatching(32, Duration.ZERO, 0, 1024, Duration.ZERO);

    private static final long MOST_SECONDS = 1L << 32; // nanoseconds of more do not fit into 64 bits

    private final int size;
    private final Duration delay;
    private final int parallel;
    private final int capacity;
    private final Duration timeout;

    private OnnxBatching(int size, Duration delay, int parallel, int capacity, Duration timeout) {
        this.size = size;
        this.delay = Objects.requireNonNull(delay, "delay");
        this.parallel = parallel;
        this.capacity = capacity;
        this.timeout = Objects.requireNonNull(timeout, "timeout");
    }

    /**
     * Settings of which nothing was changed.
     *
     * @return up to 32 rows a run, as many runs at a time as there are threads, what waits for one of these is joined, and up
     *     to 1,024 requests wait for as long as it takes
     */
    public static OnnxBatching defaults() {
        return DEFAULTS;
    }

    /**
     * The most rows of one run. A request with more is run by itself.
     *
     * @param rows at least 1; the default is 32
     * @return changed settings
     */
    public OnnxBatching size(int rows) {
        return new OnnxBatching(rows, delay, parallel, capacity, timeout);
    }

    /**
     * How long a request waits for others that would fill its run.
     *
     * @param delay the default, zero, joins those that wait already because as many runs are in progress as may be
     * @return changed settings
     */
    public OnnxBatching delay(Duration delay) {
        return new OnnxBatching(size, delay, parallel, capacity, timeout);
    }

    /**
     * How many runs there may be at the same time.
     *
     * @param runs the default, 0, is as many as {@link dev.tenure.Tenure#setThreads} says
     * @return changed settings
     */
    public OnnxBatching parallel(int runs) {
        return new OnnxBatching(size, delay, runs, capacity, timeout);
    }

    /**
     * How many requests may wait at the same time. One more is refused with a {@link dev.tenure.BusyException}.
     *
     * @param requests at least 1; the default is 1,024
     * @return changed settings
     */
    public OnnxBatching capacity(int requests) {
        return new OnnxBatching(size, delay, parallel, requests, timeout);
    }

    /**
     * How long a request may wait until its run begins. One that waits for longer fails with a {@link dev.tenure.BusyException}.
     *
     * @param timeout the default, zero, is as long as it takes
     * @return changed settings
     */
    public OnnxBatching timeout(Duration timeout) {
        return new OnnxBatching(size, delay, parallel, capacity, timeout);
    }

    // As the core takes them, which says what is out of range.

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

    /** Not zero for what is not zero. */
    private static long micros(Duration time) {
        long micros = time.toSeconds() >= MOST_SECONDS ? Long.MAX_VALUE : time.toNanos() / 1000;
        return micros == 0 ? time.compareTo(Duration.ZERO) : micros;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OnnxBatching batching && toString().equals(batching.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return "OnnxBatching(size " + size + ", delay " + delay + ", parallel " + parallel + ", capacity " + capacity
                + ", timeout " + timeout + ")";
    }
}
