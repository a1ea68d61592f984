package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.internal.Native;
import dev.tenure.reports.MemoryStats;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that fails changes nothing: what it had made on the way is freed. */
class FailedCreateTest {
    private static final int TIMES = TestDevice.rounds(200);
    private static final int SIDE = TestDevice.isElsewhere() ? 16 : 512; // 1 MiB

    @BeforeEach
    void start() {
        Live.drain();
    }

    /** An operation whose result goes to a scope that is closed: the member itself would be closed, so it is a loan. */
    @Test
    void operationsInAClosedScope() {
        try (Scope home = Scope.open()) {
            Tensor x = Tensor.ones(SIDE, SIDE);
            Tape tape = Tape.open();
            Scope scope = Scope.create();
            long closed = scope.handle();
            scope.close();
            Live before = Live.now();
            MemoryStats memory = TestDevice.stats();
            List<Supplier<Long>> calls = List.of(
                    () -> Native.zeros(closed, TestDevice.DEVICE.code(), DType.F32.code(), 2, SIDE, SIDE, 0, 0),
                    () -> Native.rand(closed, TestDevice.DEVICE.code(), DType.F32.code(), 2, SIDE, SIDE, 0, 0),
                    () -> Native.fromArray(closed, TestDevice.DEVICE.code(), DType.F32.code(), DType.F32.code(), new float[SIDE], new long[] {
                        SIDE
                    }),
                    () -> Native.add(closed, x.handle, x.handle),
                    () -> Native.sum(closed, x.handle, false, 0, 0, 0, 0, 0),
                    () -> Native.matmul(closed, x.handle, x.handle),
                    () -> Native.copy(closed, x.handle),
                    () -> Native.concat(closed, new long[] {x.handle, x.handle}, 0),
                    () -> Native.slice(closed, x.handle, 0, 0, 2, 1),
                    () -> Native.tapeWatch(closed, tape.handle, x.handle),
                    () -> Native.tapeOpen(closed),
                    () -> Native.optimizerSgd(closed, new long[] {x.handle}, 0.1, 0.9, 0, 0, false, false),
                    () -> Native.scopePush(closed));
            for (Supplier<Long> call : calls) {
                for (int i = 0; i < TIMES; i++) {
                    assertEquals(Status.SCOPE_CLOSED,
                            assertThrows(ScopeException.class, call::get).status());
                }
                assertEquals(before, Live.now());
            }
            assertEquals(memory.liveBytes(), TestDevice.stats().liveBytes());
            assertEquals(0, TestDevice.stats().outOfMemory() - memory.outOfMemory());
        }
        Live.assertNothing();
    }

    @Test
    void operationsThatAreRefused() {
        try (Scope s = Scope.open()) {
            Tensor x = Tensor.ones(SIDE, SIDE);
            Tensor y = Tensor.ones(3);
            Live before = Live.now();
            List<Supplier<Object>> calls = List.of(
                    () -> x.add(y),
                    () -> x.matmul(y),
                    () -> x.reshape(7),
                    () -> x.select(0, SIDE),
                    () -> x.crossEntropy(Tensor.ones(2)),
                    () -> Tensor.concat(0, x, y),
                    () -> Tensor.zeros(-1),
                    () -> Tensor.zeros(1L << 40, 1L << 40),
                    () -> Tensor.loadNpy(Path.of("/nowhere/x.npy")));
            for (Supplier<Object> call : calls) {
                try (Scope own = s.child()) {
                    own.run(() -> assertThrows(RuntimeException.class, call::get));
                }
                assertEquals(before, Live.now());
            }
        }
        Live.assertNothing();
    }
}
