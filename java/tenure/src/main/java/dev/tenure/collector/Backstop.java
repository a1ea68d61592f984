package dev.tenure.collector;

import dev.tenure.internal.Daemons;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.Reports;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * Frees handles that were not closed and whose Java object the garbage collector has found
 * unreachable.
 *
 * <p>It watches unowned tensors, scopes that exist in the core, members of scopes that reclaim
 * early, and buffers over tensor memory; and it keeps memory of the caller ({@link HostMemory}).
 * Other members are not watched, because their scope frees them. An entry is on one of a few linked
 * lists until its handle is closed; then it is unlinked and dropped, which costs a quarter of
 * {@code Reference.clear}. An entry is registered before its handle exists, and has the handle 0
 * until then. An entry that is dropped too late releases a stale handle. The core ignores both, so
 * no order of creating, closing and collecting can leak a handle or free it twice.
 *
 * <p>The daemon thread releases in batches, runs no user code, and continues after an error. It
 * ends when nothing has been registered for a while, because a thread keeps its class loader
 * reachable; the next registration starts another.
 */
public final class Backstop {
    private static final int LISTS = 16; // so that concurrent threads rarely contend for a lock
    private static final int BATCH = 256;
    private static final long PAUSE_MS = 10; // after a failure, so that a persistent one does not use the CPU
    private static final long SHORTEST_MS = 250; // between two checks whether anything is registered
    private static final long LONGEST_MS = 16_000;
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Entry[] HEADS = new Entry[LISTS];
    private static final AtomicLong FAILURES = new AtomicLong();
    private static final Object SWEEP = new long[0];
    private static final Object COUNT = new long[0];
    private static final Object DAEMON = new long[0];
    private static final Object WAKE = new long[0];
    private static boolean runs; // read under the lock of a list, see `mayEnd`
    private static volatile boolean isStartDue; // the daemon should run, but starting it may have overflowed the stack
    private static volatile Batch left; // batches that could not be released; written with DAEMON held
    private static volatile int releasing; // threads that have taken entries off the lists; written with COUNT held
    private static volatile boolean isSweepDue; // a failed thread may have taken entries from the queue and lost them

    /**
     * Work for the function of {@link #tendBy} is waiting. A field, to be set after a stack
     * overflow without a call.
     */
    public static volatile boolean isTendDue;

    private static volatile Runnable tender = () -> {};
    private static volatile LongConsumer listener = released -> {};

    /** Releases a batch; replaced in tests. */
    static volatile Release release = Native::collect;

    /** Starts the daemon; replaced in tests. */
    static volatile Consumer<Thread> starter = Thread::start;

    static {
        for (int i = 0; i < LISTS; i++) {
            HEADS[i] = new Entry(i);
        }
    }

    private Backstop() {}

    /**
     * Sets the function that does work which a stack overflow has interrupted. If it throws, it is
     * called again.
     */
    public static void tendBy(Runnable tend) {
        tender = tend;
    }

    /** Sets the function that gets the number of handles released by each batch. */
    public static void reportTo(LongConsumer released) {
        listener = released;
    }

    /** Releases the first {@code n} handles and returns how many of them were valid. */
    interface Release {
        long apply(long[] handles, int n);
    }

    /**
     * A watched object, the handle to release after it, and an object that stays reachable until
     * then.
     */
    public static final class Entry extends PhantomReference<Object> {
        public long handle; // 0 until the core has made the resource
        public final Object keeps; // reachable as long as this entry is on a list
        private final byte list; // a byte, so that the entry has 56 bytes
        private Entry previous = this; // itself if it is not on a list
        private Entry next = this;
        private Entry found; // the next entry that a sweep has found
        /** Makes the head of a list, or a placeholder. */
        public Entry(int list) {
            super(null, null);
            this.handle = 0;
            this.keeps = null;
            this.list = (byte) list;
        }

        private Entry(Object watched, long handle, Object keeps, int list) {
            super(watched, QUEUE);
            this.handle = handle;
            this.keeps = keeps;
            this.list = (byte) list;
        }
    }

