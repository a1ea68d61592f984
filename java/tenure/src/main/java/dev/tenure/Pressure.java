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
    // A collection may come between the moment another thread drops something and the moment it makes the next.
    private static final int FRUITLESS = 3;
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final ReentrantLock LADDER = new ReentrantLock(true);
    private static final AtomicLong CLIMBED = new AtomicLong();
    private static final ByteBuffer WORD = Native.pressureWord();

    private Pressure() {}

    /** After something was made that nobody owns: an ordinary load, unless it is time. */
    static void check() {
        if (isHigh()) {
            relieve();
        }
    }

    /**
     * A call follows that cannot be made again, since it consumes something: if it may want memory that only the collector
     * can free, now is the time.
     */
    static void beforeTheOnlyTry() {
        if (unownedMayBeMissed() && (Backstop.drain() == 0 || unownedMayBeMissed())) {
            relieve();
        }
    }

    /** Whether less is left below the limit than what nobody owns. */
    private static boolean unownedMayBeMissed() {
        MemoryStats stats = Tenure.stats();
        return stats.unownedBytes() > stats.limitBytes() - Math.min(stats.limitBytes(), stats.liveBytes());
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
     * {@code refused} is what a call threw, {@code again} is that call. It has changed nothing. It is made again, and once more
     * whenever something was freed meanwhile. Threads that are refused together queue, so that none of them takes what
     * another's collection has freed.
     */
    static long retry(NativeMemoryException refused, LongSupplier again) {
        Patience patience = new Patience();
        Attempt attempt = new Attempt(refused, again);
        try {
            if (Backstop.drain() > 0 && attempt.succeeds()) {
                return attempt.made;
            }
            if (!patience.lock()) {
                return again.getAsLong();
            }
            try {
                int fruitless = 0;
                for (boolean climbed = false; !attempt.succeeds(); climbed = true) {
                    // Once at least: to be refused takes long itself where millions are held, since the error tells by whom.
                    if (climbed && patience.isOver()) {
                        throw explained(attempt.refused);
                    }
                    climb(patience);
                    if (!attempt.isWorthwhile() && (++fruitless == FRUITLESS || Tenure.stats().unownedBytes() == 0)) {
                        throw explained(attempt.refused);
                    }
                    Native.memoryTrim(CPU);
                }
                return attempt.made;
            } finally {
                LADDER.unlock();
            }
        } finally {
            patience.end();
        }
    }

    /** A call that was refused. */
    private static final class Attempt {
        private final LongSupplier again;
        private NativeMemoryException refused;
        private long seen = -1; // the refusal may be older than what was freed last
        private long made;

        Attempt(NativeMemoryException refused, LongSupplier again) {
            this.refused = refused;
            this.again = again;
        }

        /** Whether something was freed since the last time. */
        boolean isWorthwhile() {
            return seen != Backstop.released();
        }

        boolean succeeds() {
            if (!isWorthwhile()) {
                return false;
            }
            seen = Backstop.released();
            try {
                made = again.getAsLong();
                return true;
            } catch (NativeMemoryException e) {
                refused = e;
                return false;
            }
        }
    }

    private static void climb(Patience patience) {
        long began = System.nanoTime();
        Native.memoryRelieving(CPU);
        boolean collected = Garbage.collect(patience);
        Backstop.sweep();
        while (Backstop.isReleasing() && !patience.isOver()) {
            Thread.onSpinWait(); // the backstop's own thread is in the middle of a batch
        }
        if (!collected) {
            return; // what it would have found is not in use: whoever makes more asks again
        }
        Runtime heap = Runtime.getRuntime();
        long used = heap.totalMemory() - heap.freeMemory();
        Threshold.climbed(began, System.nanoTime(), used, LADDER.hasQueuedThreads());
        Native.memoryRelieved(CPU);
        CLIMBED.incrementAndGet();
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
