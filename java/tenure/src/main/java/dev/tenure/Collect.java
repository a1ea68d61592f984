package dev.tenure;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** Asks the garbage collector to find what nobody uses, and waits until the backstop has heard of it. */
final class Collect {
    private static final long FIRST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int QUIET = 2; // times that nothing more came
    private static final int PIECE = 32 << 10; // far below what collectors put aside as large
    private static final int PIECES = 64; // between two looks

    private static volatile boolean refused;
    private static long wasted;
    private static Object sink;

    private Collect() {}

    /** Whether the JVM collects when it is asked to. */
    static boolean isPossible() {
        return !refused;
    }

    /** One thread at a time. */
    static void run(Pressure.Patience patience) {
        Backstop.Signal signal = Backstop.signal();
        if (!collect(patience)) {
            Backstop.drain();
            return;
        }
        long pause = FIRST_PAUSE_NS;
        int quiet = 0;
        while (quiet < QUIET && !patience.isOver()) {
            boolean found = Backstop.drain() > 0;
            quiet = found || !signal.hasCome() ? 0 : quiet + 1;
            if (!found) {
                patience.sleep(pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE_NS);
            }
        }
    }

    /** Whether a collection has taken place. */
    private static boolean collect(Pressure.Patience patience) {
        WeakReference<Object> probe = new WeakReference<>(new Object());
        if (!refused) {
            System.gc();
            refused = !probe.refersTo(null);
        }
        return !refused || provoke(probe, patience);
    }

    /**
     * With -XX:+DisableExplicitGC the young generation is collected when it is full: garbage fills it. A quarter of the heap
     * at most is tried, once, since there is a collector that never collects.
     */
    private static boolean provoke(WeakReference<Object> probe, Pressure.Patience patience) {
        long enough = Runtime.getRuntime().maxMemory() / 4;
        while (!probe.refersTo(null)) {
            if (wasted > enough || patience.isOver()) {
                return false;
            }
            for (int i = 0; i < PIECES; i++) {
                sink = new byte[PIECE];
            }
            wasted += (long) PIECES * PIECE;
        }
        sink = null;
        wasted = 0;
        return true;
    }
}
