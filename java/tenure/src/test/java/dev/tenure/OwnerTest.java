package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who owns what, and what is current, as the public API says it. OwnerTests.cs is the same in C#. */
@ExtendWith(Clean.class)
class OwnerTest {
    @Test
    void theScopeOfAResourceIsItsOwner() {
        try (Tensor unowned = Tensor.ones(1); Scope outer = Scope.open(); Scope inner = Scope.open()) {
            assertNull(unowned.scope());
            Tensor t = Tensor.ones(1);
            assertSame(inner, t.scope());
            assertSame(outer, inner.scope());
            assertNull(outer.scope());
            assertSame(outer, t.moveToOuterScope().scope());
            assertSame(inner, t.moveTo(inner).scope());
            assertNull(t.detachFromScope().scope());
            assertSame(outer, outer.attach(t).scope());
            assertSame(inner, Tape.open().scope());
        }
    }

    @Test
    void ofALoanItIsTheBorrowerUntilThatCloses() {
        try (Scope origin = Scope.create()) {
            Tensor t = origin.ones(1);
            try (Scope borrower = Scope.create()) {
                assertSame(borrower, borrower.tempAttach(t).scope());
            }
            assertSame(origin, t.scope());
        }
    }

    @Test
    void aClosedResourceHasNoOwnerToAskFor() {
        Tensor t;
        Scope lazy = Scope.create();
        try (Scope s = Scope.open()) {
            t = Tensor.ones(1);
            Tensor early = Tensor.ones(1);
            early.close();
            assertThrows(ClosedException.class, early::scope);
        }
        assertThrows(ClosedException.class, t::scope);
        lazy.close();
        assertThrows(ClosedException.class, lazy::scope);
    }

    @Test
    void theCurrentScopeIsTheInnermostOpenOneOfThisThread() {
        assertNull(Scope.current());
        try (Scope outer = Scope.open()) {
            assertSame(outer, Scope.current());
            Scope inner = Scope.open();
            assertSame(inner, Scope.current());
            assertNull(CompletableFuture.supplyAsync(Scope::current).join());
            inner.close();
            assertSame(outer, Scope.current());
            Scope held = outer.child();
            assertSame(outer, Scope.current());
            assertSame(held, held.run(() -> Scope.current()));
        }
        assertNull(Scope.current());
    }

    @Test
    void whileAnotherThreadMovesItTheOwnerIsOneOfBoth() throws Exception {
        try (Scope first = Scope.create(); Scope second = Scope.create()) {
            Tensor t = first.ones(1);
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> mover = CompletableFuture.runAsync(() -> {
                while (!done.get()) {
                    t.moveTo(second);
                    t.moveTo(first);
                }
            });
            try {
                for (int i = 0; i < 20_000; i++) {
                    Scope owner = t.scope();
                    assertTrue(owner == first || owner == second, () -> "neither of both: " + owner);
                }
            } finally {
                done.set(true);
            }
            mover.join();
            assertSame(first, t.scope());
            assertEquals(1, first.stats().members());
        }
    }

    /** The wrapper's field is only a hint: what it says wrongly is asked of the core. */
    @Test
    void aHintThatIsWrongDoesNotMatter() {
        try (Scope first = Scope.create(); Scope second = Scope.create()) {
            Tensor t = first.ones(1);
            Native.scopeAttach(second.handle(), t.handle());
            assertSame(first, t.ownerHint());
            Scope stranger = t.scope();
            assertEquals(second.id(), stranger.id());
            assertSame(stranger, t.scope());
            Native.scopeAttach(first.handle(), t.handle());
            assertSame(first, t.scope());
        }
    }

    /** A thread that has moved something may lose its processor before it has published that. */
    @Test
    void aMoverThatPausesIsNotWaitedFor() {
        try (Scope first = Scope.create(); Scope outer = Scope.create(); Scope second = outer.child()) {
            Tensor t = first.ones(1);
            Owners.enter(second);
            Native.scopeAttach(second.handle(), t.handle());
            assertSame(second, t.scope());
            Native.scopeKeep(t.handle());
            assertSame(outer, t.scope());
        }
    }
}
