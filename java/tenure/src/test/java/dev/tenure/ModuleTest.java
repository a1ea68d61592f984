package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.nn.Concat;
import dev.tenure.nn.Graph;
import dev.tenure.nn.Identity;
import dev.tenure.nn.Linear;
import dev.tenure.nn.LoadReport;
import dev.tenure.nn.Module;
import dev.tenure.nn.MultiheadAttention;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    /** Reads its root in each call, and has a part that was replaced. */
    private static final class Looking extends Module {
        final Sequential root;
        final Module scale = add("other_name", new Identity());
        final Module old;

        Looking(Sequential root, Module old) {
            this.root = root;
            this.old = old;
        }

        @Override
        protected Tensor forward(Tensor x) {
            return scale.call(x).mul(root.children().size());
        }
    }

    @Test
    void aFieldMayHaveTheRootAndAClosedModule() {
        try (Scope scope = Scope.open()) {
            Module old = new Identity();
            Sequential root = new Sequential();
            root.append(new Looking(root, old));
            old.close();
            assertArrayEquals(new float[] {1, 1}, root.call(Tensor.ones(2)).toFloatArray());
        }
    }

    @Test
    void namesOfAStateAreAnyText() {
        try (Scope scope = Scope.open()) {
            Module linear = new Linear(1, 1);
            Tensor one = Tensor.ones(1);
            List<String> names = List.of("bias\r", "a\nb", "c\td", "e\\n", "");
            for (String name : names) {
                LoadReport report = linear.loadStateDict(Map.of(name, one), false, false);
                assertEquals(List.of(name), report.unexpected());
                assertEquals(List.of("weight", "bias"), report.missing());
            }
            Map<String, Tensor> all = new LinkedHashMap<>();
            names.forEach(name -> all.put(name, one));
            assertEquals(Set.copyOf(names), Set.copyOf(linear.loadStateDict(all, false, false).unexpected()));
        }
    }

    @Test
    void aNameMayHaveABackslash() {
        try (Scope scope = Scope.open()) {
            Sequential net = new Sequential(Map.of("a\\n", new Linear(1, 1)));
            assertEquals(Set.of("a\\n"), net.children().keySet());
            assertEquals(Set.of("a\\n.weight", "a\\n.bias"), net.stateDict().keySet());
            net.loadStateDict(net.stateDict());
        }
    }

    @Test
    void threadsAppendUnderNumbersOfTheirOwn() throws Exception {
        try (Scope scope = Scope.open()) {
            Sequential net = new Sequential();
            AtomicInteger mismatches = new AtomicInteger();
            List<Thread> threads = IntStream.range(0, 4).mapToObj(i -> new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    Sequential part = new Sequential();
                    net.append(part);
                    part.append(new Linear(1, 1, k % 2 == 0));
                    part.append(new Same());
                    for (Map.Entry<String, Tensor> one : net.namedParameters().entrySet()) {
                        long dims = one.getKey().endsWith("weight") ? 2 : 1;
                        mismatches.addAndGet(one.getValue().shape().length == dims ? 0 : 1);
                        one.getValue().close();
                    }
                }
            })).toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(IntStream.range(0, 200).mapToObj(Integer::toString).toList(), List.copyOf(net.children().keySet()));
            assertEquals(0, mismatches.get());
            assertArrayEquals(new long[] {1, 1}, net.call(Tensor.ones(1, 1)).shape());
            net.close();
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

    /** Counts the inputs that are left out. */
    private static final class Optional extends Module {
        @Override
        protected Tensor[] forwardAll(Tensor... inputs) {
            return new Tensor[] {Tensor.of((float) Arrays.stream(inputs).filter(Objects::isNull).count())};
        }
    }

    @Test
    void anInputThatIsNullIsLeftOut() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.rand(1, 3, 4);
            Tensor padding = Tensor.of(new boolean[] {false, false, true}).reshape(1, 3);
            Module attention = new MultiheadAttention(4, 2, 0, true, true, true);
            Tensor[] results = attention.callAll(x, x, x, null, padding);
            assertEquals(2, results.length);
            assertEquals(0, results[1].select(2, 2).sum().item());
            assertEquals(2, new Optional().callAll(x, null, null)[0].item());
            assertThrows(InvalidArgumentException.class, () -> new ReLU().callAll((Tensor) null));
            assertThrows(NullPointerException.class, () -> new Same().callAll((Tensor) null));
            assertThrows(NullPointerException.class, () -> attention.callAll((Tensor[]) null));
        }
    }

    @Test
    void aGraphOwnsItsNodes() {
        try (Scope scope = Scope.open()) {
            Graph net = new Graph("a", "b");
            Linear fc = net.addNode("fc", new Linear(2, 3), "a");
            net.addNode("all", new Concat(), "fc", "b");
            assertSame(net, net.setOutputs("all", "fc"));
            Tensor[] results = net.callAll(Tensor.ones(4, 2), Tensor.zeros(4, 1));
            assertArrayEquals(new long[] {4, 4}, results[0].shape());
            assertArrayEquals(new long[] {4, 3}, results[1].shape());
            assertSame(fc, net.child("fc"));
            assertEquals("fc", fc.path());
            assertThrows(InvalidArgumentException.class, () -> new Graph("a\nb"));
            assertThrows(InvalidArgumentException.class, () -> net.addNode("x", new ReLU(), "all\nfc"));
            net.addNode("own", new Same(), "a");
            net.setOutputs("own");
            TensorException error =
                    assertThrows(TensorException.class, () -> net.callAll(Tensor.ones(1), Tensor.ones(1)));
            assertTrue(error.getMessage().contains("the forward of Same"), error.getMessage());
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
