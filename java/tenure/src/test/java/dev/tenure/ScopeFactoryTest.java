package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tenure.internal.Native;
import dev.tenure.optim.Optimizer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scope that is held and not current: what it makes is its own; what it runs elsewhere has it current. */
@ExtendWith(Clean.class)
class ScopeFactoryTest {
    @Test
    void whatItMakesIsItsOwn() {
        try (Scope held = Scope.create(); Scope current = Scope.open()) {
            long[] five = {1, 1, 1, 1, 2};
            List<Tensor> made = List.of(
                    held.zeros(2), held.zeros(DType.I32, 2), held.zeros(DType.F64, Device.CPU, five),
                    held.ones(2), held.ones(DType.I32, 2), held.ones(DType.F64, Device.CPU, five),
                    held.rand(2), held.rand(DType.F32, 2), held.rand(DType.F64, Device.CPU, five),
                    held.randn(2), held.randn(DType.F32, 2), held.randn(DType.F64, Device.CPU, five),
                    held.empty(2), held.empty(DType.I32, 2), held.empty(DType.F64, Device.CPU, five),
                    held.full(new long[] {2}, 3), held.full(DType.I64, five, 3), held.arange(2), held.arange(DType.F32, 0, 2, 1),
                    held.of(1f, 2), held.of(new float[] {1, 2}, 1, 2), held.of(1.0, 2),
                    held.of(new double[] {1, 2}, 1, 2), held.of(1, 2), held.of(new int[] {1, 2}, 1, 2), held.of(1L, 2),
                    held.of(new long[] {1, 2}, 1, 2), held.of((byte) 1, (byte) 2), held.of(new byte[] {1, 2}, 1, 2),
                    held.of(true, false), held.of(new boolean[] {true, false}, 1, 2), held.of(1f, 2, 3, 4, 5).slice(0, 0, 2));
            assertEquals(0, current.stats().tensors() - 1); // the slice
            for (Tensor t : made.subList(0, made.size() - 1)) {
                assertSame(held, t.scope());
                assertEquals(held.handle(), Native.scopeOwner(t.handle));
                assertEquals(2, t.size());
            }
            assertEquals(2, held.ones(DType.I32, 2).sum().item());
            assertArrayEquals(new float[] {0, 1}, held.arange(DType.F32, 0, 2, 1).toFloatArray());
            assertEquals(0, held.zeros(2).sum().item());
            assertSame(held, held.alias(Tensor.ones(1)).scope());
        }
    }

    @Test
    void anEmptyTensorMayHoldAnything() {
        try (Tensor t = Tensor.empty(2, 3); Tensor u = Tensor.empty(DType.I64, 2); Tensor v = Tensor.empty(
                DType.U8, Device.CPU, 1, 1, 1, 1, 7)) {
            assertArrayEquals(new long[] {2, 3}, t.shape());
            assertEquals(DType.F32, t.dtype());
            assertEquals(16, u.nbytes());
            assertEquals(7, v.size());
            t.fill(4);
            assertEquals(24, t.sum().item());
        }
        Live.drain();
    }

    @Test
    void itIsCurrentWhereverItsTasksRun() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Scope s = Scope.create()) {
            Callable<Tensor> callable = s.wrap((Callable<Tensor>) () -> Tensor.ones(1));
            assertSame(s, threads.submit(callable).get().scope());
            Supplier<Tensor> supplier = s.wrapSupplier(() -> Tensor.ones(1));
            assertSame(s, supplier.get().scope());
            Tensor[] made = new Tensor[2];
            Runnable runnable = s.wrap(() -> {
                made[0] = Tensor.ones(1);
            });
            threads.submit(runnable).get();
            assertSame(s, made[0].scope());
            ExecutorService wrapped = s.wrap(threads);
            assertSame(s, wrapped.submit(() -> Tensor.ones(1)).get().scope());
            assertSame(s, wrapped.invokeAll(List.<Callable<Tensor>>of(() -> Tensor.ones(1))).get(0).get().scope());
            s.wrap((java.util.concurrent.Executor) Runnable::run).execute(() -> made[1] = Tensor.ones(1));
            assertSame(s, made[1].scope());
            assertNull(threads.submit(Current::scope).get());
            assertEquals(3, s.run(() -> 3));
            assertNull(Current.scope());
            assertEquals(3, s.call(() -> 3));
            assertNull(Current.scope());
            s.run(() -> {});
            assertNull(Current.scope());
            assertSame(s, s.run(() -> Tensor.ones(1)).scope());
            wrapped.shutdown();
            assertEquals(true, wrapped.awaitTermination(1, TimeUnit.MINUTES) && threads.isShutdown()
                    && wrapped.isShutdown() && wrapped.isTerminated());
            assertEquals(List.of(), wrapped.shutdownNow());
        }
    }

    @Test
    void aParameterStaysOneWhereverItGoes() {
        try (Scope model = Scope.create(); Scope other = Scope.create()) {
            Tensor initial = model.ones(2);
            Parameter p = Parameter.of("weight", initial);
            assertSame(model, p.scope());
            assertEquals("weight", p.name());
            initial.fill(3);
            assertEquals(6, p.sum().item());
            Parameter same = other.attach(p).moveTo(model).tempAttach(other).attach(model).moveToOuterScope();
            assertSame(p, same);
            assertSame(p, model.keep(other.ret(p.detachFromScope().name("bias"))));
            assertSame(p, other.attach(model.tempAttach(other.tempAttach(p))));
            Map<String, Parameter> escaped;
            try (Scope outer = Scope.open()) {
                escaped = Scope.using(() -> Map.of("b", Parameter.of("b", Tensor.ones(1))));
                assertInstanceOf(Parameter.class, escaped.get("b"));
                assertSame(outer, escaped.get("b").scope());
            }
            Optimizer.sgd(List.of(p), 0.1, 0).step(model.ones(2));
            assertEquals(2.9, p.mean().item(), 1e-6);
            Live.collectUntil("the optimizer goes", () -> p.useCount() == 2);
        }
    }

    private record Own(Tensor inside) {}

    private static final class Detection implements Escapable {
        private final List<Tensor> boxes = List.of(Tensor.ones(1), Tensor.ones(2));
        private final Own none = null;

        @Override
        public Iterable<?> escaping() {
            return none == null ? boxes : null;
        }
    }

    @Test
    void aTypeOfOnesOwnEscapes() {
        try (Scope outer = Scope.open()) {
            List<Detection> found = Scope.using(() -> List.of(new Detection()));
            for (Tensor box : found.get(0).boxes) {
                assertSame(outer, box.scope());
                assertEquals(1, box.mean().item());
            }
            assertSame(outer, Scope.using(() -> new Own(Tensor.ones(1))).inside().scope());
        }
    }
}
