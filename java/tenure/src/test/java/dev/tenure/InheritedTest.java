package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What threads inherit of the scopes of the thread that makes them. */
@ExtendWith(Clean.class)
class InheritedTest {
    private static final Path FORKS =
            Path.of(System.getProperty("tenure.root"), "java", "tenure", "src", "test", "jdk25", "Forks.java");

    private interface Body {
        void on(ThreadFactory factory) throws Exception;
    }

    /** Platform threads and virtual ones. */
    private static void onEach(Body body) throws Exception {
        for (ThreadFactory factory : WrapTest.factories()) {
            body.on(factory);
        }
    }

    /** Makes a thread now. Its start gives the future its value. */
    private static <T> CompletableFuture<T> on(ThreadFactory factory, Supplier<T> body) {
        CompletableFuture<T> result = new CompletableFuture<>();
        factory.newThread(() -> {
                    try {
                        result.complete(body.get());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                })
                .start();
        return result;
    }

    @Test
    void aThreadThatIsMadeWhileItIsOpenHasItCurrent() throws Exception {
        onEach(factory -> {
            try (Scope scope = Scope.inheritable()) {
                Tensor made = on(factory, () -> Tensor.ones(2)).get();
                assertSame(scope, made.scope());
                assertSame(scope, on(factory, () -> on(factory, Current::scope).join()).get()); // and its threads
                assertSame(scope, on(factory, () -> Scope.using(() -> Tensor.ones(1))).get().scope());
            }
            assertNull(on(factory, Current::scope).get());
        });
    }

    @Test
    void aPlainScopeIsNotInherited() throws Exception {
        onEach(factory -> {
            try (Scope plain = Scope.open()) {
                assertNull(on(factory, Current::scope).get());
            }
        });
    }

    @Test
    void whatIsOpenedInsideItIsInheritedAndWhatIsFurtherOutIsNot() throws Exception {
        onEach(factory -> {
            try (Scope plain = Scope.open(); Scope inheritable = Scope.inheritable(); Scope inner = Scope.open()) {
                CountDownLatch isClosed = new CountDownLatch(1);
                CountDownLatch bothAre = new CountDownLatch(1);
                CountDownLatch seen = new CountDownLatch(1);
                CountDownLatch seenAgain = new CountDownLatch(1);
                CompletableFuture<Scope> last = on(factory, () -> {
                    assertSame(inner, Current.scope());
                    seen.countDown();
                    await(isClosed);
                    assertSame(inheritable, Current.scope());
                    seenAgain.countDown();
                    await(bothAre);
                    return Current.scope();
                });
                await(seen);
                inner.close();
                isClosed.countDown();
                await(seenAgain);
                inheritable.close();
                bothAre.countDown();
                assertNull(last.get());
                assertSame(plain, Current.scope());
            }
        });
    }

    @Test
    void aThreadsOwnScopesLieInsideWhatItInherits() throws Exception {
        onEach(factory -> {
            try (Scope scope = Scope.open(Scope.options().name("shared").inheritable())) {
                on(factory, () -> {
                    try (Scope own = Scope.open()) {
                        assertSame(own, Current.scope());
                        assertSame(scope, own.parent());
                        assertSame(scope, Tensor.ones(1).moveToOuterScope().scope());
                    }
                    return null;
                }).get();
                assertSame(scope, Current.scope());
            }
        });
    }

    /** In a flow, on whatever thread that is, and in run. */
    @Test
    void whereverItIsCurrentThreadsInheritIt() throws Exception {
        onEach(factory -> {
            Scope scope = Scope.create(Scope.options().inheritable());
            scope.run(() -> assertSame(scope, on(factory, Current::scope).join()));
            assertNull(on(factory, Current::scope).get());
            ScopeFlow own = ScopeFlow.current();
            ScopeFlow flow = own.fork();
            flow.makeCurrent();
            Scope opened = Scope.inheritable();
            own.makeCurrent();
            // A thread that has not inherited that something is inheritable.
            ThreadFactory alone = task -> new Thread(null, task, "other", 0, false);
            ExecutorService other = Executors.newSingleThreadExecutor(alone);
            assertSame(opened, other.submit(() -> {
                flow.makeCurrent();
                Scope inherited = on(factory, Current::scope).join();
                own.fork().makeCurrent();
                return inherited;
            }).get());
            other.shutdown();
            opened.close();
            scope.close();
        });
    }

    @Test
    void aCycleOfAWorkspaceIsNotInherited() throws Exception {
        Workspace workspace = Workspace.create("inherited", TestDevice.workspace().build());
        try (Scope scope = Scope.inheritable(); Workspace cycle = workspace.enter()) {
            onEach(factory -> assertSame(scope, on(factory, Current::scope).get()));
        }
        workspace.destroy();
    }

    /** The thread of a pool outlives the scope that it was made in, and does not keep it reachable. */
    @Test
    void aPooledThreadHoldsNothing() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        WeakReference<Scope> held = made(pool);
        assertNull(pool.submit(Current::scope).get());
        Live.collectUntil("the scope is collected", () -> held.get() == null);
        pool.shutdown();
    }

    private static WeakReference<Scope> made(ExecutorService pool) throws Exception {
        try (Scope scope = Scope.inheritable()) {
            assertSame(scope, pool.submit(Current::scope).get());
            return new WeakReference<>(scope);
        }
    }

    /** A scope that nobody closes is the collector's, though a thread that has inherited it lives. */
    @Test
    void aForgottenScopeIsCollected() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch isMade = new CountDownLatch(1);
        Thread[] idle = new Thread[1];
        Thread opener = new Thread(() -> {
            Scope.inheritable().zeros(1);
            idle[0] = new Thread(() -> {
                Current.scope();
                isMade.countDown();
                await(end);
            });
            idle[0].start();
        });
        opener.start();
        opener.join();
        await(isMade);
        Live.collectUntil("the scope is closed", () -> Live.now().equals(Live.NOTHING));
        assertTrue(idle[0].isAlive());
        end.countDown();
        idle[0].join();
    }

    /** Forks inherit every open scope. It is a preview API, so the program is compiled when it runs. */
    @Test
    void forksInheritOpenScopes() {
        if (Runtime.version().feature() != 25) {
            assertTrue(FORKS.toFile().isFile()); // no other JDK has this form of the API
            return;
        }
        List<String> options = List.of("--enable-preview", "--source", "25");
        ChildJvm.Output output = ChildJvm.run(ChildJvm.builderOfSource(FORKS, options));
        assertEquals(0, output.code(), output::text);
        assertTrue(output.contains("all forks had their scope"), output::text);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