    /**
     * Watches {@code object}: when the collector finds it unreachable, its handle is released,
     * unless the entry is forgotten first. {@code keeps}, which may be null, stays reachable until
     * then.
     */
    public static Entry watch(Object object, long handle, Object keeps) {
        Entry entry = new Entry(object, handle, keeps, (int) Thread.currentThread().getId() & (LISTS - 1));
        Entry head = HEADS[entry.list];
        boolean isCared;
        synchronized (head) {
            entry.previous = head;
            entry.next = head.next;
            head.next.previous = entry;
            head.next = entry;
            isCared = runs && !isTendDue;
        }
        if (!isCared) {
            isStartDue = true; // set first, because the call may overflow the stack
            start();
            tendNow();
        }
        Reference.reachabilityFence(object); // if it were found before its entry is listed, the entry would stay listed
        return entry;
    }

    /**
     * Unlinks an entry whose handle was closed or is owned by a scope now. Returns false the second
     * time.
     */
    public static boolean forget(Entry entry) {
        synchronized (HEADS[entry.list]) {
            boolean listed = entry.next != entry;
            entry.previous.next = entry.next;
            entry.next.previous = entry.previous;
            entry.previous = entry;
            entry.next = entry;
            return listed;
        }
    }

    /** The number of failed releases of a batch; each was tried again. */
    public static long failures() {
        return FAILURES.get();
    }

    /** Whether a thread is releasing handles. */
    public static boolean isReleasing() {
        return releasing != 0;
    }

    /**
     * Releases, on this thread, the handles of all objects that the JVM has enqueued. Returns their
     * number.
     */
    public static long drain() {
        return release(list -> Backstop::fill, 1);
    }

    /**
     * Releases, on this thread, the handles of all objects that the collector has found, without
     * waiting until the JVM's reference handler has enqueued them. Returns their number.
     */
    public static long sweep() {
        synchronized (SWEEP) { // `found` of an entry belongs to one sweep
            return release(Found::new, LISTS);
        }
    }

    private interface Source {
        void take(Batch batch);
    }

    /**
     * Handles that are off the lists. It is allocated before they are taken, so that keeping
     * handles that could not be released needs no memory.
     */
    private static final class Batch {
        private final long[] handles = new long[BATCH];
        private final Entry wake = new Entry(this, 0, null, 0);
        private int n;
        private long released; // so far
        private Batch next;

        /** Adds the handle of an entry, unless it has been released already. */
        void add(Entry dead) {
            if (forget(dead)) {
                handles[n++] = dead.handle;
            }
        }
    }

    /**
     * Releases batches. If it fails, the batch in hand is kept without a call, because the stack
     * may have overflowed.
     */
    private static long release(IntFunction<Source> sources, int lists) {
        Batch batch = null;
        synchronized (COUNT) {
            releasing++;
        }
        try {
            batch = new Batch();
            for (int list = 0; list < lists; list++) {
                Source source = sources.apply(list);
                boolean isFull;
                do {
                    source.take(batch);
                    isFull = batch.n == BATCH;
                    free(batch);
                } while (isFull);
            }
            again();
        } catch (Throwable e) {
            isSweepDue = true;
            synchronized (DAEMON) {
                if (batch != null && batch.n != 0) {
                    batch.next = left;
                    left = batch;
                }
            }
            wake(batch);
            failed(e);
        } finally {
            synchronized (COUNT) {
                releasing--;
            }
        }
        return batch == null ? 0 : batch.released;
    }

    /**
     * Starts the daemon if an earlier start has failed, and does the waiting work of
     * {@link #tendBy}. The next registration does this too, but there may not be one.
     */
    public static void tend() {
        if (isStartDue) {
            start();
        }
        tendNow();
    }

    private static void start() {
        synchronized (DAEMON) {
            if (!runs) {
                isStartDue = true;
                try {
                    starter.accept(Daemons.thread("tenure-backstop", Backstop::run));
                    runs = true;
                } catch (Throwable e) {
                    return; // no memory or stack: the next caller tries again, and this call goes on
                }
            }
            isStartDue = false;
        }
    }

