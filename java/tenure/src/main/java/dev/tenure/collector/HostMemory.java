package dev.tenure.collector;

import dev.tenure.internal.Native;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps objects reachable whose memory tensors use: buffers that were wrapped.
 *
 * <p>Each has a number, its ticket, which the core gives back when no tensor, view or tape uses the
 * memory any more. The core calls nothing: {@link #release} takes what came back. It is called when
 * memory is wrapped, and by the daemon of {@link Backstop}, which runs as long as a ticket is out,
 * since an entry of it keeps the object.
 */
public final class HostMemory {
    private static final int AT_ONCE = 256;
    private static final ConcurrentMap<Long, Backstop.Entry> HELD = new ConcurrentHashMap<>();
    private static final AtomicLong LAST = new AtomicLong(); // 0 before the first

    private HostMemory() {}

    /** An object that is told when no tensor uses its memory any more. */
    public interface Held {
        /** Releases a handle, and does nothing else: it may run on the daemon. */
        void done();
    }

    /** Keeps {@code owner} until the ticket that is returned has come back. */
    public static long hold(Object owner) {
        release();
        if (LAST.get() == 0) {
            LAST.compareAndSet(0, Native.lender()); // other copies of this class have their own tickets
        }
        long ticket = LAST.incrementAndGet();
        HELD.put(ticket, Backstop.watch(owner, 0, owner));
        if (HELD.size() == 1) {
            Backstop.wake(); // it may be waiting for long
        }
        return ticket;
    }

    /** Lets go of the objects whose tickets came back. */
    public static void release() {
        if (HELD.isEmpty()) {
            return;
        }
        long[] tickets = new long[AT_ONCE]; // made first, so that no ticket is lost
        int n;
        do {
            n = Native.returned(LAST.get(), tickets);
            for (int i = 0; i < n; i++) {
                Backstop.Entry entry = HELD.remove(tickets[i]);
                if (entry != null) {
                    Backstop.forget(entry);
                    if (entry.keeps instanceof Held held) {
                        held.done();
                    }
                }
            }
        } while (n == AT_ONCE);
    }

    /** The number of objects that are kept. */
    public static int size() {
        return HELD.size();
    }
}
