package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.workspaces.AllocationPolicy;
import dev.tenure.workspaces.LearningPolicy;
import dev.tenure.workspaces.LocationPolicy;
import dev.tenure.workspaces.MirroringPolicy;
import dev.tenure.workspaces.ResetPolicy;
import dev.tenure.workspaces.SpillPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a workspace is told: defaults, builder, JSON, and what the core refuses. */
class WorkspaceConfigTest {
    private static final WorkspaceConfig OTHER = WorkspaceConfig.builder()
            .initialSize(1L << 40)
            .maxSize(1L << 41)
            .minSize(128)
            .overallocationLimit(2.125)
            .policyAllocation(AllocationPolicy.OVERALLOCATE)
            .policyLearning(LearningPolicy.TRAINING)
            .cyclesBeforeInitialization(7)
            .policyMirroring(MirroringPolicy.ENABLED)
            .policySpill(SpillPolicy.REALLOCATE)
            .tempBlockSize(4096)
            .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
            .policyLocation(LocationPolicy.MMAP)
            .tempFilePath("/a \"b\"\\c\u00e9\n\u0001\ud83d\ude00")
            .useCycleDetector(true)
            .workspaceMode(WorkspaceMode.SINGLE)
            .helperAllowFallback(false)
            .helperMinSize(256)
            .strict(true)
            .build();

    @Test
    void theDefaultsAreTheCores() {
        assertEquals(WorkspaceConfig.fromJson("{}"), WorkspaceConfig.defaults());
        assertEquals(WorkspaceConfig.builder().build(), WorkspaceConfig.defaults());
        assertEquals(0.3, WorkspaceConfig.defaults().overallocationLimit());
        assertEquals(AllocationPolicy.OVERALLOCATE, WorkspaceConfig.defaults().policyAllocation());
        assertTrue(WorkspaceConfig.defaults().helperAllowFallback());
    }

    @Test
    void itSurvivesTheWayToJsonAndBack() {
        WorkspaceConfig there = WorkspaceConfig.builder().device(Device.cuda(3)).build();
        assertTrue(there.toJson().contains("\"device\":\"cuda:3\""), there::toJson);
        for (WorkspaceConfig config : List.of(OTHER, there, WorkspaceConfig.defaults())) {
            assertEquals(config, WorkspaceConfig.fromJson(config.toJson()));
            assertEquals(config, config.toBuilder().build());
            assertEquals(config.hashCode(), config.toBuilder().build().hashCode());
        }
        assertNotEquals(OTHER, WorkspaceConfig.defaults());
        assertTrue(OTHER.toString().contains("maxSize=" + (1L << 41)), OTHER::toString);
    }

    /** Each parameter by itself: a field that reads another's would be seen. */
    @Test
    void everyParameterHasItsOwnPlace() {
        String json = OTHER.toJson();
        for (String field : json.substring(1, json.length() - 1).split(",(?=\")")) {
            String name = field.substring(1, field.indexOf('"', 1));
            assertTrue(OTHER.toString().contains(name + "="), name);
        }
        assertEquals(19, WorkspaceConfig.class.getRecordComponents().length);
        assertEquals(5, WorkspaceConfig.fromJson("{\"minSize\": 5}").minSize());
        assertEquals(6, WorkspaceConfig.fromJson("{\"tempBlockSize\": 6}").tempBlockSize());
        assertTrue(WorkspaceConfig.fromJson("{\"strict\": true}").strict());
        assertEquals(WorkspaceMode.NONE, WorkspaceConfig.fromJson("{\"workspaceMode\":\"NONE\"}").workspaceMode());
    }

    @Test
    void contradictionsAreRefusedByBothNames() {
        refused(WorkspaceConfig.builder().initialSize(9).maxSize(8), "initialSize 9", "maxSize 8");
        refused(
                WorkspaceConfig.builder().policyReset(ResetPolicy.ENDOFBUFFER_REACHED),
                "policyReset ENDOFBUFFER_REACHED",
                "overallocationLimit 0.3");
        refused(WorkspaceConfig.builder().policyLearning(LearningPolicy.NONE), "policyLearning NONE", "initialSize 0");
        refused(
                WorkspaceConfig.builder().policyLearning(LearningPolicy.TRAINING).cyclesBeforeInitialization(0),
                "policyLearning TRAINING",
                "cyclesBeforeInitialization 0");
        refused(WorkspaceConfig.builder().tempFilePath("/x"), "policyLocation RAM", "tempFilePath /x");
        refused(OTHER.toBuilder().device(Device.cuda(1)), "policyLocation MMAP", "device cuda:1");
        refused(WorkspaceConfig.builder().maxSize(-1), "maxSize is -1");
        refused(WorkspaceConfig.builder().overallocationLimit(Double.NaN), "overallocationLimit");
        refused(WorkspaceConfig.builder().overallocationLimit(Double.NEGATIVE_INFINITY), "overallocationLimit");
    }

    @Test
    void whoeverMakesAWorkspaceRefusesThemToo() {
        WorkspaceConfig wrong = new WorkspaceConfig(
                9, 8, 0, 0.3, AllocationPolicy.OVERALLOCATE, LearningPolicy.OPTIMIZED, 1, MirroringPolicy.DISABLED,
                SpillPolicy.EXTERNAL, 0, ResetPolicy.BLOCK_LEFT, LocationPolicy.RAM, null, false, WorkspaceMode.ENABLED,
                true, 0, false, Device.CPU);
        assertEquals("", wrong.tempFilePath());
        assertThrows(InvalidArgumentException.class, wrong::check);
        assertThrows(InvalidArgumentException.class, () -> Workspace.create(wrong));
        assertThrows(InvalidArgumentException.class, () -> Workspace.get("wrong", wrong));
        assertEquals(null, Workspace.find("wrong"));
    }

    @Test
    void whatIsNoConfigurationIsRefusedByItsField() {
        for (String text : List.of("", "[]", "{} {}", "{\"maxSize\": 1.5}", "{\"intialSize\": 1}", "{\"minSize\":1,\"minSize\":2}")) {
            assertThrows(InvalidArgumentException.class, () -> WorkspaceConfig.fromJson(text), text);
        }
        Exception e = assertThrows(
                InvalidArgumentException.class, () -> WorkspaceConfig.fromJson("{\"policySpill\": \"LEAK\"}"));
        assertTrue(e.getMessage().contains("policySpill is \"LEAK\""), e::getMessage);
    }

    private static void refused(WorkspaceConfig.Builder builder, String... parts) {
        Exception e = assertThrows(InvalidArgumentException.class, builder::build);
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e::getMessage);
        }
    }
}
