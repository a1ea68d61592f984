package dev.tenure.bench;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** What ownership costs: scopes, moves, loans, escapes, and what is left to the collector. */
final class Lifetimes {
    private static final int MEMBERS = 1000;
    private static final int MILLION = 1_000_000;
    private static final int DROPPED = 100_000;
    private static final long PATIENCE_NS = 100_000_000;
    private static final long PAUSE_NS = 100_000;
    private static final int COLLECTIONS = 300; // after each of which it waits a tenth of a second
    private static final int ROUNDS = Stopwatch.QUICK ? 3 : 9;
    private static final int WARM_UP = Stopwatch.QUICK ? 1 : 3;

    private Lifetimes() {}

    /** A scope that gets no member, inside another one. */
    static double scopeEmpty() {
        try (Scope outer = Scope.open()) {
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    Scope.open().close();
                }
            });
        }
    }

    /** There and back: each time to another scope. */
    static double attach() {
        try (Scope a = Scope.create(); Scope b = Scope.create()) {
            Tensor t = a.attach(Tensor.of(1, 2, 3, 4f));
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    b.attach(t);
                    a.attach(t);
                }
            }) / 2;
        }
    }

    /** 1,000 tensors are lent to a scope, which closes and so gives them back; for one. */
    static double tempAttach() {
        try (Scope home = Scope.open()) {
            Tensor[] tensors = new Tensor[MEMBERS];
            Arrays.setAll(tensors, i -> Tensor.of(1, 2, 3, 4f));
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    try (Scope borrower = Scope.open()) {
                        for (Tensor t : tensors) {
                            borrower.tempAttach(t);
                        }
                    }
                }
            }) / MEMBERS;
        }
    }

    /** {@code using} whose body returns one new tensor, with the scope, and the tensor's close. */
    static double escape() {
        try (Scope outer = Scope.open()) {
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    Scope.using(() -> Tensor.of(1, 2, 3, 4f)).close();
                }
            });
        }
    }

    /** Made without an owner, dropped, found by the collector and freed: all of it, for one. */
    static double createUnownedDrop() {
        return median(() -> {
            for (int i = 0; i < DROPPED; i++) {
                Tensor.of(1, 2, 3, 4f);
            }
            awaitNone(() -> Tenure.stats().liveTensors());
        }) / DROPPED;
    }

    /**
     * What of that the JDK takes: as many plain objects, each with a phantom reference that is kept until a thread takes it
     * off the queue, and nothing native.
     */
    static double phantomDrop() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Set<Reference<?>> kept = ConcurrentHashMap.newKeySet(DROPPED);
        Thread daemon = new Thread(() -> {
            while (true) {
                try {
                    kept.remove(queue.remove());
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        return median(() -> {
            for (int i = 0; i < DROPPED; i++) {
                Object dropped = new Object();
                kept.add(new PhantomReference<>(dropped, queue));
                Reference.reachabilityFence(dropped); // found before its reference is kept, that would be kept for ever
            }
            awaitNone(kept::size);
        }) / DROPPED;
    }

    /** Asks for a collection, and again when that was not enough, a few hundred times. */
    private static void awaitNone(LongSupplier left) {
        for (int i = 0; left.getAsLong() > 0; i++) {
            if (i == COLLECTIONS) {
                throw new IllegalStateException(left.getAsLong() + " are left after " + i + " collections");
            }
            System.gc();
            long end = System.nanoTime() + PATIENCE_NS;
            while (left.getAsLong() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(PAUSE_NS); // the backstop has a thread of its own
            }
        }
    }

    /** As {@code create_close}, on two threads at once; for one tensor of one thread. */
    static double twoThreads() {
        return median(() -> {
            CyclicBarrier start = new CyclicBarrier(2);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Runnable work = () -> {
                try {
                    start.await();
                    try (Scope s = Scope.open()) {
                        for (int i = 0; i < MILLION; i++) {
                            Tensor.of(1, 2, 3, 4f).close();
                        }
                    }
                } catch (Exception e) {
                    failure.set(e);
                }
            };
            Thread other = new Thread(work);
            other.start();
            work.run();
            join(other);
            if (failure.get() != null) {
                throw new IllegalStateException(failure.get());
            }
        }) / MILLION;
    }

    /** A scope with a million members; for one, its close included. */
    static double millionMembers() {
        return median(() -> {
            try (Scope s = Scope.open()) {
                for (int k = 0; k < MILLION; k++) {
                    Tensor.of(1, 2, 3, 4f);
                }
            }
        }) / MILLION;
    }

    /** Nanoseconds of something that is long enough to be timed by itself: the median, after the rounds of warm-up. */
    private static double median(Runnable work) {
        double[] rounds = new double[ROUNDS];
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            long start = System.nanoTime();
            work.run();
            rounds[Math.max(i, 0)] = System.nanoTime() - start;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
