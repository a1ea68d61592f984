package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.workspaces.ResetPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workspaces by name and thread, and used by several threads at once. */
class WorkspaceThreadsTest {
    private static final int ROUNDS = TestDevice.rounds(100);
    private static final WorkspaceConfig SINGLE =
            WorkspaceTest.SIZED.toBuilder().workspaceMode(WorkspaceMode.SINGLE).build();

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        WorkspaceTest.nothingIsLeft();
    }

    @Test
    void aNewThreadIsNotLetIntoTheOpenCycleOfOneThatHasEnded() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<Workspace> left = new AtomicReference<>();
        join(started(failure, () -> {
            left.set(Workspace.create("batch", WorkspaceTest.SIZED).enter());
            Tensor.ones(4);
        }));
        for (int i = 0; i < 50; i++) {
            join(started(failure, () -> assertEquals(
                    Status.WORKSPACE, assertThrows(ScopeException.class, left.get()::enter).status())));
        }
        left.get().destroy();
        assertNull(failure.get());
    }

    /** A body that may throw anything. */
    private interface Body {
        void run() throws Exception;
    }

    private static void join(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static Thread started(AtomicReference<Throwable> failure, Body body) {
        Thread thread = new Thread(guarded(failure, body));
        thread.start();
        return thread;
    }

    private static Runnable guarded(AtomicReference<Throwable> failure, Body body) {
        return () -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        };
    }

    private static void elsewhere(Body body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        join(started(failure, body));
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** A thread can be joined a little before the system has ended it. */
    private static void awaitWorkspaces(long wanted) throws InterruptedException {
        for (int i = 0; i < 10_000 && Workspace.total().workspaces() != wanted; i++) {
            Thread.sleep(1);
        }
        assertEquals(wanted, Workspace.total().workspaces());
    }

    @Test
    void aNameIsOneWorkspaceOfEachThread() throws Exception {
        assertNull(Workspace.find("loop"));
        Workspace mine = Workspace.get("loop", TestDevice.workspace().build());
        assertSame(mine, Workspace.get("loop"));
        assertSame(mine, Workspace.get("loop", TestDevice.workspace().build()));
        assertSame(mine, Workspace.find("loop"));
        assertNull(mine.parent());
        Tensor[] others = new Tensor[1];
        elsewhere(() -> {
            assertNull(Workspace.find("loop"));
            Workspace other = Workspace.get("loop", WorkspaceTest.SIZED);
            assertNotSame(mine, other);
            other.enter();
            others[0] = Tensor.ones(10);
            assertSame(other, others[0].workspace());
            Exception e = assertThrows(ScopeException.class, mine::enter);
            assertTrue(e.getMessage().contains("'loop' is another thread's"), e::getMessage);
            assertSame(other, Current.scope());
        });
        awaitWorkspaces(1); // it went with its thread
        assertThrows(ClosedException.class, others[0]::item);
        mine.destroy();
        assertNull(Workspace.find("loop"));
        Workspace again = Workspace.get("loop", TestDevice.workspace().build());
        assertNotSame(mine, again);
        assertFalse(again.isClosed());
        again.destroy();
    }

    @Test
    void anotherConfigurationIsRefusedWithBothValues() {
        Workspace ws = Workspace.get("x", TestDevice.workspace().maxSize(128).build());
        assertEquals(128, ws.config().maxSize());
        Exception e = assertThrows(
                InvalidArgumentException.class,
                () -> Workspace.get("x", TestDevice.workspace().maxSize(256).build()));
        assertTrue(e.getMessage().contains("workspace 'x' is there already with maxSize 128, asked for was 256"), e::getMessage);
        assertSame(ws, Workspace.get("x"));
        ws.destroy();
        Workspace.get("x", TestDevice.workspace().maxSize(256).build()).destroy();
    }

    @Test
    void oneThatWentWithAScopeIsMadeAnew() {
        Workspace gone;
        try (Scope scope = Scope.open()) {
            gone = scope.attach(Workspace.get("x", TestDevice.workspace().build()));
        }
        assertNull(Workspace.find("x"));
        Workspace again = Workspace.get("x", TestDevice.workspace().build());
        assertNotSame(gone, again);
        again.enter().close();
        again.destroy();
    }

    @Test
    void theProcessesOwnAreNoLeaks() {
        Workspace ring = Workspace.get("ring", TestDevice.workspace()
                .policyReset(ResetPolicy.ENDOFBUFFER_REACHED).overallocationLimit(1).build());
        ring.enter();
        Tensor.ones(4);
        ring.close();
        Tenure.assertNoLeaks();
        assertEquals(List.of(), Tenure.leaks());
        Workspace created = Workspace.create("mine", WorkspaceTest.SIZED);
        assertThrows(AssertionError.class, Tenure::assertNoLeaks);
        created.destroy();
        ring.destroy();
        Workspace batch = Workspace.get("batch", TestDevice.workspace().build());
        batch.enter();
        Tensor.ones(1);
        assertEquals(1, Tenure.leaks().size()); // as in any scope that is open
        batch.close();
        assertEquals(List.of(), Tenure.leaks());
        batch.destroy();
    }

    @Test
    void underSingleThereIsOneForTheProcess() throws Exception {
        Workspace ws = Workspace.get("shared", SINGLE);
        elsewhere(() -> {
            assertSame(ws, Workspace.get("shared", SINGLE));
            assertSame(ws, Workspace.get("shared"));
            try (Workspace cycle = ws.enter()) {
                assertSame(ws, Tensor.ones(3).workspace());
            }
        });
        assertFalse(ws.isClosed());
        assertFalse(ws.isEntered());
        ws.destroy();
        assertNull(Workspace.find("shared"));
    }

    /** ND4J: thousands of errors, and 103 to 175 silently wrong values. */
    @Test
    void twoThreadsInASingleOneAreBothRight() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Workspace ws = Workspace.get("both", SINGLE);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            CyclicBarrier start = new CyclicBarrier(2);
            Thread[] threads = new Thread[2];
            for (int i = 0; i < 2; i++) {
                int value = i + 1;
                threads[i] = started(failure, () -> {
                    start.await();
                    for (int k = 0; k < 20; k++) {
                        try (Workspace cycle = ws.enter()) {
                            Tensor a = Tensor.full(new long[] {200}, value);
                            Tensor b = Scope.using(() -> a.add(Tensor.full(new long[] {200}, value)));
                            assertEquals(400.0 * value, b.sum().item());
                            assertSame(ws, Current.scope());
                        }
                        assertNull(Current.scope());
                    }
                });
            }
            join(threads);
            assertNull(failure.get(), () -> failure.get().toString());
            assertFalse(ws.isEntered());
            ws.destroy();
        }
    }

    @Test
    void whoReadsWhileAnotherLeavesIsRightOrRefused() throws Exception {
        Workspace ws = Workspace.create("batch", WorkspaceTest.SIZED);
        AtomicReference<Tensor> shown = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CyclicBarrier start = new CyclicBarrier(2);
        Thread reader = started(failure, () -> {
            start.await();
            for (Tensor t = shown.get(); !Thread.interrupted(); t = shown.get()) {
                try {
                    float[] values = t.toFloatArray();
                    for (float value : values) {
                        assertEquals(values[0], value);
                    }
                } catch (ClosedException e) {
                    // Held up for long, this finds its handle's place used more often since than is remembered.
                    String said = e.getMessage();
                    assertTrue(said.contains("of workspace 'batch'") || said.contains("is closed"), said);
                }
            }
        });
        ws.enter();
        shown.set(Tensor.full(new long[] {1000}, 0));
        start.await();
        for (int round = 1; round <= ROUNDS; round++) {
            ws.close();
            ws.enter();
            for (int i = 0; i < 5; i++) {
                shown.set(Tensor.full(new long[] {1000}, round));
            }
        }
        reader.interrupt();
        join(reader);
        assertNull(failure.get(), () -> failure.get().toString());
        ws.close();
        ws.destroy();
    }

    @Test
    void anotherThreadMayCloseIt() throws Exception {
        Workspace ws = Workspace.create("batch", WorkspaceTest.SIZED);
        for (int round = 0; round < ROUNDS; round++) {
            ws.enter();
            Tensor t = Tensor.full(new long[] {50}, round);
            elsewhere(ws::close);
            assertFalse(ws.isEntered());
            assertNull(Current.scope());
            assertTrue(t.isClosed());
            ws.close();
        }
        ws.enter();
        Tensor t = Tensor.ones(50);
        elsewhere(ws::destroy);
        assertTrue(t.isClosed());
        assertNull(Current.scope());
        ws.close();
        assertTrue(ws.isClosed());
    }

    @Test
    void closingRacesWithUseAndNothingBreaks() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Workspace ws = Workspace.create("batch", WorkspaceTest.SIZED);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            CyclicBarrier start = new CyclicBarrier(2);
            boolean destroy = round % 2 == 0;
            Thread closer = started(failure, () -> {
                start.await();
                if (destroy) {
                    ws.destroy();
                } else {
                    ws.close();
                }
            });
            ws.enter();
            start.await();
            try {
                for (int i = 0; i < 50; i++) {
                    Tensor t = Tensor.full(new long[] {100}, i);
                    assertEquals(100.0 * i, t.sum().item());
                }
            } catch (ClosedException | ScopeException e) {
                assertTrue(e.getMessage().length() > 0);
            }
            join(closer);
            assertNull(failure.get(), () -> failure.get().toString());
            ws.close();
            ws.destroy();
            WorkspaceTest.nothingIsLeft();
        }
    }

    @Test
    void aThreadThatEndsGivesAllBackAtOnce() throws Exception {
        long reserved = TestDevice.stats().liveBytes();
        for (int round = 0; round < ROUNDS; round++) {
            elsewhere(() -> {
                Workspace ws = Workspace.get("mine", TestDevice.workspace().initialSize(1 << 20).build());
                ws.enter();
                Tensor.ones(1000);
            });
            awaitWorkspaces(0); // without a collection
            assertEquals(reserved, TestDevice.stats().liveBytes());
        }
    }

    /** Of 21 on a virtual one, which goes on on whichever thread of the system is free. */
    private static Thread start(Runnable body) throws ReflectiveOperationException {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (NoSuchMethodException e) {
            Thread thread = new Thread(body);
            thread.start();
            return thread;
        }
    }

    @Test
    void aThreadHasItsOwnAndItGoesWithItAlsoAVirtualOne() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        Set<Long> handles = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 50; i++) {
            int value = i;
            threads.add(start(guarded(failure, () -> {
                Workspace ws = Workspace.get("mine", WorkspaceTest.SIZED);
                handles.add(ws.handle());
                for (int k = 0; k < 5; k++) {
                    try (Workspace cycle = ws.enter()) {
                        Tensor t = Tensor.full(new long[] {100}, value);
                        Thread.sleep(1); // goes on on another thread of the system, perhaps
                        assertEquals(100.0 * value, t.sum().item());
                        assertSame(ws, t.workspace());
                    }
                }
                assertSame(ws, Workspace.find("mine"));
                Workspace held = Workspace.create("x", WorkspaceTest.SIZED);
                try (Workspace cycle = held.enter()) {
                    Thread.sleep(1);
                    assertSame(held, Tensor.full(new long[] {100}, value).workspace());
                }
                held.destroy();
            })));
        }
        join(threads.toArray(new Thread[0]));
        assertNull(failure.get(), () -> failure.get().toString());
        threads.clear();
        assertEquals(50, handles.size());
        Live.collectUntil("their workspaces are gone", () -> Workspace.total().workspaces() == 0);
    }
}
