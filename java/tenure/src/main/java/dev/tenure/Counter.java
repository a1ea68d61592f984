package dev.tenure;

import dev.tenure.internal.Native;
import dev.tenure.reports.CounterStats;

/**
 * Counts what a block of code does to native memory.
 *
 * <pre>{@code
 * try (Counter c = Tenure.measure()) {
 *     step();
 *     System.out.println(c.stats().peakBytes() + " bytes at most, " + c.stats().bytes() + " left behind");
 * }
 * }</pre>
 *
 * <p>Counters may be nested and overlap; none disturbs another. They count all threads.
 */
public final class Counter extends NativeResource {
    /** Of a handle; 0 for one that the core is about to make. */
    Counter(long handle) {
        super(handle, null);
    }

    static Counter start(Scope owner) {
        return owned(new Counter(0), owner, () -> Call.handle(owner, Native::counterStart));
    }

    /**
     * What happened since the start.
     *
     * @return a picture of this moment
     * @throws ClosedException if this is closed
     */
    public CounterStats stats() {
        return Records.counterStats(Use.value(Native.counterRead(handle), this), 0);
    }

    @Override
    public Counter name(String name) {
        super.name(name);
        return this;
    }

    @Override
    public Counter moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Counter moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    public Counter detachFromScope() {
        super.detachFromScope();
        return this;
    }

    @Override
    void dispose() {
        Native.counterDispose(handle);
    }
}
