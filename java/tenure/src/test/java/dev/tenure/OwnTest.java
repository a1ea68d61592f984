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
import java.util.List;
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
    void aCappedScopeTakesNothing() {
        Scope scope = Scope.create().cap();
        assertEquals(Status.SCOPE_CAPPED, assertThrows(ScopeException.class, () -> scope.own(named("x"))).status());
        scope.uncap().own(named("y"));
        scope.close();
        assertEquals(List.of("y"), closed);
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
            return Tensor.full(new long[0], 2);
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
    void whatIsGivenAtTheVeryLastMomentIsClosedToo() throws Exception {
        Foreign foreign = new Foreign();
        foreign.add(named("early"));
        foreign.closeAll(true, below -> false, () -> {
            closed.add("native");
            foreign.add(named("late"));
        });
        assertEquals(List.of("early", "native", "late"), closed);
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
    }
}
