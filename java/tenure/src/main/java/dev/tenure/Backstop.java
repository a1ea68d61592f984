package dev.tenure;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * Frees what nobody closed: handles whose Java object the garbage collector has found unreachable.
 *
 * <p>Registered are tensors that no scope owns, every scope, and buffers over a tensor's memory; members of a scope are
 * not, since the scope frees them. An entry is on one of a few linked lists until its handle is closed; then it is
 * unlinked and dropped, which costs a quarter of clearing it. An entry that is dropped too late releases a handle
 * that is
 * stale by then, and the core skips it: so no order of closing and collecting can free anything twice.
 *
 * <p>The daemon thread releases in batches, runs no code of the user, and goes on after an error.
 */
final class Backstop {
    private static final int LISTS = 16; // so that threads that create at the same time rarely meet
    private static final int BATCH = 256;
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Entry[] HEADS = new Entry[LISTS];

    static {
        for (int i = 0; i < LISTS; i++) {
            HEADS[i] = new Entry(i);
        }
        Thread thread = new Thread(null, Backstop::run, "tenure-backstop", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private Backstop() {}

    /** An object that is watched, and the handle that goes when it does. */
    static final class Entry extends PhantomReference<Object> {
        private final long handle;
        private final int list;
        private Entry previous = this; // itself: on no list
        private Entry next = this;

        private Entry(int list) { // a head
            super(null, null);
            this.handle = 0;
            this.list = list;
        }

        private Entry(Object watched, long handle, int list) {
            super(watched, QUEUE);
            this.handle = handle;
            this.list = list;
        }
    }

    /** Watches {@code object}; its handle is released when the collector finds it, unless it is forgotten before. */
    static Entry watch(Object object, long handle) {
        Entry entry = new Entry(object, handle, (int) Thread.currentThread().getId() & (LISTS - 1));
        Entry head = HEADS[entry.list];
        synchronized (head) {
            entry.previous = head;
            entry.next = head.next;
            head.next.previous = entry;
            head.next = entry;
        }
        return entry;
    }

    /** As {@link #watch(Object, long)}; without the memory for it the resource is released, since nobody else would. */
    static Entry watch(NativeResource resource) {
        try {
            return watch(resource, resource.handle);
        } catch (Throwable e) {
            resource.dispose();
            throw e;
        }
    }

    /** Watches something that nobody owns. */
    static void adopt(NativeResource resource) {
        resource.owner = watch(resource);
    }

    /** The handle was closed, or a scope owns it now. Does nothing the second time. */
    static void forget(Entry entry) {
        synchronized (HEADS[entry.list]) {
            entry.previous.next = entry.next;
            entry.next.previous = entry.previous;
            entry.previous = entry;
            entry.next = entry;
        }
    }

    private static void run() {
        long[] handles = new long[BATCH];
        while (true) {
            try {
                int n = 0;
                for (Reference<?> dead = QUEUE.remove(); dead != null && n < BATCH; dead = next(n)) {
                    Entry entry = (Entry) dead;
                    forget(entry);
                    handles[n++] = entry.handle;
                }
                Native.release(handles, n);
            } catch (Throwable e) {
                // An interrupt or no memory: what is still queued is released the next time round.
                continue;
            }
        }
    }

    /** The next of this batch; null when there is none, or when the batch is full. */
    private static Reference<?> next(int taken) {
        return taken < BATCH ? QUEUE.poll() : null;
    }
}
