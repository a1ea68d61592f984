package dev.tenure.collector;

import dev.tenure.internal.Native;
import java.util.function.Consumer;

/** Lets a test stand between the backstop and what it calls; {@link #close()} puts the calls back. */
public final class BackstopFaults implements AutoCloseable {
    private BackstopFaults() {}

    /** Frees a batch of handles in place of the core. */
    public interface Releasing {
        long release(long[] handles, int n);
    }

    public static BackstopFaults releasing(Releasing release) {
        Backstop.release = release::release;
        return new BackstopFaults();
    }

    public static BackstopFaults starting(Consumer<Thread> starter) {
        Backstop.starter = starter;
        return new BackstopFaults();
    }

    @Override
    public void close() {
        Backstop.release = Native::collect;
        Backstop.starter = Thread::start;
    }
}
