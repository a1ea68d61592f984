package dev.tenure.access;

import dev.tenure.ClosedException;
import dev.tenure.reports.Leak;
import jdk.jfr.FlightRecorder;

/**
 * The library's events in JDK Flight Recorder.
 *
 * <p>Invariant: without the module {@code jdk.jfr}, and until the JVM's recorder has been started
 * for the first time, no class of it is initialized and no event exists: each place that may write
 * one reads a boolean first. From then on the recorder keeps the class loader of this library.
 */
public final class Flight {
    private static final boolean IS_THERE = isThere();

    private Flight() {}

    private static boolean isThere() {
        return ModuleLayer.boot()
                .findModule("jdk.jfr")
                .map(recorder -> {
                    Flight.class.getModule().addReads(recorder); // an application without our `requires static`
                    return true;
                })
                .orElse(false);
    }

    /** Whether the JVM's recorder has been started since the JVM began. */
    public static boolean isOn() {
        return IS_THERE && FlightRecorder.isInitialized();
    }

    /** Registers the events. If the recorder has not been started yet, the first event that it might want does. */
    static void start() {
        try {
            FlightEvents.start();
        } catch (LinkageError e) {
            return; // the native library is absent, which the caller's own use says
        }
    }

    /** Called for each new tensor while allocations are sampled. */
    static void allocated(long handle) {
        try {
            FlightEvents.allocated(handle);
        } catch (ClosedException e) {
            return; // closed concurrently, by another thread or with its scope
        }
    }

    /**
     * Called when a scope was opened while {@link #isOn()}. Returns its event, for
     * {@link #scopeEnds}; null if no recording wants it.
     */
    public static Object scopeBegins() {
        return FlightEvents.scopeBegins();
    }

    /** Called when a scope is about to close; {@code handle} is 0 if it was never used. */
    public static void scopeEnds(Object event, long handle, String name) {
        try {
            FlightEvents.scopeEnds((FlightEvents.ScopeEvent) event, handle, name);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return; // closing does not depend on the recorder
        }
    }

    /** Called when a call fails because memory was refused. */
    static void refused(RuntimeException error) {
        if (isOn()) {
            FlightEvents.refused(error.getMessage());
        }
    }

    /** Called on a thread of the library when its backstop has freed handles. */
    static void collected(long handles) {
        if (isOn()) {
            FlightEvents.collected(handles);
        }
    }

    /** Whether leaks are to be passed on. */
    static boolean wantsLeaks() {
        return isOn() && FlightEvents.wantsLeaks();
    }

    static void leaked(Leak leak) {
        FlightEvents.leaked(leak);
    }
}
