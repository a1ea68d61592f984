package dev.tenure.access;

import dev.tenure.NativeMemoryException;
import dev.tenure.collector.Backstop;
import dev.tenure.collector.Garbage;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Triggers garbage collections under memory pressure. The collector does not see native memory, so
 * unreachable resources may fill the machine before it runs. If the core refuses memory, or more is
 * unowned than the threshold allows, a collection is triggered, and the resources that it found are
 * freed.
 *
 * <p>The core decides when, and in which order waiting threads proceed. This class does what the
 * core returns, until it returns that the call is to be repeated or that nothing is left to do. A
 * program that uses scopes gets here only when memory is really exhausted.
 */
public final class Pressure {
    // The next steps that the core returns. 0 means done; a larger number is the maximum time to
    // wait in nanoseconds.
    private static final long AGAIN = 1;
    private static final long COLLECT = 3;
    private static final Map<Long, Thread> THREADS = new ConcurrentHashMap<>(); // by ticket
    private static final ByteBuffer WORD = Native.pressureWord();

    private Pressure() {}

    /**
     * Called after an unowned resource was made. Unless a collection is due, it only reads a word.
     */
    public static void check() {
        if (WORD.getInt(0) != 0) {
            relieve(Native.pressureHigh(NativeLoader.COLLECTOR, Thread.currentThread().getId()));
        }
    }

    /**
     * Called before a call that cannot be repeated because it consumes something. If that may need
     * memory that only the collector can free, a collection runs first.
     */
    public static void beforeTheOnlyTry() {
        relieve(Native.pressureOnlyTry(NativeLoader.COLLECTOR, Thread.currentThread().getId()));
    }

    private static void relieve(long ticket) {
        if (ticket != 0) {
            try {
                Backstop.drain(); // freeing what the collector has found already may be enough
                isMadeAgain(ticket);
            } finally {
                leave(ticket);
            }
        }
    }

    /**
     * Repeats {@code again}, the call that has thrown {@code refused} and has changed nothing. It
     * is repeated at once, and then each time that memory was freed meanwhile.
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
            Flight.refused(last);
            throw explained(last);
        } finally {
            leave(ticket);
            Log.check();
        }
    }

    /**
     * Does what the core returns until the call is to be repeated (true) or given up (false). No
     * lock is held while a thread waits, so that a virtual thread releases its carrier.
     */
    private static boolean isMadeAgain(long ticket) {
        THREADS.put(ticket, Thread.currentThread()); // before asking the core, so that it can be woken
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

    /**
     * Waits. An interrupted thread would not wait, so the interrupt is cleared first and restored
     * afterwards.
     */
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
        LockSupport.unpark(THREADS.get(next)); // no effect for null
    }

    private static void collect(long ticket) {
        boolean found = Garbage.collect(() -> Native.pressureWaits(ticket));
        Runtime heap = Runtime.getRuntime();
        Native.pressureOver(ticket, found, heap.totalMemory() - heap.freeMemory());
        Backstop.sweep();
        while (Backstop.isReleasing() && Native.pressureWaits(ticket)) {
            Thread.yield(); // another thread is in the middle of a batch
        }
    }

    private static NativeMemoryException explained(NativeMemoryException refused) {
        if (Garbage.isCollectedOnDemand()) {
            return refused;
        }
        NativeMemoryException explained = Nouns.get().refusal(
                refused.status(),
                refused.getMessage() + "; the JVM refuses to collect garbage when asked to (-XX:+DisableExplicitGC), so "
                        + "native memory of unreachable resources is freed late");
        explained.setStackTrace(refused.getStackTrace());
        return explained;
    }
}
