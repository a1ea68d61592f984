package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a scope is given while another thread closes, empties or moves it, or a scope above it: all of it is closed once, in its time. */
@ExtendWith(Clean.class)
class OwnRaceTest {
    @Test
    void twoThreadsCloseItOnce() {
        AtomicInteger closings = new AtomicInteger();
        Duel.run(
                Duel.ROUNDS,
                () -> owning(closings),
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
                    Scope body = Bodies.open();
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
                    return owning(closings);
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
                () -> owning(closings),
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

    /** What ends a scope is not kept from it by what only empties it. */
    @Test
    void aScopeCanBeClosedWhileItIsEmptied() {
        AtomicInteger closings = new AtomicInteger();
        Duel.run(
                Duel.ROUNDS,
                () -> owning(closings),
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

    private static Scope owning(AtomicInteger closings) {
        Scope scope = Scope.create();
        scope.own(closings::incrementAndGet);
        return scope;
    }
}
