package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workspaces in workspaces, in themselves, and left in any order: what is current, and what lives. */
class WorkspaceNestingTest {
    private Scope root;
    private Workspace a;
    private Workspace b;

    @BeforeEach
    void start() {
        Live.drain();
        root = Scope.open();
        a = root.attach(Workspace.create("a", WorkspaceTest.SIZED));
        b = root.attach(Workspace.create("b", WorkspaceTest.SIZED));
    }

    @AfterEach
    void end() {
        root.close();
        WorkspaceTest.nothingIsLeft();
    }

    @Test
    void enteringAnEnteredOneGoesDeeperIntoTheSameCycle() {
        a.enter();
        Tensor first = Tensor.full(new long[] {100}, 1);
        b.enter();
        Tensor second = Tensor.full(new long[] {100}, 2);
        a.enter();
        Tensor third = Tensor.full(new long[] {100}, 3);
        assertSame(a, third.workspace());
        assertEquals(1, a.cycle());
        assertEquals(2, a.workspaceStats().depth());
        a.close();
        assertSame(b, Current.scope());
        assertEquals(600, first.sum().item() + second.sum().item() + third.sum().item());
        b.close();
        assertSame(a, Current.scope());
        assertTrue(second.isClosed());
        assertEquals(400, first.sum().item() + third.sum().item());
        a.close();
        assertSame(root, Current.scope());
        assertTrue(first.isClosed() && third.isClosed());
    }

    @Test
    void leftInTheWrongOrderTheNearestOneIsCurrent() {
        a.enter();
        b.enter();
        a.close();
        assertSame(b, Current.scope());
        assertSame(b, Tensor.ones(1).workspace());
        b.close();
        assertSame(root, Current.scope());

        a.enter();
        Scope s = Scope.open();
        b.enter();
        a.close(); // with s, which is below it
        assertTrue(s.isClosed());
        assertSame(b, Current.scope());
        a.enter();
        assertSame(a, Current.scope());
        b.close();
        assertSame(a, Current.scope());
        a.close();
        assertSame(root, Current.scope());
    }

    @Test
    void anEntryThatWasLeftDoesNotComeBackWithTheNextOne() throws InterruptedException {
        a.enter();
        b.enter();
        Thread other = new Thread(() -> {
            a.close();
            a.close();
        });
        other.start();
        other.join();
        assertSame(b, Current.scope());
        a.enter();
        b.close();
        a.close();
        assertSame(root, Current.scope()); // not the first entry of a
        assertFalse(a.isEntered());
    }

    @Test
    void anExceptionLeavesAllOfThem() {
        List<Tensor> made = new ArrayList<>();
        assertThrows(ArithmeticException.class, () -> {
            try (Workspace first = a.enter(); Workspace second = b.enter(); Workspace again = a.enter()) {
                made.add(Tensor.ones(3));
                throw new ArithmeticException();
            }
        });
        assertSame(root, Current.scope());
        assertTrue(made.get(0).isClosed());
        assertFalse(a.isEntered() || b.isEntered());
    }

    @Test
    void theCycleDetectorRefusesIt() {
        Workspace c = root.attach(
                Workspace.create("c", WorkspaceTest.SIZED.toBuilder().useCycleDetector(true).build()));
        c.enter();
        b.enter();
        Exception e = assertThrows(ScopeException.class, c::enter);
        assertTrue(e.getMessage().contains("'c' is entered again in its cycle 1 (useCycleDetector)"), e::getMessage);
        assertSame(b, Current.scope());
        b.close();
        c.close();
        assertFalse(c.isEntered());
    }

    /** Against a plain model: a list of what was entered, of which any may be left. */
    @Test
    void anyOrderOfEnteringAndLeaving() {
        Workspace[] all = {a, b, root.attach(Workspace.create("c", WorkspaceTest.SIZED))};
        Random random = new Random(7);
        List<Workspace> model = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            Workspace some = all[random.nextInt(all.length)];
            if (model.size() < 6 && random.nextBoolean()) {
                some.enter();
                model.add(some);
            } else {
                some.close();
                int newest = model.lastIndexOf(some);
                if (newest >= 0) {
                    model.remove(newest);
                }
            }
            assertSame(model.isEmpty() ? root : model.get(model.size() - 1), Current.scope());
            for (Workspace each : all) {
                long depth = model.stream().filter(entered -> entered == each).count();
                assertEquals(depth, each.workspaceStats().depth());
                assertEquals(depth > 0, each.isEntered());
            }
        }
        while (!model.isEmpty()) {
            model.remove(model.size() - 1).close();
        }
    }

    @Test
    void aWorkspaceOfAnotherOnesCycleEndsWithIt() {
        a.enter();
        Workspace inner = a.attach(Workspace.create("inner", WorkspaceTest.SIZED));
        assertSame(a, inner.parent());
        inner.enter();
        Tensor t = Tensor.ones(4);
        assertSame(inner, t.workspace());
        a.close();
        assertTrue(t.isClosed() && inner.isClosed());
        assertFalse(inner.isEntered());
        assertSame(root, Current.scope());
        inner.close();
    }

    @Test
    void withoutAScopeNothingIsCurrentAfterwards() {
        root.close();
        Workspace c = Workspace.create(WorkspaceTest.SIZED);
        try (Workspace cycle = c.enter()) {
            Tensor.ones(2);
        }
        assertNull(Current.scope());
        c.destroy();
    }
}
