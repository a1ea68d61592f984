package dev.tenure;

import dev.tenure.internal.Deadline;
import dev.tenure.internal.Garbage;
import dev.tenure.internal.Line;
import dev.tenure.internal.Native;
import dev.tenure.internal.Threshold;
import dev.tenure.reports.MemoryStats;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The garbage collector does not see native bytes: what nobody closes may fill the machine before it runs. So when the
 * core refuses memory, or more is unowned than its threshold allows, it is asked to, and what it found is freed.
 *
 * <p>One thread at a time escalates, in the order of a {@link Line}. A call is refused for
 * good only when a collection that began after its first refusal is over, what that found has been
 * freed, and the call is refused again: at once if nothing was freed, and else when that has
 * happened so often that what is freed cannot be enough. Waiting for others is never a reason, as
 * long as they come on. A program that uses scopes escalates only when it really has no memory left.
 */
final class Pressure {
    private static final int CPU = Device.CPU.code();
    // A collection may come between the moment another thread drops something and the moment it makes the next.
    private static final int FRUITLESS = 3;
    // So often may threads that were not refused yet take what was freed.
    private static final int FUTILE = 16;
    private static final long LONGEST_NS = Deadline.LONGEST_NS;
    private static final Line LINE = new Line(LONGEST_NS);
    private static final AtomicLong ESCALATED = new AtomicLong();
    private static final ByteBuffer WORD = Native.pressureWord();

    // Only whoever has the turn writes these.
    private static volatile long begun; // escalations
    private static long refusedIn; // the last escalation of whoever was refused last since nothing was freed
    private static long refusedWith; // what had been freed by then
    private static long refusedAfter; // so many blocks had been handed out by then: what is made later may be garbage

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
        long seen = ESCALATED.get();
        if (!LINE.enter(LONGEST_NS)) {
            return; // this is no refusal: what is made next asks again
        }
        try {
            // What the collector has found by itself may be enough.
            if (seen == ESCALATED.get() && (Backstop.drain() == 0 || isHigh())) {
                escalate(new Deadline());
            }
        } finally {
            LINE.leave();
        }
    }

    /**
     * {@code refused} is what a call threw, {@code again} is that call. It has changed nothing. It is made again, and once more
     * whenever something was freed meanwhile. Threads that are refused together queue, so that none of them takes what
     * another's collection has freed.
     */
    static long retry(NativeMemoryException refused, LongSupplier again) {
        Attempt attempt = new Attempt(refused, again);
        long began = begun;
        if (!LINE.isWaitedIn() && Backstop.drain() > 0 && attempt.succeeds()) {
            return attempt.made;
        }
        if (!LINE.enter(Long.MAX_VALUE)) {
            return again.getAsLong(); // whoever has the turn does not come on
        }
        try {
            return inTurn(attempt, began);
        } finally {
            LINE.leave();
        }
    }

    /** {@code began}: so many escalations had begun when the call was refused. */
    private static long inTurn(Attempt attempt, long began) {
        if (attempt.succeeds()) {
            return attempt.made;
        }
        if (refusedIn > began
                && refusedWith == Backstop.released()
                && refusedAfter == Tenure.stats().allocations()) {
            throw explained(attempt.refused); // another one's escalations have shown it
        }
        Deadline deadline = new Deadline();
        int fruitless = 0;
        for (int escalations = 1; ; escalations++) {
            escalate(deadline);
            boolean inVain = !attempt.isWorthwhile();
            if (!inVain && attempt.succeeds()) {
                return attempt.made;
            }
            fruitless = inVain ? fruitless + 1 : 0;
            if (fruitless == FRUITLESS || inVain && Tenure.stats().unownedBytes() == 0) {
                refusedIn = begun;
                refusedWith = Backstop.released();
                refusedAfter = Tenure.stats().allocations();
                throw explained(attempt.refused);
            }
            if (escalations >= FUTILE && deadline.isOver()) {
                throw explained(attempt.refused); // it asked for too much: that says nothing of the others
            }
            Native.memoryTrim(CPU);
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

    private static void escalate(Deadline deadline) {
        begun++;
        LINE.works(true);
        try {
            escalateNow(deadline);
        } finally {
            LINE.works(false);
        }
    }

    private static void escalateNow(Deadline deadline) {
        long began = System.nanoTime();
        Native.memoryRelieving(CPU);
        boolean collected = Garbage.collect(deadline);
        Backstop.sweep();
        Deadline batch = new Deadline();
        while (Backstop.isReleasing() && !batch.isOver()) {
            Thread.yield(); // the backstop's own thread is in the middle of a batch
        }
        if (!collected) {
            return; // what it would have found is not in use: whoever makes more asks again
        }
        Runtime heap = Runtime.getRuntime();
        long used = heap.totalMemory() - heap.freeMemory();
        Threshold.escalated(began, System.nanoTime(), used, LINE.isWaitedIn());
        Native.memoryRelieved(CPU);
        ESCALATED.incrementAndGet();
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
}
