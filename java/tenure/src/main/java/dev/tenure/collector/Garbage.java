package dev.tenure.collector;

import java.lang.ref.WeakReference;
import java.util.function.BooleanSupplier;

/** Triggers garbage collections. */
public final class Garbage {
    private static final int PIECE = 32 << 10; // far below the size that collectors treat as large objects
    private static final int PIECES = 64; // allocated between two checks
    private static final int REQUESTS = 5; // a request may be dropped while another thread is in a JNI critical section

    private static volatile boolean refused;
    private static boolean obeyed; // a request has worked once, so later failures are not permanent
    private static boolean works;
    private static long wasted;
    private static Object sink;

    private Garbage() {}

    /** Whether the JVM collects on request. */
    public static boolean isCollectedOnDemand() {
        return !refused;
    }

    /**
     * Triggers a collection and returns when it is over. Returns false if {@code waits} became
     * false before that; returns true also if no collection is possible. Only one thread at a time
     * may call this.
     */
    public static boolean collect(BooleanSupplier waits) {
        WeakReference<Object> probe = new WeakReference<>(new Object());
        for (int i = 0; !refused && i < REQUESTS; i++) {
            System.gc();
            if (probe.refersTo(null)) {
                obeyed = true;
                return true;
            }
            Thread.yield();
        }
        refused = !obeyed;
        return provoke(probe, waits);
    }

    /**
     * With -XX:+DisableExplicitGC the JVM still collects when the young generation is full, so this
     * fills it with garbage. Until that has worked once, it allocates at most half of the heap,
     * because there is a collector that never collects.
     */
    private static boolean provoke(WeakReference<Object> probe, BooleanSupplier waits) {
        long most = Runtime.getRuntime().maxMemory() / 2;
        while (!probe.refersTo(null)) {
            if (!works && wasted > most) {
                return true;
            }
            if (!waits.getAsBoolean()) {
                return false;
            }
            for (int i = 0; i < PIECES; i++) {
                sink = new byte[PIECE];
            }
            wasted += (long) PIECES * PIECE;
        }
        sink = null;
        works = true;
        return true;
    }
}
