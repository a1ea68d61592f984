package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Executors that {@link Scope#wrap} has wrapped: a task that starts after the scope has closed
 * fails, and nobody waits for it.
 */
@ExtendWith(Clean.class)
class ExecutorTest {
    private static final long HANG = 60; // seconds; a wait that is longer would never end

    /** From Java 19 on executors close. Closing the common pool does nothing, wrapped too. */
    @Test
    void closingIsThatOfTheExecutor() throws Exception {
        ExecutorService own = Executors.newSingleThreadExecutor();
        try (Scope scope = Scope.create()) {
            for (ExecutorService executor : List.of(ForkJoinPool.commonPool(), own)) {
                if (scope.wrap(executor) instanceof AutoCloseable wrapped) {
                    assertTimeoutPreemptively(Duration.ofSeconds(HANG), wrapped::close);
                    assertEquals(executor == own, executor.isTerminated());
                }
            }
        } finally {
            own.shutdown();
        }
    }

    /** Runs the body with every kind of executor, none of which starts a task before the scope has closed. */
    private static void afterClosing(Late body) throws Exception {
        List<ExecutorService> executors = new ArrayList<>(List.of(
                Executors.newSingleThreadExecutor(), Executors.newScheduledThreadPool(1), new ForkJoinPool(2)));
        HandOffTest.virtualThreads().ifPresent(executors::add);
        for (ExecutorService executor : executors) {
            CountDownLatch closed = new CountDownLatch(1);
            Scope scope = Scope.create();
            scope.ones(1);
            body.run(scope.wrap(new Gate(executor, closed)), () -> {
                scope.close();
                closed.countDown();
            });
            executor.shutdown();
            assertTrue(executor.awaitTermination(HANG, TimeUnit.SECONDS), executor::toString);
        }
    }

    /** Its tasks start when the latch is open. */
    private static final class Gate extends AbstractExecutorService {
        private final ExecutorService executor;
        private final CountDownLatch open;

        Gate(ExecutorService executor, CountDownLatch open) {
            this.executor = executor;
            this.open = open;
        }

        @Override
        public void execute(Runnable task) {
            executor.execute(() -> {
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                task.run();
            });
        }

        @Override
        public void shutdown() {
            executor.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return executor.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return executor.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return executor.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return executor.awaitTermination(timeout, unit);
        }
    }

    private interface Late {
        void run(ExecutorService wrapped, Runnable close) throws Exception;
    }

    private static <T> T inTime(ThrowingSupplier<T> call) {
        return assertTimeoutPreemptively(Duration.ofSeconds(HANG), call);
    }

    private static void assertClosed(Throwable e) {
        ScopeException refused = assertInstanceOf(ScopeException.class, e);
        assertEquals(Status.SCOPE_CLOSED, refused.status());
    }

    private static void assertFails(Future<?> future) {
        assertClosed(assertThrows(ExecutionException.class, () -> future.get(HANG, TimeUnit.SECONDS)).getCause());
        assertTrue(future.isDone());
        assertFalse(future.isCancelled());
    }

    @Test
    void submittedTasksFail() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        afterClosing((wrapped, close) -> {
            List<Future<?>> futures = List.of(
                    wrapped.submit((Runnable) ran::incrementAndGet),
                    wrapped.submit((Runnable) ran::incrementAndGet, "result"),
                    wrapped.submit((Callable<Integer>) ran::incrementAndGet));
            close.run();
            futures.forEach(ExecutorTest::assertFails);
        });
        assertEquals(0, ran.get());
    }

    @Test
    void invokedTasksFail() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        List<Callable<Integer>> tasks = List.of(ran::incrementAndGet, ran::incrementAndGet);
        afterClosing((wrapped, close) -> {
            close.run();
            inTime(() -> wrapped.invokeAll(tasks)).forEach(ExecutorTest::assertFails);
            wrapped.invokeAll(tasks, HANG, TimeUnit.SECONDS).forEach(ExecutorTest::assertFails);
            assertClosed(assertThrows(ExecutionException.class, () -> inTime(() -> wrapped.invokeAny(tasks)))
                    .getCause());
            assertClosed(assertThrows(ExecutionException.class, () -> wrapped.invokeAny(tasks, HANG, TimeUnit.SECONDS))
                    .getCause());
        });
        assertEquals(0, ran.get());
    }

    /** What an executor gets by {@code execute} alone is a task that it cannot fail: it runs, and can make nothing. */
    @Test
    void completableFuturesAndOthersOnTopOfExecuteFail() throws Exception {
        afterClosing((wrapped, close) -> {
            CompletableFuture<Tensor> supplied = CompletableFuture.supplyAsync(() -> Tensor.ones(1), wrapped);
            CompletableFuture<Void> ran = CompletableFuture.runAsync(() -> Tensor.ones(1), wrapped);
            CompletableFuture<Tensor> then = CompletableFuture.completedFuture(1f)
                    .thenApplyAsync(value -> Scope.using(() -> Tensor.of(value)), wrapped);
            ExecutorCompletionService<Tensor> completion = new ExecutorCompletionService<>(wrapped);
            completion.submit(() -> Tensor.ones(1));
            close.run();
            List.of(supplied, ran, then).forEach(ExecutorTest::assertFails);
            Future<Tensor> completed = completion.poll(HANG, TimeUnit.SECONDS);
            assertNotNull(completed);
            assertFails(completed);
        });
    }

    /** Such a task must not find the scope that is current further out on the thread that runs it. */
    @Test
    void nothingGoesToAScopeFurtherOut() {
        Scope closed = Scope.create();
        closed.close();
        Executor same = closed.wrap((Executor) Runnable::run);
        try (Scope outer = Scope.open()) {
            Tensor x = Tensor.ones(2);
            same.execute(() -> {
                assertClosed(assertThrows(ScopeException.class, () -> Tensor.ones(1)));
                assertClosed(assertThrows(ScopeException.class, () -> x.add(x)));
                assertClosed(assertThrows(ScopeException.class, () -> Scope.using(() -> x.neg())));
                try (Scope inner = Scope.open()) {
                    assertClosed(assertThrows(ScopeException.class, () -> Tensor.ones(1)));
                    assertFalse(inner.isOpen());
                }
                outer.zeros(1); // what names its owner, or makes nothing, works
                assertEquals(2, x.size());
            });
            assertSame(outer, Current.scope());
            assertEquals(2, outer.stats().members());
        }
    }

    @Test
    void aWorkerOutlivesATaskThatStartsTooLate() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        AtomicReference<Thread> worker = new AtomicReference<>();
        one.submit(() -> worker.set(Thread.currentThread())).get();
        Scope closed = Scope.create();
        closed.close();
        AtomicBoolean ran = new AtomicBoolean();
        closed.wrap(one).execute(() -> ran.set(true));
        assertSame(worker.get(), one.submit(Thread::currentThread).get());
        assertTrue(ran.get());
        one.shutdown();
    }

    @Test
    void whileItIsOpenAllRunInIt() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        try (Scope scope = Scope.create()) {
            ExecutorService wrapped = scope.wrap(two);
            assertSame(scope, wrapped.submit(Current::scope).get());
            assertSame(scope, wrapped.invokeAny(List.of(Current::scope)));
            assertSame(scope, wrapped.invokeAll(List.<Callable<Scope>>of(Current::scope)).get(0).get());
            assertSame(scope, CompletableFuture.supplyAsync(Current::scope, wrapped).get());
            assertEquals("done", wrapped.submit(() -> {}, "done").get());
            assertThrows(NullPointerException.class, () -> wrapped.execute(null));
            assertThrows(NullPointerException.class, () -> scope.wrap((ExecutorService) null));
        }
        assertNull(two.submit(Current::scope).get());
        two.shutdown();
    }
}
