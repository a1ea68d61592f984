package dev.tenure;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The garbage collector does not see native bytes: what nobody closes may fill the machine before it runs. So when the
 * core refuses memory, or more is unowned than its threshold allows, it is asked to, and what it found is freed.
 *
 * <p>One thread climbs this ladder, for half a second at most, and the others wait for it. A program that uses scopes
 * does so only when it really has no memory left.
 */
final class Pressure {
    private static final int CPU = Device.CPU.code();
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final ReentrantLock LADDER = new ReentrantLock();
    private static final AtomicLong CLIMBED = new AtomicLong();
    private static final ByteBuffer WORD = Native.pressureWord();

    private Pressure() {}

    /** After something was made that nobody owns: an ordinary load, unless it is time. */
    static void check() {
        if (isHigh()) {
            relieve();
        }
    }

    private static boolean isHigh() {
        return WORD.getInt(0) != 0;
    }

    private static void relieve() {
        Patience patience = new Patience();
        long seen = CLIMBED.get();
        if (patience.lock()) {
            try {
                // What the collector has found by itself may be enough.
                if (seen == CLIMBED.get() && (Backstop.drain() == 0 || isHigh())) {
                    climb(patience);
                }
            } finally {
                LADDER.unlock();
            }
        }
        patience.end();
    }

    /**
     * {@code refused} is what a call threw, {@code again} is that call. It has changed nothing. It is made again when
     * something was freed meanwhile.
     */
    static long retry(NativeMemoryException refused, LongSupplier again) {
        Patience patience = new Patience();
        try {
            NativeMemoryException last = refused;
            long seen = CLIMBED.get();
            boolean freed = Backstop.drain() > 0;
            boolean more = true;
            while (true) {
                if (freed) {
                    try {
                        return again.getAsLong();
                    } catch (NativeMemoryException e) {
                        last = e;
                    }
                }
                if (!more || !patience.lock()) {
                    throw explained(last);
                }
                try {
                    // If another thread has climbed while this one waited, that may have been enough.
                    more = seen != CLIMBED.get();
                    freed = more || climb(patience);
                    seen = CLIMBED.get();
                } finally {
                    LADDER.unlock();
                }
                if (freed && !more) {
                    Native.memoryTrim(CPU);
                }
            }
        } finally {
            patience.end();
        }
    }

    /** Whether something was freed. */
    private static boolean climb(Patience patience) {
        long began = System.nanoTime();
        Native.memoryRelieving(CPU);
        boolean freed = Backstop.isReleasing();
        Garbage.collect(patience);
        freed |= Backstop.isReleasing();
        freed |= Backstop.sweep() > 0;
        while (Backstop.isReleasing() && !patience.isOver()) {
            Thread.onSpinWait(); // the backstop's own thread is in the middle of a batch
        }
        Threshold.climbed(began, System.nanoTime());
        Native.memoryRelieved(CPU);
        CLIMBED.incrementAndGet();
        return freed;
    }

    private static NativeMemoryException explained(NativeMemoryException refused) {
        if (Garbage.isCollectedOnDemand()) {
            return refused;
        }
        NativeMemoryException explained = new NativeMemoryException(
                refused.status().code(),
                refused.getMessage() + "; the JVM refuses to collect garbage when asked to (-XX:+DisableExplicitGC), so "
                        + "that native memory which nobody uses any more is freed late");
        explained.setStackTrace(refused.getStackTrace());
        return explained;
    }

    /** Half a second, in which this thread is not interrupted; an interrupt is there again at the end. */
    static final class Patience {
        private final long end = System.nanoTime() + LONGEST_NS;
        private boolean interrupted;

        boolean isOver() {
            return end - System.nanoTime() <= 0;
        }

        private boolean lock() {
            while (true) {
                try {
                    return LADDER.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }

        private void end() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
