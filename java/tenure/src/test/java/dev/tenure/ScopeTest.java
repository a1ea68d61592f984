package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scopes as Java has them: current on a thread, closed twice, what escapes from {@code using}. */
@ExtendWith(Clean.class)
class ScopeTest {
    @Test
    void everythingInAScopeGoesWithIt() {
        Tensor t;
        try (Scope s = Scope.open()) {
            t = Tensor.ones(2).add(1);
            assertEquals(2, s.stats().tensors());
        }
        assertTrue(t.isClosed());
        assertThrows(ClosedException.class, t::size);
        assertEquals("Tensor(closed)", t.toString());
    }

    @Test
    void closingAgainDoesNothing() {
        Scope scope = Scope.open();
        Tensor t = Tensor.ones(2);
        t.close();
        t.close();
        scope.close();
        t.close();
        scope.close();
        assertEquals("Scope(closed)", scope.toString());
    }

    @Test
    void aClosedScopeIsNeverCurrent() throws InterruptedException {
        try (Scope outer = Scope.open()) {
            Scope middle = Scope.open();
            Scope inner = Scope.open();
            Thread other = new Thread(middle::close);
            other.start();
            other.join();
            assertFalse(inner.isOpen());
            assertSame(outer, Tensor.ones(1).scope());
            inner.close();
        }
    }

    @Test
    void resultsGoToTheScopeOfTheFirstOperand() {
        try (Scope a = Scope.create(); Scope b = Scope.create()) {
            Tensor[] t = new Tensor[2];
            a.run(() -> t[0] = Tensor.ones(1));
            b.run(() -> t[1] = Tensor.ones(1));
            assertSame(b, t[1].add(t[0]).scope());
            assertSame(a, Tensor.concat(0, t).scope());
            try (Scope current = Scope.open()) {
                assertSame(current, t[0].add(t[1]).scope());
            }
        }
    }

    @Test
    void runMakesCurrentOnThisThreadOnly() {
        try (Scope a = Scope.create(); Scope b = Scope.open()) {
            a.run(() -> {
                assertSame(a, Tensor.ones(1).scope());
                Scope.open(); // left open: a owns it, and it is current no longer than a
            });
            assertSame(b, Tensor.ones(1).scope());
            a.close();
            ScopeException e = assertThrows(ScopeException.class, () -> a.run(() -> {}));
            assertEquals(Status.SCOPE_CLOSED, e.status());
        }
    }

    @Test
    void usingReturnsTheBodysExceptionAndFrees() {
        IllegalStateException thrown = new IllegalStateException("mine");
        assertSame(thrown, assertThrows(IllegalStateException.class, () -> Scope.using(() -> {
            Tensor.ones(10);
            if (Tensor.ones(1).item() == 1) {
                throw thrown;
            }
            return null;
        })));
        assertEquals(0, thrown.getSuppressed().length);
    }

    record Pair(Tensor left, Object right, int number) {}

    @Test
    void whatTheValueHoldsEscapes() {
        try (Scope outer = Scope.open()) {
            List<Tensor> escaped = new ArrayList<>();
            Object value = Scope.using(() -> {
                Tensor.ones(1); // does not
                Tensor key = Tensor.ones(1);
                Scope.open(); // owned by a scope below, still escapes
                Tensor nested = Tensor.ones(1);
                List<Object> cycle = new ArrayList<>();
                cycle.add(cycle);
                cycle.add(new Object[] {Tensor.ones(1), null, new int[3], Path.of("a/b")});
                cycle.add(Map.of(key, Optional.of(Tensor.ones(1))));
                cycle.add(Map.entry("x", new Pair(Tensor.ones(1), List.of(Tensor.ones(1)), 3)));
                cycle.add(nested);
                Scope.resourcesIn(cycle).forEach(r -> escaped.add((Tensor) r));
                return cycle;
            });
            assertEquals(6, escaped.size());
            escaped.forEach(t -> assertSame(outer, t.scope()));
            assertEquals(Live.stats(6, 6, 0, 24), outer.stats());
            escaped.forEach(t -> assertEquals(1, t.item()));
            escaped.forEach(Tensor::close);
            assertSame(value, ((List<?>) value).get(0));
        }
    }

