package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.workspaces.ResetPolicy;
import java.nio.FloatBuffer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ways out of a cycle, each a copy, and what holds its memory without leaving it. */
class WorkspaceLeavingTest {
    private Scope outer;
    private Workspace ws;

    @BeforeEach
    void start() {
        Live.drain();
        outer = Scope.open();
        ws = outer.attach(Workspace.create("batch", WorkspaceTest.SIZED));
    }

    @AfterEach
    void end() {
        outer.close();
        WorkspaceTest.nothingIsLeft();
    }

    /** What {@code way} returns lives on in the pool, owned by {@code owner}; a view of what it was taken from does not. */
    private void survives(Scope owner, UnaryOperator<Tensor> way) {
        Tensor out;
        Tensor view;
        try (Workspace cycle = ws.enter()) {
            Tensor t = Tensor.full(new long[] {100}, 5).name("t");
            view = t.slice(0, 0, 10);
            out = way.apply(t);
            assertNull(out.workspace());
            assertSame(owner, out.scope());
            assertEquals(owner == null ? 0 : owner.handle(), Native.scopeOwner(out.handle));
            assertSame(ws, view.workspace());
        }
        assertTrue(view.isClosed());
        try (Workspace cycle = ws.enter()) {
            Tensor.full(new long[] {4000}, 9);
        }
        float[] fives = new float[100];
        java.util.Arrays.fill(fives, 5);
        assertArrayEquals(fives, out.toFloatArray());
        assertEquals(0, ws.workspaceStats().pinned());
        out.close();
    }

    @Test
    void everyWayOutIsACopyOfItsOwn() {
        survives(outer, t -> t.moveToOuterScope());
        survives(outer, t -> ws.keep(t));
        survives(outer, t -> ws.ret(t));
        survives(outer, t -> t.attach(outer));
        survives(outer, t -> outer.attach(t));
        survives(null, Tensor::detachFromScope);
        survives(null, t -> t.leverageOrDetach("there is none"));
        Scope elsewhere = Scope.create(outer);
        survives(elsewhere, t -> t.moveTo(elsewhere));
        survives(elsewhere, t -> elsewhere.alias(t));
        survives(elsewhere, t -> elsewhere.run(t::migrate));
        survives(elsewhere, t -> elsewhere.run(t::alias));
        outer.close();
        ws = Workspace.create("batch", WorkspaceTest.SIZED);
        survives(null, t -> t.moveToOuterScope());
        ws.destroy();
    }

    @Test
    void whatMovesStaysTheSameTensor() {
        ws.enter();
        Tensor t = Tensor.full(new long[] {10}, 5).name("five");
        assertSame(t, t.moveToOuterScope());
        assertEquals("five", t.name());
        ws.close();
        assertEquals(50, t.sum().item());
    }

    @Test
    void leavingWithKeepTakesThemToWhereItWasEnteredFrom() {
        Tensor a;
        Tensor b;
        Tensor gone;
        Tensor elsewhere = Tensor.ones(2);
        try (Scope inner = Scope.open()) {
            ws.enter();
            a = Tensor.full(new long[] {10}, 1);
            gone = Tensor.full(new long[] {10}, 2);
            Scope below = Scope.open();
            b = Tensor.full(new long[] {10}, 3);
            assertSame(below, b.scope());
            ws.enter();
            ws.leave(a); // an inner level keeps nothing
            assertSame(ws, a.scope());
            ws.leave(a, b, elsewhere);
            assertSame(inner, Current.scope());
            assertSame(inner, a.scope());
            assertSame(inner, b.scope());
            assertSame(outer, elsewhere.scope());
            assertEquals(inner.handle(), Native.scopeOwner(b.handle));
            assertTrue(gone.isClosed() && below.isClosed());
            ws.enter().close();
            assertEquals(40, a.sum().item() + b.sum().item());
        }
        assertTrue(a.isClosed() && b.isClosed());
    }

    @Test
    void aRefusedLeavingChangesNothing() {
        Scope inner = Scope.open();
        inner.limit(1000);
        ws.enter();
        Tensor a = Tensor.full(new long[] {200}, 1);
        Tensor b = Tensor.full(new long[] {200}, 2);
        assertThrows(NativeMemoryException.class, () -> ws.leave(a, b));
        assertTrue(ws.isEntered());
        assertSame(ws, Current.scope());
        assertSame(ws, a.scope());
        assertEquals(600, a.sum().item() + b.sum().item());
        inner.limit(0);
        Tensor closed = Tensor.ones(1);
        closed.close();
        assertThrows(ClosedException.class, () -> ws.leave(a, closed));
        assertTrue(ws.isEntered());
        ws.leave(a, b);
        assertSame(inner, a.scope());
        inner.close();
    }

    @Test
    void whatLeavesWhenTheOuterScopeHasClosedIsNobodys() {
        Scope gone = Scope.open();
        ws.enter();
        Tensor t = Tensor.ones(10);
        gone.close();
        assertSame(ws, Current.scope());
        t.moveToOuterScope();
        assertNull(t.scope());
        ws.close();
        assertEquals(10, t.sum().item());
        t.close();
    }

