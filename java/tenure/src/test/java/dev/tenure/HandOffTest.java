package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scopes and threads: handed from one to another, closed on another, left open by one that dies; virtual threads too. */
class HandOffTest {
    private static final int MANY = TestDevice.rounds(10_000);

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        assertNull(Current.scope());
        Live.drain();
    }

    /** A thread for each task: virtual ones where the JDK has them, from 21 on. */
    private static ExecutorService threadPerTask() throws ReflectiveOperationException {
        return virtualThreads().orElseGet(() -> Executors.newFixedThreadPool(64));
    }

    /** A virtual thread for each task; empty before JDK 21. */
    static Optional<ExecutorService> virtualThreads() throws ReflectiveOperationException {
        try {
            return Optional.of((ExecutorService) Executors.class
                    .getMethod("newVirtualThreadPerTaskExecutor")
                    .invoke(null));
        } catch (NoSuchMethodException before21) {
            assertTrue(Runtime.version().feature() < 21);
            return Optional.empty();
        } catch (InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    private static void all(List<Future<?>> tasks) throws Exception {
        for (Future<?> task : tasks) {
            task.get();
        }
    }

    /** Each has a scope of its own that nobody else's tensors get into, across points at which it waits. */
    @Test
    void tenThousandThreadsWithAScopeEach() throws Exception {
        ExecutorService threads = threadPerTask();
        CountDownLatch here = new CountDownLatch(64);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            int mine = i;
            tasks.add(threads.submit(() -> {
                try (Scope outer = Scope.open()) {
                    Tensor x = Tensor.of(1f * mine);
                    here.countDown();
                    here.await(); // all that can run at once are open at once
                    try (Scope inner = Scope.open()) {
                        Thread.yield();
                        assertSame(inner, x.add(1).scope());
                        assertEquals(1, inner.stats().members());
                        Thread.sleep(1); // a virtual thread goes on on another carrier
                        assertSame(inner, Current.scope());
                        assertEquals(mine + 1, x.add(1).moveToOuterScope().item());
                    }
                    assertSame(outer, Current.scope());
                    assertEquals(2, outer.stats().tensors());
                }
                assertNull(Current.scope());
                return null;
            }));
        }
        all(tasks);
        threads.shutdown();
        Live.assertNothing();
    }

    @Test
    void tenThousandThreadsInOneScope() throws Exception {
        ExecutorService threads = threadPerTask();
        try (Scope shared = Scope.create()) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                tasks.add(threads.submit(() -> shared.run(() -> {
                    Tensor x = Scope.using(() -> Tensor.ones(2).mul(3));
                    assertSame(shared, x.scope());
                })));
            }
            all(tasks);
            threads.shutdown();
            assertEquals(Live.stats(MANY, MANY, 0, 8 * MANY), shared.stats());
        }
        Live.assertNothing();
    }

    @Test
    void aThreadThatDiesLeavesItsScopesToTheCollector() throws Exception {
        long before = TestDevice.stats().allocations();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> {
                Scope.open();
                Tensor.ones(10);
                Scope.open();
                Tensor.ones(10);
                throw new ThreadDies();
            });
            thread.setUncaughtExceptionHandler((t, e) -> assertTrue(e instanceof ThreadDies));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(200, TestDevice.stats().allocations() - before);
        Live.collectUntil("the scopes of dead threads are closed", () -> Live.now().equals(Live.NOTHING));
    }

    private static final class ThreadDies extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A thread of a pool that left a scope open has it current still; closing it elsewhere ends that. */
    @Test
    void aScopeLeftOpenIsClosedByAnotherThread() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Scope left = one.submit(() -> Scope.open()).get();
        assertSame(left, one.submit(() -> Tensor.ones(1)).get().scope());
        left.close();
        Tensor nobodys = one.submit(() -> Tensor.ones(1)).get();
        assertNull(nobodys.scope());
        nobodys.close();
        one.shutdown();
        Live.assertNothing();
    }

    @Test
    void whatRunsInAClosedScopeGoesToTheOneFurtherOut() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Scope scope = Scope.create();
        ExecutorService one = Executors.newSingleThreadExecutor();
        Future<?> task = one.submit(() -> {
            try (Scope outer = Scope.open()) {
                scope.run(() -> {
                    running.countDown();
                    await(closed);
                    assertSame(outer, Tensor.ones(1).scope());
                });
                assertSame(outer, Current.scope());
            }
        });
        running.await();
        scope.close();
        closed.countDown();
        task.get();
        one.shutdown();
        Live.assertNothing();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
