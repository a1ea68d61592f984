package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scope is created, with its first member, while all that its parent owns goes: with it, or after it. */
@ExtendWith(Clean.class)
class CreationRaceTest {
    @Test
    void whileItsParentIsEmptied() {
        try (Scope parent = Scope.create()) {
            created(parent, () -> {}, all -> all.closeAllBut());
        }
    }

    @Test
    void whileTheCycleEnds() {
        Workspace workspace = Workspace.create("creations", WorkspaceTest.SIZED);
        created(workspace, workspace::enter, cycles -> workspace.close());
        workspace.destroy();
    }

    private static void created(Scope parent, Runnable before, Consumer<Scope> emptied) {
        int[] outcomes = new int[2];
        Duel.run(
                Duel.ROUNDS,
                () -> {
                    before.run();
                    return parent.child();
                },
                CreationRaceTest::first,
                child -> emptied.accept(parent),
                child -> {
                    boolean open = child.isOpen();
                    assertEquals(open ? 1 : 0, Native.scopeMembers(parent.handle()).length);
                    assertEquals(open ? 1 : 0, TestDevice.stats().liveTensors());
                    outcomes[open ? 1 : 0]++;
                    child.close();
                });
        assertTrue(outcomes[0] > 0, () -> outcomes[0] + " went, " + outcomes[1] + " came after");
    }

    private static void first(Scope child) {
        try {
            child.ones(1);
        } catch (ScopeException | ClosedException e) {
            // it went before
        }
    }
}