    @Test
    void aLongChainEscapesWithoutStack() {
        Object chain = Scope.using(() -> {
            Object link = Tensor.ones(1);
            for (int i = 0; i < 1_000_000; i++) {
                link = new Object[] {link};
            }
            return link;
        });
        List<NativeResource> found = Scope.resourcesIn(chain);
        assertEquals(1, found.size());
        found.get(0).close();
    }

    @Test
    void aChildScopeEscapesWithItsMembers() {
        Scope child = Scope.using(() -> {
            Scope inner = Scope.open();
            Tensor.ones(1);
            return inner;
        });
        assertEquals(1, child.stats().tensors());
        assertNull(child.scope());
        child.close();
    }

    @Test
    void whatIsClosedOrOwnedElsewhereDoesNotEscape() {
        try (Scope elsewhere = Scope.create()) {
            Tensor[] other = new Tensor[1];
            elsewhere.run(() -> other[0] = Tensor.ones(1));
            List<Tensor> value = Scope.using(() -> {
                Tensor closed = Tensor.ones(1);
                closed.close();
                return List.of(closed, other[0], Tensor.ones(1));
            });
            assertTrue(value.get(0).isClosed());
            assertSame(elsewhere, value.get(1).scope());
            assertNull(value.get(2).scope());
            value.get(2).close();
        }
    }

    @Test
    void aScopeClosedByItsBodyTakesItsValueWithIt() {
        Tensor t = Scope.using(() -> {
            Tensor inside = Tensor.ones(1);
            inside.scope().close();
            return inside;
        });
        assertTrue(t.isClosed());
    }

    @Test
    void attachToAClosedScopeChangesNothing() {
        try (Scope home = Scope.open()) {
            Tensor t = Tensor.ones(1);
            Scope closed = Scope.create();
            closed.close();
            assertThrows(ScopeException.class, () -> closed.attach(t));
            assertSame(home, t.scope());
            assertEquals(1, t.item());
        }
    }

    @Test
    void manyThreadsMayCreateInOneScope() throws Exception {
        try (Scope shared = Scope.create()) {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> shared.run(() -> {
                    for (int k = 0; k < 1000; k++) {
                        Tensor.ones(1);
                    }
                })));
            }
            for (Future<?> one : all) {
                one.get();
            }
            threads.shutdown();
            assertEquals(4000, shared.stats().tensors());
        }
    }

    @Test
    void aScopeKeepsAndDetachesNothingOfAnothers() {
        try (Scope outer = Scope.open("outer")) {
            Tensor t = Tensor.ones(1);
            try (Scope inner = Scope.open("inner")) {
                Scope lowest = inner.child();
                InvalidArgumentException e = assertThrows(InvalidArgumentException.class, () -> inner.keep(t));
                assertEquals("the tensor belongs to 'outer', not to 'inner' or a scope below that: call the method of the "
                        + "tensor itself, which asks for no scope", e.getMessage());
                assertThrows(InvalidArgumentException.class, () -> inner.detach(t));
                assertSame(outer, t.scope());
                Tensor below = lowest.ones(1);
                assertSame(inner, inner.keep(below).scope());
                assertSame(outer, inner.keep(below).scope());
                assertNull(inner.detach(lowest.ones(1)).scope());
                assertNull(outer.detach(t).scope());
                assertNull(inner.keep(t).scope()); // nobody's, and stays so
                t.close();
                assertThrows(ClosedException.class, () -> inner.keep(t));
                Tensor gone = outer.ones(1);
                outer.closeAllBut(inner);
                assertThrows(ClosedException.class, () -> inner.detach(gone));
            }
        }
        Live.drain();
    }

    /** A thread, a timer and an executor take what wrap gives. */
    @Test
    void whatIsWrappedIsWhatAThreadTakes() throws InterruptedException {
        Tensor[] made = new Tensor[1];
        try (Scope scope = Scope.create()) {
            Thread thread = new Thread(scope.wrap(() -> {
                made[0] = Tensor.ones(1);
            }));
            thread.start();
            thread.join();
            assertSame(scope, made[0].scope());
        }
        assertTrue(made[0].isClosed());
    }
}
