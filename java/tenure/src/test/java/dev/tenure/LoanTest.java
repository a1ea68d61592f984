package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What {@code tempAttach} has lent: the wrapper says where it is, and keeps alive what it may go back to. */
@ExtendWith(Clean.class)
class LoanTest {
    @Test
    void itGoesBackAndItsResultsBelongThere() {
        try (Scope home = Scope.create(); Scope other = Scope.create()) {
            Tensor t = home.ones(2);
            assertSame(t, other.tempAttach(t));
            assertSame(other, t.scope());
            assertSame(other, t.add(1).scope());
            other.close();
            assertSame(home, t.scope());
            assertSame(home, t.add(1).scope());
            assertEquals(2, home.stats().tensors());
        }
    }

    @Test
    void aChainUnwindsToTheLastThatIsOpen() {
        for (int order = 0; order < 6; order++) {
            Scope a = Scope.create();
            Scope[] borrowers = {Scope.create(), Scope.create(), Scope.create()};
            Tensor t = a.ones(1);
            for (Scope borrower : borrowers) {
                t.tempAttach(borrower);
            }
            int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
            for (int i : orders[order]) {
                borrowers[i].close();
                Scope wanted = a;
                for (Scope borrower : borrowers) {
                    wanted = borrower.isOpen() ? borrower : wanted;
                }
                assertSame(wanted, t.scope());
                assertEquals(wanted.handle(), Native.scopeOwner(t.handle));
            }
            a.close();
            assertTrue(t.isClosed());
        }
    }

    @Test
    void whatNobodyOwnsIsNobodysAgainAndTheCollectorsToFree() {
        Scope other = Scope.create();
        dropLent(other);
        assertEquals(1, other.stats().tensors());
        other.close();
        Live.collectUntil("what was lent and dropped is freed", () -> Live.now().equals(Live.NOTHING));
    }

    private static void dropLent(Scope other) {
        Tensor t = other.tempAttach(Tensor.ones(3));
        assertSame(other, t.scope());
    }

    @Test
    void theOriginStaysOpenWhileWhatItLentIsInUse() {
        try (Scope borrower = Scope.create()) {
            Tensor t = lentByForgottenScope(borrower);
            for (int i = 0; i < 20; i++) {
                System.gc();
                assertEquals(7, t.sum().item());
            }
            borrower.close();
            for (int i = 0; i < 20; i++) {
                System.gc();
                assertEquals(7, t.sum().item());
            }
            t.scope().root().close();
        }
    }

    private static Tensor lentByForgottenScope(Scope borrower) {
        return borrower.tempAttach(Scope.create().child().ones(7));
    }

    @Test
    void lendingOftenLeavesNoChain() {
        try (Scope home = Scope.create()) {
            Tensor t = home.ones(1);
            for (int i = 0; i < 1000; i++) {
                try (Scope s = Scope.create()) {
                    s.tempAttach(t);
                    s.tempAttach(t); // is there already
                }
            }
            assertInstanceOf(Places.class, t.owner);
            assertSame(home, ((Places) t.owner).next());
            assertSame(home, t.scope());
            assertSame(home, t.ownerHint());
        }
    }

    @Test
    void lendingToAndFroLeavesNoChain() {
        try (Scope home = Scope.create();
                Scope a = Scope.create();
                Scope b = Scope.create()) {
            Tensor t = home.ones(1);
            for (int i = 0; i < 1000; i++) {
                a.tempAttach(t);
                b.tempAttach(t);
                home.tempAttach(t);
            }
            int length = 0;
            for (Object place = t.owner; place != null; place = Places.next(place)) {
                length++;
            }
            assertEquals(3, length);
            assertSame(home, t.scope());
            a.close();
            b.close();
            assertSame(home, t.scope());
        }
    }

    @Test
    void movingEndsIt() {
        try (Scope home = Scope.create(); Scope other = Scope.create(); Scope third = Scope.create()) {
            Tensor moved = third.attach(other.tempAttach(home.ones(1)));
            Tensor detached = other.tempAttach(home.ones(1)).detachFromScope();
            Tensor attached = other.attach(other.tempAttach(home.ones(1)));
            other.close();
            assertSame(third, moved.scope());
            assertNull(detached.scope());
            assertTrue(attached.isClosed());
            detached.close();
        }
    }

    @Test
    void whatASweptScopeBorrowedGoesBack() {
        try (Scope home = Scope.create(); Scope other = Scope.create()) {
            Tensor t = home.ones(1);
            Tensor kept = home.ones(1);
            other.tempAttach(t);
            other.tempAttach(kept);
            other.closeAllBut(kept);
            assertSame(home, t.scope());
            assertSame(other, kept.scope());
            assertEquals(home.handle(), Native.scopeOwner(t.handle));
            other.close();
            assertTrue(kept.isClosed());
        }
    }

    @Test
    void aScopeIsLentWithWhatItOwns() {
        List<String> closed = new ArrayList<>();
        try (Scope home = Scope.create(); Scope other = Scope.create()) {
            Scope child = home.child();
            child.own(() -> closed.add("child's"));
            Tensor t = child.ones(1);
            other.tempAttach(child);
            assertSame(other, child.parent());
            other.close();
            assertEquals(List.of(), closed);
            assertTrue(child.isOpen());
            assertSame(home, child.parent());
            assertFalse(t.isClosed());
            home.close();
            assertEquals(List.of("child's"), closed);
            assertFalse(child.isOpen());
        }
    }

    @Test
    void aScopeThatCannotGoBackIsClosed() {
        List<String> closed = new ArrayList<>();
        Scope home = Scope.create();
        Scope other = Scope.create();
        Scope child = home.child();
        child.own(() -> closed.add("child's"));
        Tensor t = child.ones(1);
        other.tempAttach(child);
        home.close();
        assertTrue(child.isOpen());
        assertEquals(1, t.item());
        other.close();
        assertEquals(List.of("child's"), closed);
        assertFalse(child.isOpen());
        assertTrue(t.isClosed());
    }
}
