package dev.tenure;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Frees what nobody closed: handles whose Java object the garbage collector has found unreachable.
 *
 * <p>Registered are tensors that no scope owns, scopes that the core knows, members of scopes that reclaim early, and
 * buffers over a tensor's memory; other members of a scope are not, since the scope frees them. An entry is on one of a
 * few linked lists until its handle is closed; then it is unlinked and dropped, which costs a quarter of clearing it.
 * An entry that is dropped too late releases a handle that is stale by then, and the core skips it: so no order of
 * closing and collecting can free anything twice.
 *
 * <p>The daemon thread releases in batches, runs no code of the user, and goes on after an error.
 */
final class Backstop {
    private static final int LISTS = 16; // so that threads that create at the same time rarely meet
    private static final int BATCH = 256;
    private static final long PAUSE_MS = 10; // after a failure, so that a lasting one takes no processor
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Entry[] HEADS = new Entry[LISTS];
    private static final Queue<long[]> LEFT = new ConcurrentLinkedQueue<>(); // what a thread could not release
    private static final AtomicInteger RELEASING = new AtomicInteger(); // threads with entries off the lists
    private static final AtomicLong RELEASED = new AtomicLong();
    private static final AtomicLong FAILURES = new AtomicLong();

    /** What frees a batch; only a test puts something else here. */
    static volatile Release release = Native::collect;

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

    /** Frees the first {@code n} handles and returns how many of them were still there. */
    interface Release {
        long apply(long[] handles, int n);
    }

    /** An object that is watched, the handle that goes when it does, and the scope that it keeps reachable till then. */
    static final class Entry extends PhantomReference<Object> {
        final long handle;
        final Scope scope;
        private final int list;
        private Entry previous = this; // itself: on no list
        private Entry next = this;
        private Entry found; // the next of those that a sweep has found

        /** A head, or what stands for no entry. */
        Entry(int list) {
            super(null, null);
            this.handle = 0;
            this.scope = null;
            this.list = list;
        }

        private Entry(Object watched, long handle, Scope scope, int list) {
            super(watched, QUEUE);
            this.handle = handle;
            this.scope = scope;
            this.list = list;
        }
    }

    /**
     * Watches {@code object}; its handle is released when the collector finds it, unless it is forgotten before.
     * {@code scope}, which may be null, stays reachable until then.
     */
    static Entry watch(Object object, long handle, Scope scope) {
        Entry entry = new Entry(object, handle, scope, (int) Thread.currentThread().getId() & (LISTS - 1));
        Entry head = HEADS[entry.list];
        synchronized (head) {
            entry.previous = head;
            entry.next = head.next;
            head.next.previous = entry;
            head.next = entry;
        }
        return entry;
    }

    /** The handle was closed, or a scope owns it now. Does nothing, and says so, the second time. */
    static boolean forget(Entry entry) {
        synchronized (HEADS[entry.list]) {
            boolean listed = entry.next != entry;
            entry.previous.next = entry.next;
            entry.next.previous = entry.previous;
            entry.previous = entry;
            entry.next = entry;
            return listed;
        }
    }

    /** How often releasing a batch has failed; each was tried again. */
    static long failures() {
        return FAILURES.get();
    }

    /** How many handles have been released so far, by all threads. */
    static long released() {
        return RELEASED.get();
    }

    /** Whether a thread is about to release something. */
    static boolean isReleasing() {
        return RELEASING.get() != 0;
    }

    /** Releases, on this thread, what the collector has found and handed over so far. Returns how much that was. */
    static long drain() {
        return release(list -> handles -> fill(handles, 0), 1);
    }

    /**
     * Releases, on this thread, all that the collector has found, without waiting for the JVM's own thread that hands it
     * over. Returns how much that was. One thread at a time.
     */
    static long sweep() {
        return release(Found::new, LISTS);
    }

    private interface Source {
        int take(long[] handles);
    }

    private static long release(IntFunction<Source> sources, int lists) {
        long released = 0;
        RELEASING.incrementAndGet();
        try {
            long[] handles = new long[BATCH];
            for (int list = 0; list < lists; list++) {
                Source source = sources.apply(list);
                int n;
                do {
                    n = source.take(handles);
                    released += free(handles, n);
                } while (n == BATCH);
            }
            again();
        } catch (Throwable e) {
            failed(e);
        } finally {
            RELEASING.decrementAndGet();
        }
        return released;
    }

    private static void run() {
        while (true) {
            try {
                long[] handles = new long[BATCH];
                while (true) {
                    Reference<?> first = QUEUE.remove();
                    RELEASING.incrementAndGet();
                    try {
                        handles[0] = take(first);
                        free(handles, fill(handles, 1));
                        again();
                    } finally {
                        RELEASING.decrementAndGet();
                    }
                }
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** What could not be released before. Nothing is in hand meanwhile that its failing would lose. */
    private static void again() {
        for (long[] left = LEFT.poll(); left != null; left = LEFT.poll()) {
            free(left, left.length);
        }
    }

    private static int fill(long[] handles, int taken) {
        int n = taken;
        while (n < BATCH) {
            Reference<?> dead = QUEUE.poll();
            if (dead == null) {
                break;
            }
            handles[n++] = take(dead);
        }
        return n;
    }

    /** 0, which the core skips, for one that has been released already. */
    private static long take(Reference<?> dead) {
        Entry entry = (Entry) dead;
        return forget(entry) ? entry.handle : 0;
    }

    /**
     * Those on a list that the collector has found. They are looked for once, since what is in use may lie before them, and
     * stay on it until each is taken, so that a batch that fails loses none.
     */
    private static final class Found implements Source {
        private Entry first;

        Found(int list) {
            Entry head = HEADS[list];
            synchronized (head) {
                for (Entry entry = head.next; entry != head; entry = entry.next) {
                    if (entry.refersTo(null)) {
                        entry.found = first;
                        first = entry;
                    }
                }
            }
        }

        @Override
        public int take(long[] handles) {
            int n = 0;
            for (; n < handles.length && first != null; first = first.found) {
                handles[n++] = Backstop.take(first);
            }
            return n;
        }
    }

    /** Releases a batch. If that fails it is tried again: releasing twice does nothing. */
    private static long free(long[] handles, int n) {
        try {
            long released = n == 0 ? 0 : release.apply(handles, n);
            RELEASED.addAndGet(released);
            Leaks.found(released);
            return released;
        } catch (Throwable e) {
            LEFT.add(Arrays.copyOf(handles, n));
            new Entry(LEFT, 0, null, 0).enqueue(); // wakes the daemon
            throw e;
        }
    }

    private static void failed(Throwable e) {
        try {
            if (FAILURES.incrementAndGet() == 1) {
                Reports.later(() -> System.getLogger("dev.tenure")
                        .log(System.Logger.Level.WARNING, "the backstop failed and goes on; this is said once", e));
            }
            Thread.sleep(PAUSE_MS);
        } catch (Throwable again) {
            return; // an interrupt, or no memory for the message: going on matters more
        }
    }
}
