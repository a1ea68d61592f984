package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.nn.Identity;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Modules that are written in Java, and what belongs to whom. */
class ModuleTest {
    /** y = relu(x w) with temporaries. */
    private static class Own extends Module {
        final Tensor w = parameter("w", Tensor.of(new float[] {1, -2, 3, 4}).reshape(2, 2));
        final Module inner = add("inner", new Identity());

        @Override
        protected Tensor forward(Tensor x) {
            return inner.call(x).matmul(w).add(1).sub(1).relu();
        }
    }

    private static final class Forgotten extends Module {
        final Module fc = new Linear(2, 2);

        @Override
        protected Tensor forward(Tensor x) {
            return fc.call(x);
        }
    }

    private static final class Same extends Module {
        @Override
        protected Tensor forward(Tensor x) {
            return x;
        }
    }

    /** Returns its parameter. */
    private static final class Constant extends Module {
        final Tensor w = parameter("w", Tensor.ones(2));

        @Override
        protected Tensor forward(Tensor x) {
            return w;
        }
    }

    /** Has a parameter of another module. */
    private static final class Tied extends Module {
        final Tensor w;

        Tied(Constant other) {
            w = parameter("w", other.w);
        }

        @Override
        protected Tensor forward(Tensor x) {
            return x.mul(w);
        }
    }

    @Test
    void aCallFreesEverythingButItsResult() {
        try (Scope scope = Scope.open()) {
            Own own = new Own();
            Tensor x = Tensor.of(new float[] {1, 2}).reshape(1, 2);
            long before = scope.stats().tensors();
            Tensor y = own.call(x);
            assertArrayEquals(new float[] {7, 6}, y.toFloatArray());
            assertEquals(before + 1, scope.stats().tensors());
            assertSame(scope, y.scope());
        }
    }

    @Test
    void aModuleThatReturnsItsInputGivesAReferenceOfItsOwn() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.ones(2);
            for (Module module : List.of(new Identity(), new Same())) {
                Tensor y = module.call(x);
                assertNotSame(x, y);
                y.close();
                assertEquals(2, x.sum().item());
            }
        }
    }

    @Test
    void aModuleThatReturnsItsParameterGivesAReferenceOfItsOwn() {
        try (Scope scope = Scope.open()) {
            Constant module = new Constant();
            Tensor x = Tensor.zeros(2);
            module.call(x).close();
            module.callAll(x)[0].close();
            assertEquals(2, module.w.sum().item());
        }
    }

    @Test
    void aSequenceWithAnOwnModuleGivesAllResults() {
        try (Scope scope = Scope.open()) {
            Tensor[] results = new Sequential(new Same(), new ReLU()).callAll(Tensor.ones(2));
            assertEquals(1, results.length);
            assertEquals(2, results[0].sum().item());
        }
    }

    @Test
    void aTiedParameterKeepsItsFirstModuleAliveForTheCollector() throws InterruptedException {
        try (Tied tied = new Tied(new Constant())) {
            for (int i = 0; i < 5; i++) {
                System.gc();
                Thread.sleep(20);
            }
            try (Tensor x = Tensor.ones(2); Tensor y = tied.call(x)) {
                assertArrayEquals(new float[] {1, 1}, y.toFloatArray());
            }
        }
    }

    @Test
    void aTapeRecordsAnOwnModuleInASequence() {
        try (Scope scope = Scope.open()) {
            Own own = new Own();
            Sequential net = new Sequential(own, new ReLU());
            assertEquals(List.of("0.w"), List.copyOf(net.namedParameters().keySet()));
            Tape tape = Tape.open();
            Tensor[] watched = net.watch(tape);
            Tensor x = Tensor.of(new float[] {1, 2}).reshape(1, 2);
            Tensor[] gradients = tape.backward(net.call(x).sum(), watched);
            assertArrayEquals(new float[] {1, 1, 2, 2}, gradients[0].toFloatArray());
        }
    }

    @Test
    void aParameterStaysWithItsModule() {
        try (Scope scope = Scope.open();
                Scope other = Scope.create()) {
            Own own = new Own();
            Sequential net = new Sequential(Map.of("encoder", own));
            InvalidArgumentException refused = assertThrows(InvalidArgumentException.class, () -> other.attach(own.w));
            assertTrue(refused.getMessage().contains("'encoder.w'"), refused.getMessage());
            assertSame(scope, own.w.scope());
            assertEquals("encoder", own.path());
            net.moveTo(other);
            assertSame(other, own.w.scope());
            net.close();
            assertTrue(own.isClosed());
            assertThrows(ClosedException.class, () -> own.call(own.w));
        }
    }

    @Test
    void aForgottenPartIsNamedByTheFirstCall() {
        try (Scope scope = Scope.open()) {
            Forgotten module = new Forgotten();
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> module.call(Tensor.ones(1, 2)));
            assertTrue(refused.getMessage().contains("add(\"fc\", ...)"), refused.getMessage());
        }
    }

    @Test
    void partsKeepTheWholeAliveForTheCollector() throws InterruptedException {
        Module part = new Sequential(new Linear(2, 2)).child("0");
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(20);
        }
        Tensor y = part.call(Tensor.ones(1, 2));
        assertArrayEquals(new long[] {1, 2}, y.shape());
        y.close();
    }

    @Test
    void threadsCallOneModule() {
        try (Scope scope = Scope.open()) {
            Own own = new Own();
            Tensor x = Tensor.of(new float[] {1, 2}).reshape(1, 2);
            AtomicInteger right = new AtomicInteger();
            IntStream.range(0, 400).parallel().forEach(i -> {
                try (Tensor y = own.call(x)) {
                    if (y.toFloatArray()[0] == 7) {
                        right.incrementAndGet();
                    }
                }
            });
            assertEquals(400, right.get());
        }
    }
}
