package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.collector.Backstop;
import dev.tenure.collector.BackstopFaults;
import dev.tenure.internal.Native;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The collector frees what nobody closed, and nothing that is still in use. */
class BackstopTest {
    @BeforeEach
    void start() {
        Live.drain();
    }

    @Test
    void unownedTensorsAreFreed() {
        for (int i = 0; i < 10_000; i++) {
            Tensor.zeros(16);
        }
        Live.collectUntil("10,000 dropped tensors are freed", () -> Live.now().equals(Live.NOTHING));
    }

    @Test
    void aForgottenScopeIsClosedWithItsMembers() {
        forgetScope();
        Live.collectUntil("a dropped scope is closed", () -> Live.now().equals(Live.NOTHING));
    }

    private static void forgetScope() {
        Scope scope = Scope.create();
        scope.run(() -> Tensor.zeros(100));
        scope.child().run(() -> Tensor.zeros(100));
        assertEquals(Live.stats(3, 2, 1, 800), scope.stats());
    }

    @Test
    void aMemberKeepsItsScopeOpen() {
        Tensor member = memberOfForgottenScope();
        for (int i = 0; i < 20; i++) {
            System.gc();
            assertEquals(7, member.sum().item());
        }
        member.close();
    }

    private static Tensor memberOfForgottenScope() {
        Tensor[] member = new Tensor[1];
        Scope.create().child().run(() -> member[0] = Tensor.ones(7));
        return member[0];
    }

    @Test
    @Tag("host")
    void aBufferKeepsTheMemoryAfterEverythingIsClosed() {
        ByteBuffer bytes;
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
            bytes = t.asByteBuffer();
            t.mulInPlace(10);
            bytes.asFloatBuffer().put(0, -1);
            assertArrayEquals(new float[] {-1, 20, 30, 40, 50, 60}, t.toFloatArray());
            s.close();
        }
        FloatBuffer part = bytes.slice(4, 20).order(bytes.order()).asFloatBuffer();
        bytes = null;
        fill(1000);
        for (int i = 0; i < 10; i++) {
            System.gc();
            assertEquals(20, part.get(0));
            assertEquals(60, part.get(4));
        }
        assertEquals(24, Live.now().bytes());
        part = null;
        Live.collectUntil("the dropped buffer's memory is freed", () -> Live.now().equals(Live.NOTHING));
    }

    /** Would write over freed blocks of this size. */
    private static void fill(int times) {
        for (int i = 0; i < times; i++) {
            Tensor.full(new long[] {2, 3}, 9).close();
        }
    }

    @Test
    void closedTensorsLeaveTheBackstop() {
        WeakReference<Object> entry = entryOfClosedTensor();
        Live.assertNothing();
        Live.collectUntil("the entry of a closed tensor is dropped", () -> entry.get() == null);
    }

    private static WeakReference<Object> entryOfClosedTensor() {
        try (Tensor t = Tensor.zeros(1)) {
            return new WeakReference<>(t.owner);
        }
    }

    @Test
    void noErrorEndsIt() throws Exception {
        long failures = Backstop.failures();
        AtomicInteger toFail = new AtomicInteger(3);
        BackstopFaults faults = BackstopFaults.releasing((handles, n) -> {
            switch (toFail.getAndDecrement()) {
                case 3 -> throw new OutOfMemoryError("for a test");
                case 2 -> throw new IllegalStateException("for a test");
                case 1 -> throw new StackOverflowError("for a test");
                default -> {
                    return Native.collect(handles, n);
                }
            }
        });
        try (faults) {
            for (int i = 0; i < 1000; i++) {
                Tensor.zeros(16);
            }
            Live.collectUntil("all is freed after three failures", () -> Live.now().equals(Live.NOTHING));
            assertTrue(Backstop.failures() >= failures + 3);
        }
    }

    /** One at a time, so that what is found while a batch waits to be tried again is in the daemon's hand when that fails. */
    @Test
    void whatIsFoundWhileReleasingFailsIsNotLost() {
        AtomicInteger toFail = new AtomicInteger(30);
        BackstopFaults faults = BackstopFaults.releasing((handles, n) -> {
            if (toFail.getAndDecrement() > 0) {
                throw new IllegalStateException("for a test");
            }
            return Native.collect(handles, n);
        });
        try (faults) {
            for (int i = 0; i < 100; i++) {
                Tensor.zeros(16);
                System.gc();
            }
            Live.collectUntil("all is freed", () -> Live.now().equals(Live.NOTHING));
            assertTrue(toFail.get() < 0);
        }
    }

    @Test
    void anInterruptDoesNotEndIt() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("tenure-backstop")) {
                thread.interrupt();
            }
        }
        Tensor.zeros(16);
        Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
    }

    @Test
    void sweepingFreesAtOnceWhatACollectionFound() {
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 600; i++) {
                Tensor.zeros(16);
            }
            System.gc();
            while (Backstop.sweep() > 0 || Backstop.isReleasing()) {
                Thread.onSpinWait();
            }
            Live.assertNothing();
        }
    }

    @Test
    void whatASweepHasFoundIsNotLostWhenABatchFails() {
        Thread sweeper = Thread.currentThread();
        AtomicInteger toFail = new AtomicInteger();
        BackstopFaults faults = BackstopFaults.releasing((handles, n) -> {
            if (Thread.currentThread() == sweeper && toFail.getAndDecrement() > 0) {
                throw new IllegalStateException("for a test");
            }
            return Native.collect(handles, n);
        });
        try (faults) {
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 1000; i++) {
                    Tensor.zeros(16);
                }
                toFail.set(1);
                System.gc();
                Backstop.sweep();
                Live.collectUntil("all is freed", () -> Live.now().equals(Live.NOTHING));
            }
        }
    }

    /** As bodies leave them that had no stack for closing: one before it said that it is closed, one after. */
    @Test
    void whatWasAbandonedIsClosed() {
        Scope first = openForBody();
        Scope second = openForBody();
        second.entry = Scope.CLOSED;
        synchronized (Abandoned.LOCK) {
            first.abandonedBefore = Abandoned.first;
            second.abandonedBefore = first;
            Abandoned.first = second;
            Backstop.isTendDue = true;
        }
        Live.assertNothing();
        assertTrue(first.isClosed() && second.isClosed());
        assertNull(Abandoned.first);
    }

    private static Scope openForBody() {
        Scope scope = Bodies.open();
        scope.ones(1);
        return scope;
    }

    @Test
    void itsThreadRunsNoCodeOfTheUser() {
        boolean[] ran = new boolean[1];
        forgetForeign(ran);
        Live.collectUntil("the forgotten scope is freed", () -> Live.now().equals(Live.NOTHING));
        assertFalse(ran[0]);
    }

    private static void forgetForeign(boolean[] ran) {
        Scope scope = Scope.create();
        scope.ones(1);
        scope.own(() -> ran[0] = true);
    }
}
