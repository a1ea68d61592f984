package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.access.Pressure;
import dev.tenure.internal.Native;
import dev.tenure.reports.MemoryStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Native memory that nobody closes is bounded all the same, and calls that are refused some are made again. */
class PressureTest {
    private static final long MIB = 1 << 20;
    private static final long ELEMENTS = MIB / Float.BYTES;
    private static final int MANY = TestDevice.isElsewhere() ? 20 : 200; // threads
    private static final long HANG = 180; // seconds

    @BeforeEach
    void start() {
        Live.drain();
        Tenure.resetPeak(TestDevice.DEVICE);
    }

    @AfterEach
    void end() {
        Tenure.setMemoryLimit(TestDevice.DEVICE, 0);
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 0);
        Live.drain();
    }

    @Test
    void whatIsNeverClosedStaysBelowTheThreshold() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 16 * MIB);
        long before = TestDevice.stats().collections();
        for (int i = 0; i < 500; i++) {
            Tensor.empty(ELEMENTS);
        }
        MemoryStats after = TestDevice.stats();
        assertTrue(after.collections() > before, after::toString);
        assertTrue(after.peakBytes() < 20 * MIB, after::toString);
        assertTrue(after.backstopFreed() > 400, after::toString);
    }

    @Test
    void manyThatHoldNextToNothingCountToo() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 16 * MIB);
        long before = TestDevice.stats().collections();
        for (int i = 0; i < 300_000; i++) {
            Tensor.of(i); // 1.2 MB of numbers, and 55 MiB to keep them
        }
        assertTrue(TestDevice.stats().collections() > before, () -> TestDevice.stats().toString());
    }

    @Test
    @Tag("host")
    void viewsAndBuffersCountToo() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 16 * MIB);
        for (int i = 0; i < 100; i++) {
            try (Scope s = Scope.open()) {
                Tensor.empty(ELEMENTS).asByteBuffer();
                Tensor.empty(ELEMENTS).moveToOuterScope();
                Scope.using(() -> Tensor.empty(ELEMENTS));
                Tensor.empty(ELEMENTS).detachFromScope();
            }
            Scope.using(() -> Tensor.empty(ELEMENTS));
        }
        MemoryStats after = TestDevice.stats();
        assertTrue(after.peakBytes() < 24 * MIB, after::toString);
    }

    @Test
    void backwardFindsRoomUnderALimitAlthoughItCannotBeTriedAgain() {
        try (Tensor weight = Tensor.rand(128, 128)) {
            Tenure.setUnownedThreshold(TestDevice.DEVICE, 1L << 40); // nothing warns before the limit is reached
            Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + 2 * MIB);
            for (int i = 0; i < TestDevice.rounds(200); i++) {
                Tape tape = Tape.open();
                Tensor watched = tape.watch(weight);
                Tensor loss = watched.matmul(weight).tanh().exp().sum();
                assertEquals(1, tape.backward(loss, watched).length);
            }
        }
    }

    @Test
    void aProgramThatUsesScopesNeverAsks() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 16 * MIB);
        long before = TestDevice.stats().collections();
        for (int i = 0; i < 100; i++) {
            try (Scope s = Scope.open()) {
                for (int k = 0; k < 10; k++) {
                    Tensor.empty(ELEMENTS);
                }
            }
        }
        try (Scope s = Scope.create()) {
            s.empty(100 * ELEMENTS);
        }
        assertEquals(before, TestDevice.stats().collections());
    }

    @Test
    void aRefusedCallIsMadeAgain() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 1 << 30);
        Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + 24 * MIB);
        try (Scope s = Scope.create()) {
            Tensor a = s.ones(ELEMENTS);
            Tensor b = s.ones(1, ELEMENTS);
            int dropped = 0;
            for (int i = 0; i < 20; i++) {
                for (Tensor made : everyShapeOfCall(a, b)) {
                    dropped += made.detachFromScope().isClosed() ? 0 : 1;
                }
            }
            assertTrue(dropped >= 20 * 10);
        }
        assertTrue(TestDevice.stats().collections() > 0);
    }

    @Test
    void whatLeavesAWorkspaceFindsRoomUnderALimit() {
        Workspace ws = Workspace.create("batch", TestDevice.workspace().initialSize(2 * MIB).build());
        Scope outside = Scope.create();
        List<UnaryOperator<Tensor>> ways =
                List.of(outside::attach, t -> t.moveTo(outside), Tensor::moveToOuterScope, Tensor::detachFromScope, ws::ret);
        for (UnaryOperator<Tensor> way : ways) {
            forget();
            try (Workspace cycle = ws.enter()) {
                Tensor t = Tensor.full(new long[] {ELEMENTS}, 3);
                Tenure.setUnownedThreshold(TestDevice.DEVICE, 1L << 40);
                Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + MIB / 2);
                Tensor left = way.apply(t);
                assertNotSame(ws, left.scope());
                assertEquals(3, left.select(0, 0).item());
                left.close();
            }
            Tenure.setMemoryLimit(TestDevice.DEVICE, 0);
        }
        ws.destroy();
        outside.close();
    }

    /** Nobody's, and unreachable. */
    private static void forget() {
        Tensor.empty(ELEMENTS);
    }

    private static List<Tensor> everyShapeOfCall(Tensor a, Tensor b) {
        Tensor index = Tensor.arange(2);
        return List.of(
                a.add(b), a.add(1), a.neg(), a.gt(0).where(b, a), a.softmax(0), a.sum(true, 0), Tensor.zeros(ELEMENTS),
                Tensor.full(new long[] {ELEMENTS}, 2), Tensor.arange(DType.F32, 0, ELEMENTS, 1), Tensor.concat(0, a, a),
                a.unsqueeze(0).expand(2, ELEMENTS).copy(), b.indexSelect(1, index), a.cast(DType.I32),
                Tensor.of(new float[(int) ELEMENTS]));
    }

    @Test
    void whatCannotBeHadIsRefusedAtOnceAndNothingHasChanged() {
        try (Scope s = Scope.open("small"); Counter counter = Tenure.measure()) {
            s.limit(4 * MIB);
            Tensor held = Tensor.empty(3 * ELEMENTS);
            Live before = Live.now();
            NativeMemoryException e = assertThrows(NativeMemoryException.class, () -> Tensor.empty(2 * ELEMENTS));
            assertEquals(Status.LIMIT_EXCEEDED, e.status());
            assertTrue(e.getMessage().contains("'small'"), e::getMessage);
            assertFalse(e.getMessage().contains("DisableExplicitGC"), e::getMessage);
            assertEquals(before, Live.now());
            assertEquals(2, counter.stats().outOfMemory()); // once more, and then nothing was freed
            assertFalse(held.isClosed());
        }
    }

    /** What other threads free between a refusal and the look at what was freed is not freed again later. */
    @Test
    void aRefusalMayBeOlderThanWhatWasFreedLast() {
        assertEquals(7, Pressure.retry(new NativeMemoryException(Status.LIMIT_EXCEEDED.code(), "a moment ago"), () -> 7));
    }

    /** One call is refused for good; the next in the queue finds memory taken, but by what nobody uses any more. */
    @Test
    @Tag("host")
    void whatWasMadeAfterARefusalMayBeGarbage() throws Exception {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 1 << 30);
        NativeMemoryException refusal = new NativeMemoryException(Status.LIMIT_EXCEEDED.code(), "none left");
        AtomicInteger tries = new AtomicInteger();
        FutureTask<Long> second = new FutureTask<>(() -> Pressure.retry(refusal, () -> {
            if (tries.getAndIncrement() == 0) {
                Tensor.empty(ELEMENTS);
                throw refusal;
            }
            return 7;
        }));
        Thread waits = new Thread(second);
        assertThrows(NativeMemoryException.class, () -> Pressure.retry(refusal, () -> {
            if (waits.getState() == Thread.State.NEW) {
                waits.start();
                while (waits.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
            }
            throw refusal;
        }));
        assertEquals(7, second.get(HANG, TimeUnit.SECONDS));
    }

    @Test
    void manyThreadsAreRefusedTogether() throws Exception {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 1 << 30);
        Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + 32 * MIB);
        onThreads(Executors.newFixedThreadPool(8), 8, () -> {
            for (int k = 0; k < TestDevice.rounds(200); k++) {
                Tensor.empty(ELEMENTS).fill(k);
            }
        });
        MemoryStats after = TestDevice.stats();
        assertTrue(after.peakBytes() <= 32 * MIB, after::toString);
    }

    /** All is garbage, so that nobody is ever refused, however many wait for a collection. */
    @Test
    void noneOfVeryManyThreadsIsRefusedWhileAllIsGarbage() throws Exception {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 1 << 30);
        Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + 4 * MIB);
        for (ExecutorService threads : manyThreads()) {
            onThreads(threads, MANY, () -> {
                for (int k = 0; k < TestDevice.rounds(10); k++) {
                    Tensor.empty(ELEMENTS / 4).fill(k);
                }
            });
        }
        assertTrue(TestDevice.stats().peakBytes() <= 4 * MIB, () -> TestDevice.stats().toString());
    }

    /** A few collections show all of them that there is nothing to be had. */
    @Test
    void veryManyThreadsAreRefusedTogetherWhenAllIsInUse() throws Exception {
        try (Tensor held = Tensor.empty(4 * ELEMENTS)) {
            Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes());
            for (ExecutorService threads : manyThreads()) {
                CountDownLatch here = new CountDownLatch(MANY);
                long before = TestDevice.stats().collections();
                onThreads(threads, MANY, () -> {
                    here.countDown();
                    await(here);
                    assertThrows(NativeMemoryException.class, () -> Tensor.empty(ELEMENTS));
                });
                long asked = TestDevice.stats().collections() - before;
                assertTrue(asked < MANY / 2, () -> asked + " collections for " + MANY + " threads");
            }
            held.fill(1);
        }
    }

    /** Whatever is freed meanwhile, a call for more than the limit allows is refused. */
    @Test
    void whatNeverFitsIsRefusedAlthoughOthersGoOn() throws Exception {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 1 << 30);
        Tenure.setMemoryLimit(TestDevice.DEVICE, TestDevice.stats().liveBytes() + 4 * MIB);
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                others.add(two.submit(() -> {
                    while (!done.get()) {
                        Tensor.empty(ELEMENTS / 4).fill(1);
                    }
                }));
            }
            assertThrows(NativeMemoryException.class, () -> Tensor.empty(5 * ELEMENTS));
            done.set(true);
            for (Future<?> other : others) {
                other.get(HANG, TimeUnit.SECONDS);
            }
        } finally {
            done.set(true);
            two.shutdown();
        }
    }

    /** Platform threads, and virtual ones where the JDK has them. */
    private static List<ExecutorService> manyThreads() throws ReflectiveOperationException {
        List<ExecutorService> kinds = new ArrayList<>(List.of(Executors.newFixedThreadPool(MANY)));
        HandOffTest.virtualThreads().ifPresent(kinds::add);
        return kinds;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void onThreads(ExecutorService threads, int n, Runnable body) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(threads.submit(body));
        }
        threads.shutdown();
        for (Future<?> one : all) {
            one.get(HANG, TimeUnit.SECONDS);
        }
    }

    @Test
    void anInterruptIsNotLost() {
        Tenure.setUnownedThreshold(TestDevice.DEVICE, 16 * MIB);
        Thread.currentThread().interrupt();
        for (int i = 0; i < 100; i++) {
            Tensor.empty(ELEMENTS);
        }
        assertTrue(Thread.interrupted());
    }

    @Test
    void anInterruptOfAThreadThatWaitsForItsTurnIsNotLost() throws Exception {
        NativeMemoryException refusal = new NativeMemoryException(Status.LIMIT_EXCEEDED.code(), "none left");
        FutureTask<Boolean> second =
                new FutureTask<>(() -> Pressure.retry(refusal, () -> 7) == 7 && Thread.interrupted());
        Thread waits = new Thread(second);
        Pressure.retry(refusal, () -> {
            waits.start();
            while (waits.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            waits.interrupt();
            while (waits.isInterrupted()) {
                Thread.onSpinWait(); // it waits on
            }
            return 7;
        });
        assertTrue(second.get(HANG, TimeUnit.SECONDS));
    }

    @Test
    @Tag("host")
    void theDefaultFollowsTheHeapAndTheLimitUnlessItIsSet() {
        assertEquals(Runtime.getRuntime().maxMemory() / 8 * 3, threshold());
        Tenure.setUnownedThreshold(Device.CPU, 5 * MIB);
        assertEquals(5 * MIB, threshold());
        Tenure.setMemoryLimit(Device.CPU, 100 * MIB);
        assertEquals(5 * MIB, threshold());
        Tenure.setUnownedThreshold(Device.CPU, 0);
        assertEquals(25 * MIB, threshold());
        Tenure.setMemoryLimit(Device.CPU, 80 * MIB);
        assertEquals(20 * MIB, threshold());
        Tenure.setMemoryLimit(Device.CPU, 0);
        assertEquals(Runtime.getRuntime().maxMemory() / 8 * 3, threshold());
    }

    private static long threshold() {
        return Native.memoryUnownedThreshold(Device.CPU.code());
    }

    @Test
    void forgottenScopesOfSmallOnesAreBoundedByTheLimit() {
        ChildJvm.Output output = ChildJvm.run(SmallProgram.class, List.of("-Xms512m", "-Xmx512m"));
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("bounded"), output.text());
    }

    @Test
    void aJvmThatRefusesToCollectIsNamedInTheError() {
        List<String> options = List.of("-XX:+DisableExplicitGC", "-Xmx256m");
        ChildJvm.Output output = ChildJvm.run(PressureProgram.class, options);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("bounded"), output.text());
        assertTrue(output.contains("said why"), output.text());
    }
}
