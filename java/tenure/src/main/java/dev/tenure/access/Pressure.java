package dev.tenure.access;

import dev.tenure.NativeMemoryException;
import dev.tenure.collector.Backstop;
import dev.tenure.collector.Garbage;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The garbage collector does not see native bytes: what nobody closes may fill the machine before it runs. So when the
 * core refuses memory, or more is unowned than its threshold allows, it is asked to, and what it found is freed.
 *
 * <p>The core says when, and in which order threads that need it come; this does what it is told, until the core says
 * that a call is to be made again, or that there is nothing more to do. A program that uses scopes comes here only when
 * it really has no memory left.
 */
public final class Pressure {
    // What the core says to do next; 0 is nothing, and more is to wait, so many nanoseconds at most.
    private static final long AGAIN = 1;
    private static final long COLLECT = 3;
    private static final Map<Long, Thread> THREADS = new ConcurrentHashMap<>(); // by their tickets
    private static final ByteBuffer WORD = Native.pressureWord();

    private Pressure() {}

    /** After something was made that nobody owns: an ordinary load, unless it is time. */
    public static void check() {
        if (WORD.getInt(0) != 0) {
            relieve(Native.pressureHigh(NativeLoader.COLLECTOR, Thread.currentThread().getId()));
        }
    }

    /**
     * A call follows that cannot be made again, since it consumes something: if it may want memory that only the collector
     * can free, now is the time.
     */
    public static void beforeTheOnlyTry() {
        relieve(Native.pressureOnlyTry(NativeLoader.COLLECTOR, Thread.currentThread().getId()));
    }

    private static void relieve(long ticket) {
        if (ticket != 0) {
            try {
                Backstop.drain(); // what the collector has found by itself may be enough
                isMadeAgain(ticket);
            } finally {
                leave(ticket);
            }
        }
    }

    /**
     * {@code refused} is what a call threw, {@code again} is that call. It has changed nothing. It is made again, and once more
     * whenever something was freed meanwhile.
     */
    public static long retry(NativeMemoryException refused, LongSupplier again) {
        NativeMemoryException last = refused;
        long ticket = Native.pressureRefused(NativeLoader.COLLECTOR, Thread.currentThread().getId());
        try {
            Backstop.drain();
            while (isMadeAgain(ticket)) {
                try {
                    return again.getAsLong();
                } catch (NativeMemoryException e) {
                    last = e;
                }
            }
            throw explained(last);
        } finally {
            leave(ticket);
        }
    }

    /**
     * Does what the core says, until the call is to be made again, or not. No lock is held while a thread waits, so that a
     * virtual one does not keep its carrier.
     */
    private static boolean isMadeAgain(long ticket) {
        THREADS.put(ticket, Thread.currentThread()); // before it asks: when its turn comes, it is woken
        long step = Native.pressureNext(ticket);
        while (step > AGAIN) {
            if (step > COLLECT) {
                park(step);
            } else {
                collect(ticket);
            }
            step = Native.pressureNext(ticket);
        }
        return step == AGAIN;
    }

    /** An interrupt is there again when it has waited; before, it would not. */
    private static void park(long nanos) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(THREADS, nanos);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void leave(long ticket) {
        long next = Native.pressureLeave(ticket);
        THREADS.remove(ticket);
        LockSupport.unpark(THREADS.get(next)); // null is nobody
    }

    private static void collect(long ticket) {
        boolean found = Garbage.collect(() -> Native.pressureWaits(ticket));
        Runtime heap = Runtime.getRuntime();
        Native.pressureOver(ticket, found, heap.totalMemory() - heap.freeMemory());
        Backstop.sweep();
        while (Backstop.isReleasing() && Native.pressureWaits(ticket)) {
            Thread.yield(); // the backstop's own thread is in the middle of a batch
        }
    }

    private static NativeMemoryException explained(NativeMemoryException refused) {
        if (Garbage.isCollectedOnDemand()) {
            return refused;
        }
        NativeMemoryException explained = Nouns.get().refusal(
                refused.status(),
                refused.getMessage() + "; the JVM refuses to collect garbage when asked to (-XX:+DisableExplicitGC), so "
                        + "that native memory which nobody uses any more is freed late");
        explained.setStackTrace(refused.getStackTrace());
        return explained;
    }
}
