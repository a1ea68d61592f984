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
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.MemoryStats;
import dev.tenure.workspaces.SpillPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceCycle;
import dev.tenure.workspaces.WorkspaceStats;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entering, leaving, what is current, and what becomes of the tensors of a cycle that was left. */
class WorkspaceTest {
    private static final long KIB = 1024;
    static final WorkspaceConfig SIZED = TestDevice.workspace().initialSize(64 * KIB).build();

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        nothingIsLeft();
    }

    @Test
    void whatIsMadeInACycleLiesInItAndGoesWithIt() {
        Workspace ws = Workspace.create("batch", SIZED);
        Tensor t;
        assertFalse(ws.isEntered());
        try (Workspace cycle = ws.enter()) {
            assertSame(ws, cycle);
            assertTrue(ws.isEntered());
            t = Tensor.ones(100);
            assertSame(ws, t.workspace());
            assertSame(ws, t.scope());
            assertEquals(1, ws.cycle());
            assertEquals(400, ws.workspaceStats().live());
            assertEquals(1, ws.stats().tensors());
        }
        assertFalse(ws.isEntered());
        assertTrue(t.isClosed());
        closed(t::size, "tensor of cycle 1 of workspace 'batch', which has left cycle 1");
        assertEquals("Tensor(closed)", t.toString());
        ws.enter();
        closed(t::size, "tensor of cycle 1 of workspace 'batch', now in cycle 2");
        ws.close();
        assertFalse(ws.isClosed());
        ws.destroy();
        assertTrue(ws.isClosed());
        closed(t::size, "of workspace 'batch', which is closed");
        ws.destroy();
        assertThrows(ClosedException.class, ws::enter);
        assertThrows(ClosedException.class, ws::workspaceStats);
        assertEquals("Workspace('batch' closed)", ws.toString());
    }

    @Test
    void viewsAndAliasesGoWithTheCycleOnEveryThread() throws InterruptedException {
        try (Scope outer = Scope.open()) {
            Workspace ws = Workspace.create("batch", SIZED);
            outer.attach(ws);
            Tensor view;
            Tensor alias;
            try (Workspace cycle = ws.enter()) {
                Tensor t = Tensor.ones(10, 10);
                view = t.transpose(0, 1).slice(0, 2, 5);
                alias = view.alias();
                t.close();
                assertEquals(30, view.sum().item());
            }
            try (Workspace cycle = ws.enter()) {
                Tensor next = Tensor.full(new long[] {2000}, 7);
                for (Tensor stale : List.of(view, alias)) {
                    closed(() -> stale.fill(0), "of cycle 1 of workspace 'batch', now in cycle 2");
                    closed(stale::toFloatArray, "of cycle 1");
                    closed(stale::item, "of cycle 1");
                    closed(() -> stale.add(next), "of cycle 1");
                    closed(() -> next.addInPlace(stale), "of cycle 1");
                    closed(stale::moveToOuterScope, "of cycle 1");
                    closed(stale::asByteBuffer, "of cycle 1");
                    Thread other = new Thread(() -> closed(stale::item, "of cycle 1"));
                    Throwable[] failed = new Throwable[1];
                    other.setUncaughtExceptionHandler((thread, e) -> failed[0] = e);
                    other.start();
                    other.join();
                    assertNull(failed[0]);
                }
                assertEquals(14000, next.sum().item());
            }
        }
    }

    @Test
    void theSecondCycleGetsTheFirstOnesMemory() {
        Workspace ws = Workspace.create(TestDevice.workspace().build());
        long learned = 0;
        MemoryStats before = null;
        for (int cycle = 0; cycle < 100; cycle++) {
            try (Workspace entered = ws.enter()) {
                for (int i = 0; i < 10; i++) {
                    assertEquals(cycle, Tensor.full(new long[] {300}, cycle).mean().item());
                }
            }
            if (cycle == 2) {
                learned = ws.workspaceStats().learned();
                before = TestDevice.stats();
            }
        }
        assertTrue(learned >= 10 * 1200, () -> ws.workspaceStats().toString());
        assertEquals(before.systemAllocations(), TestDevice.stats().systemAllocations());
        assertEquals(learned, ws.workspaceStats().learned());
        assertEquals(0, ws.workspaceStats().spilled());
        List<WorkspaceCycle> history = ws.history();
        assertEquals(32, history.size());
        assertEquals(100, history.get(31).cycle());
        assertEquals(0, history.get(31).spilled());
        assertEquals(learned, history.get(31).learned());
        assertEquals(ws.workspaceStats(), Workspace.total());
        assertEquals(ws.report(), Workspace.totalReport());
        assertEquals("[" + ws.reportJson() + "]", Workspace.totalReportJson());
        ws.destroy();
        assertEquals("", Workspace.totalReport());
        assertEquals(0, Workspace.total().workspaces());
    }

    @Test
    void closingWhatIsNotEnteredDoesNothing() {
        Workspace ws = Workspace.create(SIZED);
        ws.close();
        ws.enter().close();
        ws.close();
        assertEquals(1, ws.cycle());
        Exception e = assertThrows(ScopeException.class, ws::leave);
        assertTrue(e.getMessage().contains("left but not entered"), e::getMessage);
        ws.destroy();
        ws.close();
        ws.close();
    }

    @Test
    void itIsAScopeAndBelongsToOne() {
        Workspace ws;
        Tensor t;
        try (Scope owner = Scope.open()) {
            ws = Workspace.create("mine", SIZED);
            assertNull(ws.parent());
            owner.attach(ws);
            assertSame(owner, ws.parent());
            assertEquals("mine", ws.name());
            ws.enter();
            t = Tensor.ones(3);
            assertEquals(1, ws.members().size());
            assertTrue(owner.debugDump().contains("mine"), owner::debugDump);
            ws.limit(100);
            assertThrows(NativeMemoryException.class, () -> Tensor.ones(100));
        }
        assertNull(Current.scope());
        assertFalse(ws.isEntered());
        assertTrue(ws.isClosed() && t.isClosed());
        ws.close();
    }

    @Test
    void destroyingWhileEnteredClosesAll() {
        try (Scope outer = Scope.open()) {
            Workspace ws = Workspace.create("batch", SIZED);
            ws.enter();
            Tensor t = Tensor.ones(10);
            Scope below = Scope.open();
            ws.destroy();
            assertTrue(t.isClosed());
            assertTrue(below.isClosed());
            assertSame(outer, Current.scope());
            ws.close();
            assertSame(outer, Current.scope());
        }
    }

    @Test
    void scopesOpenedInACycleEndWithIt() {
        Workspace ws = Workspace.create(SIZED);
        Scope created;
        Scope notCreated;
        try (Workspace cycle = ws.enter()) {
            created = Scope.open();
            assertSame(ws, created.parent());
            assertSame(ws, Tensor.ones(4).workspace());
            notCreated = Scope.open();
        }
        assertNull(Current.scope());
        assertTrue(created.isClosed() && notCreated.isClosed());
        assertThrows(ScopeException.class, () -> notCreated.zeros(2));
        assertThrows(ScopeException.class, () -> created.run(() -> {}));
        ws.enter();
        assertSame(ws, Current.scope());
        ws.close();
        ws.destroy();
    }

    @Test
    void usingInsideACycleEscapesIntoIt() {
        Workspace ws = Workspace.create(SIZED);
        ws.enter();
        Tensor t = Scope.using(() -> Tensor.ones(5).mul(Tensor.full(new long[] {5}, 3)));
        assertSame(ws, t.scope());
        assertSame(ws, t.workspace());
        assertArrayEquals(new float[] {3, 3, 3, 3, 3}, t.toFloatArray());
        ws.close();
        assertTrue(t.isClosed());
        ws.destroy();
    }

    @Test
    void outOfWorkspacesIsThePool() {
        Workspace ws = Workspace.create(SIZED);
        try (Workspace cycle = ws.enter()) {
            Tensor inside = Tensor.ones(8);
            try (Scope out = Scope.outOfWorkspaces()) {
                assertNull(Tensor.ones(8).workspace());
                try (Scope below = Scope.open()) {
                    assertNull(inside.add(1).workspace());
                }
                try (Workspace again = ws.enter()) {
                    assertSame(ws, Tensor.ones(8).workspace());
                }
            }
            assertSame(ws, Tensor.ones(8).workspace());
        }
        ws.destroy();
    }

    @Test
    void toggledOffRequestsAreMetOutsideUntilTheCyclesEnd() {
        Workspace ws = Workspace.create(SIZED);
        ws.enter();
        try (Workspace.Off off = ws.off()) {
            Tensor.ones(1000);
            assertEquals(0, ws.workspaceStats().live());
            assertEquals(4032, ws.workspaceStats().toggledOff()); // rounded up to 64
        }
        Tensor.ones(10);
        assertEquals(40, ws.workspaceStats().live());
        ws.toggleOff();
        ws.toggleOff();
        ws.toggleOn();
        Tensor.ones(1);
        assertEquals(40, ws.workspaceStats().live());
        Workspace.Off late = ws.off();
        ws.close();
        assertEquals(0, ws.workspaceStats().toggledOff());
        ws.enter();
        Tensor.ones(10);
        assertEquals(40, ws.workspaceStats().live());
        ws.toggleOff();
        late.close(); // its cycle has ended: it undoes nothing of this one's
        Tensor.ones(10);
        assertEquals(40, ws.workspaceStats().live());
        ws.close();
        assertThrows(ScopeException.class, ws::toggleOff);
        ws.destroy();
    }

    @Test
    void initializedByHandItHasItsSizeBeforeTheFirstCycle() {
        Workspace ws = Workspace.create(TestDevice.workspace().minSize(4 * KIB).build());
        assertEquals(0, ws.workspaceStats().committed());
        ws.initialize();
        assertTrue(ws.workspaceStats().committed() >= 4 * KIB, () -> ws.workspaceStats().toString());
        ws.enter();
        assertThrows(ScopeException.class, ws::initialize);
        ws.close();
        ws.destroy();
    }

    @Test
    void anExceptionInTheBodyComesOutAndTheCycleEnds() {
        Workspace ws = Workspace.create(SIZED);
        Tensor[] made = new Tensor[1];
        Exception e = assertThrows(IllegalStateException.class, () -> {
            try (Workspace cycle = ws.enter()) {
                made[0] = Tensor.ones(4);
                throw new IllegalStateException("mine");
            }
        });
        assertEquals("mine", e.getMessage());
        assertEquals(0, e.getSuppressed().length);
        assertTrue(made[0].isClosed());
        assertFalse(ws.isEntered());
        assertNull(Current.scope());
        ws.destroy();
    }

    @Test
    void whatItOwnsThatIsNotNativeClosesWithTheCycle() {
        Workspace ws = Workspace.create(SIZED);
        int[] closed = new int[1];
        ws.enter();
        Tensor t = Tensor.ones(3);
        ws.own(() -> closed[0] += t.isClosed() ? 100 : 1);
        ws.enter();
        ws.close();
        assertEquals(0, closed[0]);
        ws.close();
        assertEquals(1, closed[0]);
        try (Scope parent = Scope.open()) {
            parent.attach(ws);
            ws.enter();
            Scope.open().own(() -> closed[0]++);
            ws.close();
            assertEquals(2, closed[0]);
            ws.own(() -> closed[0]++);
        }
        assertEquals(3, closed[0]);
        assertTrue(ws.isClosed());
    }

    @Test
    void aFailSpillChangesNothing() {
        Workspace ws = Workspace.create(
                TestDevice.workspace().initialSize(1024).overallocationLimit(0).policySpill(SpillPolicy.FAIL).build());
        ws.enter();
        Tensor t = Tensor.ones(10);
        WorkspaceStats before = ws.workspaceStats();
        Exception e = assertThrows(ScopeException.class, () -> Tensor.ones(1000));
        assertTrue(e.getMessage().contains("policySpill FAIL"), e::getMessage);
        assertEquals(before, ws.workspaceStats());
        assertEquals(10, t.sum().item());
        ws.close();
        ws.destroy();
    }

    @Test
    void aForgottenOneIsFreedByTheBackstop() {
        LeakLevel before = Tenure.leakLevel();
        Tenure.leakLevel(LeakLevel.ALL);
        try {
            Tenure.forgetLeaks();
            forget();
            Live.drain();
            List<Leak> leaks = Tenure.leaks();
            assertTrue(leaks.stream().anyMatch(leak -> leak.name().equals(java.util.Optional.of("forgotten"))), leaks::toString);
        } finally {
            Tenure.leakLevel(before);
            Tenure.forgetLeaks();
        }
    }

    private static void forget() {
        Workspace ws = Workspace.create("forgotten", SIZED);
        ws.enter();
        Tensor.ones(10);
        ws.close();
    }

    @Test
    void twoWorkspacesAreTwo() {
        Workspace a = Workspace.create("a", SIZED);
        Workspace b = Workspace.create("a", SIZED);
        assertNotSame(a, b);
        a.enter();
        b.enter();
        Tensor t = Tensor.ones(2);
        assertSame(b, t.workspace());
        b.close();
        a.close();
        a.destroy();
        b.destroy();
    }

    /** No scope is current and nothing is alive; what a failed test left goes, so that the next one does not fail with it. */
    static void nothingIsLeft() {
        Scope current = Current.scope();
        for (Scope left = current; left != null; left = Current.scope()) {
            left.root().closeForGood();
        }
        Live left = Live.now();
        for (int i = 0; i < 50 && !left.equals(Live.NOTHING); i++) { // what moved to nobody
            try (Scope any = Scope.open()) {
                Tensor.ones(1); // the block of one that another thread has destroyed goes when its own thread comes by
            }
            System.gc();
            left = Live.now();
        }
        long[] handles = Native.handleLive();
        Native.release(handles, handles.length);
        assertNull(current);
        assertEquals(Live.NOTHING, left);
    }

    static void closed(Runnable use, String text) {
        Exception e = assertThrows(ClosedException.class, use::run);
        assertTrue(e.getMessage().contains(text), e::getMessage);
    }
}
