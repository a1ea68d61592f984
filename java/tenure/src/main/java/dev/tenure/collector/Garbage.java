package dev.tenure.collector;

import java.lang.ref.WeakReference;
import java.util.function.BooleanSupplier;

/** Asks the garbage collector to find what nobody uses. */
public final class Garbage {
    private static final int PIECE = 32 << 10; // far below what collectors put aside as large
    private static final int PIECES = 64; // between two looks
    private static final int REQUESTS = 5; // one is dropped while another thread is in a JNI critical section

    private static volatile boolean refused;
    private static boolean obeyed; // at least once: then it is not refused for good
    private static boolean works;
    private static long wasted;
    private static Object sink;

    private Garbage() {}

    /** Whether the JVM collects when it is asked to. */
    public static boolean isCollectedOnDemand() {
        return !refused;
    }

    /**
     * Returns when a collection is over, or cannot be had: false when it only was not had while {@code waits} said to wait on.
     * One thread at a time.
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
     * With -XX:+DisableExplicitGC the young generation is collected when it is full: garbage fills it. As long as that has
     * never worked half of the heap is tried at most, since there is a collector that never collects.
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
