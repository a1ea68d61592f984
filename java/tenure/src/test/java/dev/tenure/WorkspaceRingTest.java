package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.workspaces.LearningPolicy;
import dev.tenure.workspaces.ResetPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A ring: the tensors of cycle c are open until cycle c + k is entered. */
class WorkspaceRingTest {
    private static final WorkspaceConfig THREE = TestDevice.workspace()
            .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
            .overallocationLimit(2)
            .build();
    private Scope root;
    private Workspace ring;

    @BeforeEach
    void start() {
        Live.drain();
        root = Scope.open();
        ring = root.attach(Workspace.create("ring", THREE));
    }

    @AfterEach
    void end() {
        root.close();
        WorkspaceTest.nothingIsLeft();
    }

    @Test
    void aCycleStaysOpenUntilTheRingHasComeRound() {
        List<Tensor> batches = new ArrayList<>();
        for (int cycle = 1; cycle <= 20; cycle++) {
            try (Workspace entered = ring.enter()) {
                for (int old = 0; old < batches.size(); old++) {
                    boolean open = old >= batches.size() - 2;
                    assertEquals(open, !batches.get(old).isClosed());
                    if (open) {
                        assertEquals(500 * (old + 1), batches.get(old).sum().item());
                    }
                }
                batches.add(Tensor.full(new long[] {500}, cycle));
                assertSame(ring, batches.get(cycle - 1).workspace());
                assertEquals(cycle, ring.cycle());
            }
            assertSame(root, Current.scope());
            assertFalse(batches.get(cycle - 1).isClosed());
        }
        WorkspaceTest.closed(batches.get(16)::item, "tensor of cycle 17 of workspace 'ring', which has left cycle 20");
    }

    @Test
    void theScopeOfACycleIsTheWorkspaceToItsUsers() {
        Scope below;
        Tensor t;
        try (Workspace entered = ring.enter()) {
            t = Tensor.ones(4);
            below = Scope.open();
            assertSame(ring, below.parent());
            below.close();
        }
        try (Workspace entered = ring.enter()) {
            below = Scope.open();
        }
        assertFalse(below.isClosed());
        assertSame(root, t.detachFromScope().attach(root).scope());
        for (int i = 0; i < 3; i++) {
            assertTrue(i == 2 || !below.isClosed());
            ring.enter().close();
        }
        assertTrue(below.isClosed());
        assertSame(root, Current.scope());
        Scope closed = below;
        assertThrows(ScopeException.class, () -> closed.zeros(1));
    }

    @Test
    void theScopeOfACycleHasTheNameOfTheWorkspaceAndStaysInIt() {
        Scope cycle;
        Tensor t;
        try (Workspace entered = ring.enter()) {
            t = Tensor.ones(4);
            cycle = t.scope();
            assertSame(cycle, Scope.current());
            assertEquals("ring", cycle.name());
        }
        List<Executable> moves = List.of(
                cycle::detachFromScope, cycle::moveToOuterScope, () -> cycle.moveTo(root), () -> root.tempAttach(cycle));
        for (Executable move : moves) {
            assertEquals(Status.WORKSPACE, assertThrows(ScopeException.class, move).status());
            assertSame(ring, cycle.parent());
        }
        ring.destroy();
        assertTrue(cycle.isClosed());
        assertTrue(t.isClosed());
    }

    @Test
    void leavingAnInnerLevelEndsNothing() {
        ring.enter();
        Tensor t = Tensor.ones(4);
        ring.enter();
        ring.close();
        assertEquals(1, ring.cycle());
        assertEquals(4, t.sum().item());
        ring.close();
        assertEquals(4, t.sum().item());
    }

    @Test
    void destroyingItClosesEveryCycle() {
        Tensor[] t = new Tensor[2];
        for (int i = 0; i < 2; i++) {
            ring.enter();
            t[i] = Tensor.ones(4);
            if (i == 0) {
                ring.close();
            }
        }
        ring.destroy();
        assertTrue(t[0].isClosed() && t[1].isClosed());
        assertSame(root, Current.scope());
    }

    @Test
    void whatACycleOwnsThatIsNotNativeClosesWhenTheRingHasComeRound() {
        int[] closed = new int[1];
        ring.enter();
        Scope.open().own(() -> closed[0]++);
        ring.close();
        ring.enter().close();
        ring.enter().close();
        assertEquals(0, closed[0]);
        ring.enter().close();
        assertEquals(1, closed[0]);
        ring.enter();
        Scope.open().own(() -> closed[0]++);
        ring.close();
        ring.destroy();
        assertEquals(2, closed[0]);
    }

    /** It may wait for another thread that wants in: no lock is held. */
    @Test
    void whatClosesThenMayWaitForAnotherThread() {
        Workspace shared = root.attach(
                Workspace.create("shared", THREE.toBuilder().workspaceMode(WorkspaceMode.SINGLE).build()));
        Thread other = new Thread(() -> shared.enter().close());
        boolean[] came = new boolean[1];
        shared.enter();
        Scope.open().own(() -> {
            other.start();
            other.join(60_000);
            came[0] = !other.isAlive();
        });
        shared.close();
        shared.enter().close();
        shared.enter().close();
        assertFalse(other.isAlive() || came[0]);
        shared.enter().close();
        assertTrue(came[0]);
    }

    @Test
    void aRequestLargerThanTheRingIsMetOutside() {
        Workspace small = root.attach(
                Workspace.create(THREE.toBuilder().initialSize(192).policyLearning(LearningPolicy.NONE).build()));
        for (int cycle = 0; cycle < 10; cycle++) {
            small.enter();
            assertEquals(1000, Tensor.ones(1000).sum().item());
            small.close();
        }
        assertTrue(small.workspaceStats().spilled() <= 3 * 4100, () -> small.workspaceStats().toString());
    }
}