    @Test
    void leverageIsACopyInAnotherWorkspaceOrAnAliasInTheSame() {
        Workspace other = Workspace.get("other", WorkspaceTest.SIZED);
        other.enter();
        ws.enter();
        Tensor t = Tensor.full(new long[] {100}, 4);
        for (Tensor there : new Tensor[] {t.leverageTo(other), t.leverageTo("other"), t.leverageOrDetach("other")}) {
            assertNotSame(t, there);
            assertSame(other, there.workspace());
            assertSame(other, there.scope());
            t.fill(1);
            assertEquals(400, there.sum().item());
            t.fill(4);
        }
        Tensor same = t.leverageTo(ws);
        same.fill(2);
        assertEquals(200, t.sum().item());
        Tensor migrated = other.run(t::migrate);
        assertSame(other, migrated.workspace());
        ws.close();
        assertTrue(same.isClosed() && t.isClosed());
        assertEquals(200, migrated.sum().item());
        Exception e = assertThrows(InvalidArgumentException.class, () -> migrated.leverageTo("nowhere"));
        assertTrue(e.getMessage().contains("'nowhere'"), e::getMessage);
        other.close();
        assertTrue(migrated.isClosed());
        Tensor outside = Tensor.ones(3);
        Tensor detached = outside.leverageOrDetach("other"); // not entered
        assertNull(detached.scope());
        detached.close();
        assertNull(outside.leverageTo(other).workspace());
        other.destroy();
    }

    @Test
    void leverageToARingGoesWithItsCycle() {
        Workspace ring = outer.attach(Workspace.create(TestDevice.workspace()
                .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
                .overallocationLimit(1)
                .build()));
        Tensor t = Tensor.full(new long[] {10}, 3);
        ring.enter();
        Tensor there = t.leverageTo(ring);
        assertSame(ring, there.workspace());
        ring.close();
        ring.enter();
        assertEquals(30, there.sum().item());
        there = there.moveToOuterScope();
        assertNull(there.workspace());
        assertSame(outer, there.scope());
        Tensor second = t.leverageTo(ring);
        ring.close();
        second.moveToOuterScope(); // between cycles: to the parent of the ring
        assertSame(outer, second.scope());
        assertEquals(outer.handle(), Native.scopeOwner(second.handle));
        ring.destroy();
        assertEquals(60, there.sum().item() + second.sum().item());
    }

    @Test
    void lendingOutIsRefusedAndLendingInIsCounted() {
        Tensor guest = Tensor.ones(100);
        Tensor gift = Tensor.ones(200);
        ws.enter();
        Tensor t = Tensor.ones(10);
        Exception e = assertThrows(ScopeException.class, () -> outer.tempAttach(t));
        assertTrue(e.getMessage().contains("cannot be lent"), e::getMessage);
        assertSame(ws, t.scope());
        ws.tempAttach(guest);
        ws.attach(gift);
        assertEquals(400, ws.workspaceStats().borrowed());
        assertEquals(800, ws.workspaceStats().adopted());
        assertNull(gift.workspace());
        ws.close();
        assertSame(outer, guest.scope());
        assertEquals(100, guest.sum().item());
        assertTrue(gift.isClosed());
    }

    @Test
    void whatATapeHoldsIsHandedOverToIt() {
        Tape tape = Tape.open();
        Tensor w = tape.watch(Tensor.full(new long[] {50}, 2));
        Tensor x;
        Tensor loss;
        try (Workspace cycle = ws.enter()) {
            x = Tensor.full(new long[] {50}, 3);
            loss = x.mul(w).sum().moveToOuterScope();
        }
        assertTrue(x.isClosed());
        assertTrue(ws.workspaceStats().pinned() > 0, () -> ws.workspaceStats().toString());
        try (Workspace cycle = ws.enter()) {
            Tensor.full(new long[] {4000}, 9);
        }
        Tensor gradient = tape.backward(loss, w)[0];
        assertEquals(150, gradient.sum().item()); // 3, not 9
        assertEquals(0, ws.workspaceStats().pinned());
    }

    @Test
    void underStrictTheCycleCannotBeLeftBeforeTheTapeIsGone() {
        Workspace strict =
                outer.attach(Workspace.create("strict", WorkspaceTest.SIZED.toBuilder().strict(true).build()));
        strict.enter();
        Tape tape = Tape.open().moveTo(outer);
        Tensor loss = Tensor.full(new long[] {50}, 3).mul(tape.watch(Tensor.full(new long[] {50}, 2))).sum();
        Exception e = assertThrows(ScopeException.class, strict::close);
        assertTrue(e.getMessage().contains("'strict'"), e::getMessage);
        assertTrue(strict.isEntered());
        assertSame(strict, Current.scope());
        assertEquals(300, loss.item());
        tape.close();
        strict.close();
        assertFalse(strict.isEntered());
        assertTrue(loss.isClosed());
    }

    @Test
    @Tag("host")
    void aBufferOutlivesTheCycle() {
        FloatBuffer buffer;
        try (Workspace cycle = ws.enter()) {
            Tensor made = Tensor.full(new long[] {100}, 5);
            buffer = made.asByteBuffer().asFloatBuffer();
            buffer.put(1, 105);
            assertEquals(600, made.sum().item(), "the same elements");
        }
        assertEquals(400, ws.workspaceStats().pinned());
        try (Workspace cycle = ws.enter()) {
            Tensor next = Tensor.full(new long[] {4000}, 9);
            assertEquals(5, buffer.get(50));
            buffer.put(0, 1);
            assertEquals(36000, next.sum().item());
        }
    }
}
