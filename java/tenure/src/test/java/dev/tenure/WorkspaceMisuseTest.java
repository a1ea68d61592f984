package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.user.Maker;
import dev.tenure.workspaces.LearningPolicy;
import dev.tenure.workspaces.WorkspaceMisuse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is done wrong with workspaces is named, with the line that made them and what would have served. */
class WorkspaceMisuseTest {
    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        WorkspaceTest.nothingIsLeft();
    }

    private static List<WorkspaceMisuse> of(String workspace, String kind) {
        return Workspace.misuses().stream()
                .filter(row -> row.workspace().equals(workspace) && row.kind().equals(kind))
                .toList();
    }

    @Test
    void aWellUsedOneIsNotNamed() {
        Workspace ws = Workspace.create("well \"used\"\n", WorkspaceTest.SIZED);
        for (int i = 0; i < 10; i++) {
            ws.enter();
            Tensor.ones(1000);
            ws.close();
        }
        assertEquals(List.of(), Workspace.misuses().stream().filter(row -> row.workspace().startsWith("well")).toList());
        ws.enter();
        ws.destroy(); // on purpose
        assertEquals(List.of(), of("well \"used\"\n", "not_closed"));
    }

    @Test
    void notClosed() {
        try (Scope owner = Scope.open()) {
            owner.attach(Maker.workspace("not closed")).enter();
        }
        WorkspaceMisuse row = of("not closed", "not_closed").get(0);
        assertTrue(row.message().contains("ended while it was entered 1 times"), row::message);
        assertEquals("1", row.serves().get("leave"));
        assertTrue(row.site().contains("Maker.java"), row::site);
    }

    @Test
    void heldPastTheCycle() {
        Workspace ws = Workspace.create("held", WorkspaceTest.SIZED);
        ws.enter();
        Tensor t = Tensor.ones(4);
        ws.close();
        assertThrows(ClosedException.class, t::item);
        WorkspaceMisuse row = of("held", "held_past_the_cycle").get(0);
        assertTrue(row.message().contains("used 1 times"), row::message);
        assertEquals("1", row.serves().get("keep"));
        ws.destroy();
    }

    @Test
    void usedTooLong() {
        Workspace ws = Workspace.create(
                "long", TestDevice.workspace().initialSize(64).policyLearning(LearningPolicy.NONE).build());
        for (int i = 1; i < 10; i++) {
            ws.enter();
            Tensor.ones(1000 * i);
            ws.close();
        }
        assertEquals("REALLOCATE", of("long", "used_too_long").get(0).serves().get("policySpill"));
        ws.destroy();
    }

    @Test
    void wrongConfiguration() {
        Workspace ws = Workspace.create(
                "small", TestDevice.workspace().maxSize(640).overallocationLimit(0).build());
        for (int i = 0; i < 5; i++) {
            ws.enter();
            Tensor.ones(1000);
            ws.close();
        }
        WorkspaceMisuse row = of("small", "wrong_configuration").get(0);
        assertEquals("4032", row.serves().get("maxSize"), row::message);
        ws.destroy();
    }

    @Test
    void tooMany() {
        List<Workspace> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(Workspace.create("many", WorkspaceTest.SIZED));
        }
        WorkspaceMisuse row = of("many", "too_many").get(0);
        assertTrue(row.message().contains("200 of this name are idle"), row::message);
        all.forEach(Workspace::destroy);
        assertEquals(List.of(), of("many", "too_many"));
    }

    @Test
    void theReportIsATableAndJson() {
        Workspace ws = Workspace.create("reported", WorkspaceTest.SIZED);
        ws.enter();
        Tensor.ones(100);
        ws.close();
        assertTrue(ws.report().contains("workspace 'reported': ENABLED, BLOCK_LEFT"), ws::report);
        assertTrue(ws.reportJson().startsWith("{"), ws::reportJson);
        assertTrue(ws.reportJson().contains("\"cycle\":1"), ws::reportJson);
        ws.destroy();
    }
}