    private static void run() {
        long wait = SHORTEST_MS;
        while (true) {
            Batch batch = null;
            try {
                batch = new Batch();
                while (true) {
                    Reference<?> first = QUEUE.remove(wait);
                    if (first == null && mayEnd()) {
                        return;
                    }
                    wait = first == null && HostMemory.size() == 0 ? Math.min(2 * wait, LONGEST_MS) : SHORTEST_MS;
                    synchronized (COUNT) {
                        releasing++;
                    }
                    try {
                        if (first != null) {
                            batch.add((Entry) first);
                            fill(batch);
                            free(batch);
                        }
                        again();
                    } finally {
                        synchronized (COUNT) {
                            releasing--;
                        }
                    }
                    if (isSweepDue) {
                        isSweepDue = false;
                        sweep();
                    }
                    HostMemory.release();
                    Log.checkLater();
                }
            } catch (Throwable e) {
                wait = SHORTEST_MS;
                synchronized (DAEMON) {
                    if (batch != null && batch.n != 0) {
                        batch.next = left;
                        left = batch;
                    }
                }
                wake(batch);
                failed(e);
            }
        }
    }

    /**
     * Whether nothing is registered, so that the daemon can end. It first clears {@code runs}:
     * because of the lists' locks, a thread that registers something on a list after it was checked
     * sees that, and starts another daemon.
     */
    private static boolean mayEnd() {
        if (!isIdle()) {
            return false;
        }
        synchronized (DAEMON) {
            runs = false;
        }
        if (isIdle()) {
            return true;
        }
        synchronized (DAEMON) {
            boolean another = runs;
            runs = true;
            return another;
        }
    }

    private static boolean isIdle() {
        synchronized (DAEMON) {
            if (left != null || isTendDue) {
                return false;
            }
        }
        for (Entry head : HEADS) {
            synchronized (head) {
                if (head.next != head) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void tendNow() {
        if (isTendDue) {
            try {
                tender.run();
            } catch (Throwable e) {
                return; // the next caller tries again
            }
        }
    }

    /**
     * Releases batches that failed before. Each is listed until it is released. Two threads may do
     * this: it is harmless.
     */
    private static void again() {
        tendNow();
        for (Batch batch = left; batch != null; batch = left) {
            long released = release.apply(batch.handles, batch.n);
            synchronized (DAEMON) {
                if (left == batch) {
                    left = batch.next;
                }
            }
            batch.released += released;
            listener.accept(released);
        }
    }

    private static void fill(Batch batch) {
        while (batch.n < BATCH) {
            Reference<?> dead = QUEUE.poll();
            if (dead == null) {
                return;
            }
            batch.add((Entry) dead);
        }
    }

    /**
     * The entries on a list that the collector has found. The list is searched only once, because
     * entries in use may precede them. The entries stay on the list until each is taken, so that a
     * failing batch loses none.
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
        public void take(Batch batch) {
            for (; batch.n < BATCH && first != null; first = first.found) {
                batch.add(first);
            }
        }
    }

    /**
     * Releases and empties a batch. If that fails it is tried again, since releasing a handle twice
     * has no effect.
     */
    private static void free(Batch batch) {
        if (batch.n == 0) {
            return;
        }
        long released = release.apply(batch.handles, batch.n);
        batch.n = 0;
        batch.released += released;
        listener.accept(released);
    }

    /** Wakes the daemon, which then looks more often for a while. */
    static void wake() {
        new Entry(WAKE, 0, null, 0).enqueue();
        start();
    }

    /** Wakes the daemon to release what is left. */
    private static void wake(Batch batch) {
        if (batch != null) {
            batch.wake.enqueue();
        }
        start();
    }

    private static void failed(Throwable e) {
        try {
            if (FAILURES.incrementAndGet() == 1) {
                Reports.later(() -> System.getLogger("dev.tenure")
                        .log(System.Logger.Level.WARNING, "the backstop failed and goes on; this is said once", e));
            }
            Thread.sleep(PAUSE_MS);
        } catch (Throwable again) {
            return; // interrupted, or no memory for the message: continuing is more important
        }
    }
}
