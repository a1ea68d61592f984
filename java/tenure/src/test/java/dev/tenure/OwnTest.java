package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a scope was given to close: all of it is closed, once, in order, and all errors are reported. */
@ExtendWith(Clean.class)
class OwnTest {
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable named(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable failing(String name, Throwable error) {
        return () -> {
            closed.add(name);
            if (error instanceof Exception e) {
                throw e;
            }
            throw (Error) error;
        };
    }

    @Test
    void newestFirstAndBeforeWhatIsNative() {
        Scope scope = Scope.open();
        Tensor t = Tensor.ones(1);
        AutoCloseable last = named("last");
        scope.own(() -> closed.add("first " + t.item()));
        scope.own(named("middle"));
        assertSame(last, scope.own(last));
        scope.close();
        scope.close();
        assertEquals(List.of("last", "middle", "first 1.0"), closed);
        assertTrue(t.isClosed());
    }

    @Test
    void allAreClosedAndAllErrorsReported() {
        IOException third = new IOException("third");
        IllegalStateException second = new IllegalStateException("second");
        AssertionError first = new AssertionError("first");
        Scope scope = Scope.create();
        Tensor t = scope.ones(1);
        scope.own(failing("3", third));
        scope.own(failing("2", second));
        scope.own(named("fine"));
        scope.own(failing("1", first));
        Error thrown = assertThrows(AssertionError.class, scope::close);
        assertSame(first, thrown);
        assertArrayEquals(new Throwable[] {second, third}, thrown.getSuppressed());
        assertEquals(List.of("1", "fine", "2", "3"), closed);
        assertTrue(t.isClosed());
        scope.close();
    }

    @Test
    void aCheckedExceptionIsTheCauseOfAnUncheckedOne() {
        IOException cause = new IOException("disk");
        Scope scope = Scope.create();
        scope.own(failing("x", cause));
        CloseException thrown = assertThrows(CloseException.class, scope::close);
        assertSame(cause, thrown.getCause());
        assertFalse(scope.isOpen());
    }

    @Test
    void theBodysExceptionStaysPrimary() {
        IllegalStateException bodys = new IllegalStateException("body");
        IllegalArgumentException closings = new IllegalArgumentException("close");
        for (int i = 0; i < 2; i++) {
            boolean returns = i == 1;
            IllegalStateException fresh = new IllegalStateException(bodys);
            Throwable thrown = assertThrows(IllegalStateException.class, () -> {
                if (returns) {
                    Scope.using(() -> fail(closings, fresh));
                } else {
                    Scope.using((Runnable) () -> fail(closings, fresh));
                }
            });
            assertSame(fresh, thrown);
            assertArrayEquals(new Throwable[] {closings}, thrown.getSuppressed());
        }
    }

    private Tensor fail(Exception closing, RuntimeException now) {
        Current.scope().own(failing("x", closing));
        Tensor.ones(1);
        throw now;
    }

    @Test
    void whatFailsAfterAGoodBodyIsThrownWhenAllIsClosed() {
        IllegalArgumentException closings = new IllegalArgumentException("close");
        Tensor[] escaped = new Tensor[1];
        try (Scope outer = Scope.open()) {
            assertSame(closings, assertThrows(IllegalArgumentException.class, () -> Scope.using(() -> {
                Current.scope().own(failing("x", closings));
                escaped[0] = Tensor.ones(1);
                return escaped[0];
            })));
            assertSame(outer, escaped[0].scope());
            assertEquals(1, escaped[0].item());
        }
    }

    @Test
    void theParentClosesWhatItsChildrenWereGiven() {
        Scope outer = Scope.create();
        Scope middle = outer.child();
        outer.own(named("outer's"));
        Scope inner = middle.child();
        inner.own(named("inner's"));
        Tensor t = inner.ones(1);
        middle.own(() -> closed.add("middle's " + inner.isOpen()));
        outer.close();
        assertEquals(List.of("middle's true", "inner's", "outer's"), closed);
        assertTrue(t.isClosed());
        middle.close();
        inner.close();
        assertEquals(3, closed.size());
    }

    @Test
    void itGoesWhereItsScopeGoes() {
        Scope from = Scope.create();
        Scope to = Scope.create();
        Scope child = from.child();
        child.own(named("child's"));
        child.moveTo(to);
        from.close();
        assertEquals(List.of(), closed);
        Scope below = child.child();
        below.own(named("below's"));
        below.detachFromScope();
        to.close();
        assertEquals(List.of("child's"), closed);
        below.close();
        assertEquals(List.of("child's", "below's"), closed);
    }

    @Test
    void sweepingClosesItToo() {
        try (Scope scope = Scope.create()) {
            Scope stays = scope.child();
            Scope goes = scope.child();
            stays.own(named("stays'"));
            goes.own(named("goes'"));
            scope.own(named("own"));
            scope.closeAllBut(stays);
            assertEquals(List.of("own", "goes'"), closed);
            assertTrue(stays.isOpen());
        }
        assertEquals(List.of("own", "goes'", "stays'"), closed);
    }

    @Test
    void aClosedScopeTakesNothing() {
        Scope scope = Scope.create();
        scope.close();
        ScopeException e = assertThrows(ScopeException.class, () -> scope.own(named("x")));
        assertEquals(Status.SCOPE_CLOSED, e.status());
        scope.close();
        assertEquals(List.of(), closed);
    }

    @Test
    void whatIsNativeBecomesAMember() {
        try (Scope scope = Scope.create()) {
            Tensor t = scope.own(Tensor.ones(1));
            assertSame(scope, t.scope());
        }
    }

    @Test
    void closingTheScopeFromWithinIsHarmless() {
        Scope scope = Scope.create();
        scope.own(named("first"));
        scope.own(() -> {
            closed.add("second");
            scope.close();
            scope.own(named("late"));
        });
        scope.close();
        assertEquals(List.of("second", "late", "first"), closed);
        assertFalse(scope.isOpen());
    }

    @Test
    void twoThreadsCloseItOnce() {
        AtomicInteger closings = new AtomicInteger();
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    Scope scope = Scope.create();
                    scope.own(closings::incrementAndGet);
                    return scope;
                },
                Scope::close,
                Scope::close,
                scope -> {
                    assertFalse(scope.isOpen());
                    assertEquals(1, closings.getAndSet(0));
                });
    }

    @Test
    void givingWhileAnotherThreadClosesTheParent() {
        givingWhile(Scope::close);
    }

    @Test
    void givingWhileAnotherThreadEmptiesTheParent() {
        givingWhile(parent -> parent.closeAllBut());
    }

    /** Also where one tensor escapes and nothing was given before, which is closed on a shorter way. */
    @Test
    void givingTheFirstWhileTheBodysScopeCloses() {
        AtomicInteger closings = new AtomicInteger();
        AtomicInteger owned = new AtomicInteger();
        Tensor[] escaping = new Tensor[1];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    Scope body = Scope.openForBody();
                    escaping[0] = Tensor.ones(1);
                    return body;
                },
                body -> body.closeKeeping(escaping[0]),
                body -> {
                    try {
                        body.own(closings::incrementAndGet);
                        owned.incrementAndGet();
                    } catch (ScopeException e) {
                        // closed: it is the caller's
                    }
                },
                body -> {
                    assertEquals(owned.getAndSet(0), closings.getAndSet(0));
                    escaping[0].close();
                });
    }

    /** Moved to another parent by another thread meanwhile: it is closed with that one, not with the former. */
    @Test
    void givingTheFirstWhileTheScopeMoves() {
        AtomicInteger closings = new AtomicInteger();
        Scope[] parents = new Scope[2];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    parents[0] = Scope.create();
                    parents[1] = Scope.create();
                    return parents[0].child();
                },
                scope -> scope.own(closings::incrementAndGet),
                scope -> scope.moveTo(parents[1]),
                scope -> {
                    parents[0].close();
                    assertEquals(0, closings.get());
                    assertTrue(scope.isOpen());
                    parents[1].close();
                    assertEquals(1, closings.getAndSet(0));
                });
    }

    /** As before, where it owns something already and each thread moves it. */
    @Test
    void twoThreadsMoveWhatOwnsSomething() {
        AtomicInteger closings = new AtomicInteger();
        Scope[] parents = new Scope[2];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    parents[0] = Scope.create();
                    parents[1] = Scope.create();
                    Scope scope = Scope.create();
                    scope.own(closings::incrementAndGet);
                    return scope;
                },
                scope -> scope.moveTo(parents[0]),
                scope -> scope.moveTo(parents[1]),
                scope -> {
                    int last = scope.parent() == parents[0] ? 0 : 1;
                    parents[1 - last].close();
                    assertEquals(0, closings.get());
                    assertTrue(scope.isOpen());
                    parents[last].close();
                    assertEquals(1, closings.getAndSet(0));
                });
    }

    private static void givingWhile(Consumer<Scope> end) {
        AtomicInteger closings = new AtomicInteger();
        int[] outcomes = new int[2];
        boolean[] refused = new boolean[1];
        Scope[] parent = new Scope[1];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    parent[0] = Scope.create();
                    parent[0].ones(1);
                    return parent[0].child();
                },
                child -> {
                    try {
                        child.own(closings::incrementAndGet);
                        refused[0] = false;
                    } catch (ScopeException e) {
                        refused[0] = true;
                    }
                },
                child -> end.accept(parent[0]),
                child -> {
                    outcomes[refused[0] ? 0 : 1]++;
                    assertEquals(refused[0] ? 0 : 1, closings.getAndSet(0));
                    parent[0].close();
                });
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, () -> Arrays.toString(outcomes));
    }

    @Test
    void givingMoreWhileAnotherThreadCloses() {
        AtomicInteger closings = new AtomicInteger();
        int[] wanted = new int[1];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    Scope scope = Scope.create();
                    scope.own(closings::incrementAndGet);
                    return scope;
                },
                scope -> {
                    try {
                        scope.own(closings::incrementAndGet);
                        wanted[0] = 2;
                    } catch (ScopeException e) {
                        wanted[0] = 1;
                    }
                },
                Scope::close,
                scope -> assertEquals(wanted[0], closings.getAndSet(0)));
    }

    /** The first thing that a scope is given makes it known to its parent: also before the parent closes on another thread. */
    @Test
    void twoThreadsGiveTheFirstAndOneClosesTheParent() {
        AtomicInteger closings = new AtomicInteger();
        AtomicInteger owned = new AtomicInteger();
        Consumer<Scope> give = scope -> {
            try {
                scope.own(closings::incrementAndGet);
                owned.incrementAndGet();
            } catch (ScopeException e) {
                // closed: it is the caller's
            }
        };
        Duel.run(
                Duel.ROUNDS,
                () -> Scope.create().child().child(),
                give,
                scope -> {
                    give.accept(scope);
                    scope.root().close();
                },
                scope -> assertEquals(owned.getAndSet(0), closings.getAndSet(0)));
    }

    /** A child that was given something goes like any other: what is kept of it stays alive. */
    @Test
    void whatIsKeptOutOfAScopeThatWasGivenSomethingLives() {
        Scope scope = Scope.create();
        Scope child = scope.child();
        Tensor kept = child.ones(1);
        child.own(named("of the child"));
        scope.closeAllBut(kept);
        assertEquals(List.of("of the child"), closed);
        assertFalse(child.isOpen());
        assertSame(scope, kept.scope());
        assertEquals(1, kept.item());
        Tensor escaped = Scope.using(() -> {
            Scope below = Scope.open();
            below.own(named("of the one below"));
            return Tensor.full(2);
        });
        assertEquals(List.of("of the child", "of the one below"), closed);
        assertEquals(2, escaped.item());
        escaped.close();
        scope.close();
    }

    @Test
    void aLentScopeComesHomeWithWhatItWasGiven() {
        for (int way = 0; way < 3; way++) {
            closed.clear();
            Scope home = Scope.create();
            Scope lent = home.child();
            Scope outer = Scope.create();
            Scope borrower = outer.child();
            lent.own(named("its"));
            borrower.own(named("the borrower's"));
            borrower.tempAttach(lent);
            switch (way) {
                case 0 -> borrower.close();
                case 1 -> outer.close();
                default -> borrower.closeAllBut();
            }
            assertEquals(List.of("the borrower's"), closed);
            assertSame(home, lent.parent());
            outer.close();
            assertEquals(List.of("the borrower's"), closed);
            home.close();
            assertEquals(List.of("the borrower's", "its"), closed);
        }
    }

    /** What ends a scope is not kept from it by what only empties it. */
    @Test
    void aScopeCanBeClosedWhileItIsEmptied() {
        Scope scope = Scope.create();
        scope.own(named("first"));
        scope.own(scope::close);
        assertThrows(ClosedException.class, scope::closeAllBut);
        assertFalse(scope.isOpen());
        assertEquals(List.of("first"), closed);

        AtomicInteger closings = new AtomicInteger();
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    Scope fresh = Scope.create();
                    fresh.own(closings::incrementAndGet);
                    return fresh;
                },
                fresh -> {
                    try {
                        fresh.closeAllBut();
                    } catch (ClosedException e) {
                        // the other was first
                    }
                },
                Scope::close,
                fresh -> {
                    assertFalse(fresh.isOpen());
                    assertEquals(1, closings.getAndSet(0));
                });
    }

    @Test
    void aWorkspaceCanBeDestroyedWhileACycleEnds() {
        Workspace workspace = Workspace.create("destroyed", WorkspaceTest.SIZED);
        workspace.enter();
        workspace.own(workspace::destroy);
        workspace.close();
        assertFalse(workspace.isOpen());
        assertNull(Current.scope());
    }

    @Test
    void aScopeThatMovesWhileItsNewOwnerClosesTakesWhatItWasGivenAlong() {
        AtomicInteger closings = new AtomicInteger();
        Scope[] target = new Scope[1];
        int[] outcomes = new int[2];
        boolean[] refused = new boolean[1];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    Scope moving = Scope.create();
                    moving.own(closings::incrementAndGet);
                    target[0] = Scope.create();
                    return moving;
                },
                moving -> {
                    try {
                        moving.moveTo(target[0]);
                        refused[0] = false;
                    } catch (ScopeException e) {
                        refused[0] = true;
                    }
                },
                moving -> target[0].close(),
                moving -> {
                    outcomes[refused[0] ? 0 : 1]++;
                    assertEquals(refused[0], moving.isOpen());
                    assertEquals(refused[0] ? 0 : 1, closings.get());
                    moving.close();
                    assertEquals(1, closings.getAndSet(0));
                });
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, () -> Arrays.toString(outcomes));
    }

    @Test
    void whatIsGivenAtTheVeryLastMomentIsClosedToo() throws Exception {
        Foreign foreign = new Foreign();
        foreign.add(named("early"));
        foreign.closeAll(true, below -> false, () -> {
            closed.add("native");
            foreign.add(named("late"));
        });
        assertEquals(List.of("early", "native", "late"), closed);
    }
}
