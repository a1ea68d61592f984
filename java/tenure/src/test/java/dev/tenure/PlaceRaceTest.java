package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.collector.Backstop;
import dev.tenure.internal.Native;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two threads move one thing at the same time: the scope that owns it then is reachable from it, so that the collector,
 * which here finds every scope that is not, frees nothing that somebody holds.
 */
final class PlaceRaceTest {
    private static final int ROUNDS = Duel.ROUNDS / 10;
    private static final int COLLECTED = 1_000; // rounds between two collections

    @BeforeEach
    @AfterEach
    void nothing() {
        Live.assertNothing();
    }

    /** What is moved, where it was made, and two scopes that it may go to. */
    private record Trial(NativeResource moved, Scope home, Scope one, Scope other) {}

    @Test
    void bothMoveIt() {
        race(PlaceRaceTest::tensor, (trial, to) -> trial.moved.moveTo(to), (trial, to) -> trial.moved.moveTo(to));
    }

    @Test
    void oneMovesItOutAndTheOtherIn() {
        race(
                PlaceRaceTest::tensor,
                (trial, to) -> trial.moved.detachFromScope().moveTo(to),
                (trial, to) -> trial.moved.moveTo(to));
    }

    @Test
    void oneLendsIt() {
        race(PlaceRaceTest::tensor, (trial, to) -> to.tempAttach(trial.moved), (trial, to) -> trial.moved.moveTo(to));
    }

    @Test
    void bothLendIt() {
        race(PlaceRaceTest::tensor, (trial, to) -> to.tempAttach(trial.moved), (trial, to) -> to.tempAttach(trial.moved));
    }

    @Test
    void bothMoveAScope() {
        race(PlaceRaceTest::scope, (trial, to) -> trial.moved.moveTo(to), (trial, to) -> trial.moved.moveTo(to));
    }

    @Test
    void oneLendsAScope() {
        race(PlaceRaceTest::scope, (trial, to) -> to.tempAttach(trial.moved), (trial, to) -> trial.moved.moveTo(to));
    }

    /** To and back: what a thread finds there when it says so is what it found before, and the core has moved it meanwhile. */
    @Test
    void oneMovesItToAndFro() {
        race(
                PlaceRaceTest::tensor,
                (trial, to) -> trial.moved.moveTo(to).moveTo(trial.home),
                (trial, to) -> trial.moved.moveTo(to));
    }

    /** Another thread has lent it where it would go, and has not said so yet: it goes back to nobody all the same. */
    @Test
    void whatIsKeptWasLentThere() {
        keptWhereItWasLent((scope, tensor) -> scope.child().closeKeeping(tensor));
        keptWhereItWasLent((scope, tensor) -> scope.child().closeKeeping(List.of(tensor, scope.ones(1))));
    }

    private static void keptWhereItWasLent(BiConsumer<Scope, Tensor> keep) {
        try (Tensor tensor = Tensor.ones(1);
                Scope scope = Scope.create()) {
            Native.scopeTempAttach(scope.handle(), tensor.handle);
            keep.accept(scope, tensor);
            scope.tempAttach(tensor);
            assertSame(scope, tensor.scope());
            scope.close();
            assertNull(tensor.scope());
            assertTrue(Places.isUnowned(tensor.owner)); // the collector frees it
        }
    }

    /** Closed scopes that name each other, as threads that move them can leave them, are told of what is not native. */
    @Test
    void closedScopesMayNameEachOther() {
        Scope one = Scope.create();
        Scope other = one.child();
        one.close();
        Object before = one.owner;
        one.owner = other;
        assertFalse(one.foreign().isEnding());
        assertFalse(other.foreign().isEnding());
        one.owner = before;
    }

    /** It escapes from a scope to the parent of that, which another thread changes. */
    @Test
    void itEscapesFromAScopeThatMoves() {
        race(
                scopes -> {
                    scopes[1] = scopes[0].child();
                    return scopes[1].ones(1);
                },
                (trial, inner) -> inner.closeKeeping(trial.moved),
                (trial, to) -> {
                    try {
                        trial.one.moveTo(to);
                    } catch (ClosedException closed) {
                        return; // too late
                    }
                });
    }

    private static void race(
            Function<Scope[], NativeResource> make, BiConsumer<Trial, Scope> left, BiConsumer<Trial, Scope> right) {
        List<NativeResource> held = new ArrayList<>();
        Duel.run(
                ROUNDS,
                () -> {
                    Scope[] scopes = {Scope.create(), Scope.create(), Scope.create()};
                    return new Trial(make.apply(scopes), scopes[0], scopes[1], scopes[2]);
                },
                trial -> left.accept(trial, trial.one),
                trial -> right.accept(trial, trial.other),
                trial -> {
                    held.add(trial.moved);
                    if (held.size() == COLLECTED) {
                        release(held);
                    }
                });
        release(held);
        Live.drain();
    }

    /** Nobody holds the scopes by now, but what lies in them. */
    private static void release(List<NativeResource> held) {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Backstop.sweep();
        }
        for (NativeResource moved : held) {
            assertFalse(moved.isClosed());
            long owner = Native.scopeOwner(moved.handle());
            moved.close();
            if (owner != 0) {
                Native.scopeClose(owner);
            }
            Reference.reachabilityFence(moved);
        }
        held.clear();
    }

    private static Tensor tensor(Scope[] scopes) {
        return scopes[0].ones(1);
    }

    private static Scope scope(Scope[] scopes) {
        Scope scope = scopes[0].child();
        scope.handle();
        return scope;
    }
}
