package dev.tenure.collector;

import dev.tenure.internal.Daemons;
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
 * Frees what nobody closed: handles whose Java object the garbage collector has found unreachable.
 *
 * <p>Registered are tensors that no scope owns, scopes that the core knows, members of scopes that
 * reclaim early, and buffers over a tensor's memory; other members of a scope are not, since the
 * scope frees them. An entry is on one of a few linked lists until its handle is closed; then it is
 * unlinked and dropped, which costs a quarter of clearing it. An entry is registered before its
 * handle exists, and has none, 0, until then. One that is dropped too late releases a handle that
 * is stale by then, and the core skips both: so no order of making, closing and collecting can lose
 * anything or free it twice.
 *
 * <p>The daemon thread releases in batches, runs no code of the user, and goes on after an error.
 * When nothing has been registered for a while it ends, since a thread keeps its class loader;
 * whoever registers something then starts another.
 */
public final class Backstop {
    private static final int LISTS = 16; // so that threads that create at the same time rarely meet
    private static final int BATCH = 256;
    private static final long PAUSE_MS = 10; // after a failure, so that a lasting one takes no processor
    private static final long SHORTEST_MS = 250; // between two looks whether anything is registered
    private static final long LONGEST_MS = 16_000;
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Entry[] HEADS = new Entry[LISTS];
    private static final AtomicLong FAILURES = new AtomicLong();
    private static final Object SWEEP = new long[0];
    private static final Object COUNT = new long[0];
    private static final Object DAEMON = new long[0];
    private static boolean runs; // read under the lock of a list, see `mayEnd`
    private static volatile boolean isStartDue; // it should run, and could not be started where the stack ended
    private static volatile Batch left; // what a thread could not release; who writes it has DAEMON locked
    private static volatile int releasing; // threads with entries off the lists; who writes it has COUNT locked
    private static volatile boolean isSweepDue; // a thread may have taken something from the queue, and no further

    /** Something waits for what {@link #tendBy} has set. Written without a call, where the stack has ended. */
    public static volatile boolean isTendDue;

    private static volatile Runnable tender = () -> {};
    private static volatile LongConsumer listener = released -> {};

    /** Frees a batch. */
    static volatile Release release = Native::collect;

    /** Starts the daemon. */
    static volatile Consumer<Thread> starter = Thread::start;

    static {
        for (int i = 0; i < LISTS; i++) {
            HEADS[i] = new Entry(i);
        }
    }

    private Backstop() {}

    /** Sets what does what could not be done where the stack ended. If it throws, it is called again. */
    public static void tendBy(Runnable tend) {
        tender = tend;
    }

    /** Sets what gets the number of handles that a batch has released. */
    public static void reportTo(LongConsumer released) {
        listener = released;
    }

    /** Frees the first {@code n} handles and returns how many of them were still there. */
    interface Release {
        long apply(long[] handles, int n);
    }

    /** An object that is watched, the handle that goes when it does, and what it keeps reachable till then. */
    public static final class Entry extends PhantomReference<Object> {
        public long handle; // 0 until the core has made what is watched
        public final Object keeps; // reachable, as long as this is listed
        private final byte list; // small, so that an entry with what follows is 56 bytes
        private Entry previous = this; // itself: on no list
        private Entry next = this;
        private Entry found; // the next of those that a sweep has found

        /** A head, or what stands for no entry. */
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
     * Watches {@code object}; its handle is released when the collector finds it, unless it is forgotten before.
     * {@code keeps}, which may be null, stays reachable until then.
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
            isStartDue = true; // first: there may be no stack for the call
            start();
            tendNow();
        }
        Reference.reachabilityFence(object); // found before its entry was listed, it would stay listed for ever
        return entry;
    }

    /** The handle was closed, or a scope owns it now. Does nothing, and says so, the second time. */
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

    /** How often releasing a batch has failed; each was tried again. */
    public static long failures() {
        return FAILURES.get();
    }

    /** Whether a thread is about to release something. */
    public static boolean isReleasing() {
        return releasing != 0;
    }

    /** Releases, on this thread, what the collector has found and handed over so far. Returns how much that was. */
    public static long drain() {
        return release(list -> Backstop::fill, 1);
    }

    /**
     * Releases, on this thread, all that the collector has found, without waiting for the JVM's own thread that hands it
     * over. Returns how much that was.
     */
    public static long sweep() {
        synchronized (SWEEP) { // an entry is of one sweep's findings
            return release(Found::new, LISTS);
        }
    }

    private interface Source {
        void take(Batch batch);
    }

    /**
     * Handles that are off the lists. It is made before they are: what could not be released is
     * kept without memory.
     */
    private static final class Batch {
        private final long[] handles = new long[BATCH];
        private final Entry wake = new Entry(this, 0, null, 0);
        private int n;
        private long released; // so far
        private Batch next;

        /** An entry that has been released already adds nothing. */
        void add(Entry dead) {
            if (forget(dead)) {
                handles[n++] = dead.handle;
            }
        }
    }

    /** Where it fails no call is needed to keep what is in hand: the stack may have ended. */
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
     * Starts the daemon if there is something for it to do that it could not be started for, and does what waits for
     * {@link #tendBy}. Who registers the next thing does so too; but there may be no next one.
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
                    return; // no memory or stack for it: whoever comes next tries again, and the call at hand goes on
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
                    wait = first == null ? Math.min(2 * wait, LONGEST_MS) : SHORTEST_MS;
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
     * Whether nothing is registered. First it says that the daemon does not run: who registers
     * something on a list after it was looked at sees that, because of the list's lock, and starts
     * another.
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
                return; // whoever comes next tries again
            }
        }
    }

    /** What could not be released before. It is listed until it has been; that two threads release it does nothing. */
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
        public void take(Batch batch) {
            for (; batch.n < BATCH && first != null; first = first.found) {
                batch.add(first);
            }
        }
    }

    /** Releases a batch, which is empty then. If that fails it is tried again: releasing twice does nothing. */
    private static void free(Batch batch) {
        if (batch.n == 0) {
            return;
        }
        long released = release.apply(batch.handles, batch.n);
        batch.n = 0;
        batch.released += released;
        listener.accept(released);
    }

    /** Something is left to the daemon. */
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
            return; // an interrupt, or no memory for the message: going on matters more
        }
    }
}
