package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The core hears of a scope at its first use, once, whoever asks first and whoever closes it meanwhile. */
@ExtendWith(Clean.class)
class LazyScopeTest {
    @Test
    void anEmptyScopeNeverReachesTheCore() {
        try (Scope outer = Scope.open()) {
            try (Scope inner = Scope.open(); Scope child = inner.child()) {
                assertFalse(outer.isCreated() || inner.isCreated() || child.isCreated());
                assertFalse(outer.isClosed() || child.isClosed());
                Live.assertNothing();
            }
            assertFalse(outer.isCreated());
        }
    }

    @Test
    void theFirstTensorBringsItsScopeAndThoseAbove() {
        try (Scope outer = Scope.open(); Scope inner = Scope.open()) {
            Tensor.ones(1);
            assertEquals(new Live(3, 1, 2, 4), Live.now());
            assertSame(outer, inner.scope());
            assertEquals(outer.handle(), Native.scopeOwner(inner.handle()));
        }
    }

    @Test
    void manyNestedScopesNeedNoStack() {
        Scope outermost = Scope.create();
        Scope innermost = outermost;
        for (int i = 0; i < 20_000; i++) {
            innermost = innermost.child();
        }
        innermost.attach(Tensor.ones(1));
        assertEquals(20_001, outermost.stats().members());
        outermost.close();
    }

    @Test
    void whatWasClosedUnbornAnswersAsAnyClosedScope() {
        Scope itself = Scope.create();
        itself.close();
        Scope parent = Scope.create();
        Scope child = parent.child();
        parent.close();
        Scope late = new Scope(0, parent); // below a closed one
        try (Scope home = Scope.open()) {
            Tensor t = Tensor.ones(1);
            for (Scope closed : List.of(itself, parent, child, late)) {
                assertTrue(closed.isClosed());
                assertEquals(
                        Status.SCOPE_CLOSED,
                        assertThrows(ScopeException.class, () -> closed.attach(t)).status());
                assertThrows(ScopeException.class, () -> closed.ones(1));
                assertThrows(ClosedException.class, closed::stats);
                assertThrows(ClosedException.class, closed::detachFromScope);
                assertThrows(ScopeException.class, closed::child);
                assertThrows(ScopeException.class, () -> closed.run(() -> {}));
                assertTrue(closed.isClosed());
                assertEquals("Scope(closed)", closed.toString());
                closed.close();
                assertSame(home, t.scope());
            }
        }
    }

    @Test
    void twoThreadsBearAScopeOnce() {
        long[] there = new long[1];
        Duel.run(
                Duel.ROUNDS,
                Scope::create,
                scope -> assertTrue(Native.isLive(scope.handle())),
                scope -> there[0] = scope.handle(),
                scope -> {
                    assertEquals(there[0], scope.handle());
                    assertTrue(Native.isLive(there[0]));
                    scope.close();
                    Live.assertNothing(); // a second one would be here
                });
    }

    @Test
    void closingWhileAnotherThreadBearsIt() {
        Duel.run(
                Duel.ROUNDS,
                Scope::create,
                scope -> assertNotEquals(0, scope.handle()),
                Scope::close,
                scope -> {
                    assertFalse(Native.isLive(scope.handle()));
                    Live.assertNothing();
                });
    }

    /** A scope that a body runs in, which no collector watches. */
    private static Scope ofABody() {
        Scope scope = Bodies.open();
        Current.cell()[0] = null;
        return scope;
    }

    @Test
    void twoThreadsBearTheScopeOfABodyOnce() {
        long[] there = new long[1];
        Duel.run(
                Duel.ROUNDS,
                LazyScopeTest::ofABody,
                scope -> assertTrue(Native.isLive(scope.handle())),
                scope -> there[0] = scope.handle(),
                scope -> {
                    assertEquals(there[0], scope.handle());
                    scope.close();
                    Live.assertNothing();
                });
    }

    @Test
    void closingTheScopeOfABodyWhileAnotherThreadBearsIt() {
        Duel.run(
                Duel.ROUNDS,
                LazyScopeTest::ofABody,
                scope -> assertNotEquals(0, scope.handle()),
                Scope::close,
                scope -> {
                    assertFalse(Native.isLive(scope.handle()));
                    Live.assertNothing();
                });
    }
}
