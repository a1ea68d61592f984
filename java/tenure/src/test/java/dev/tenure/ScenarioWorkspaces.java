package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceCycle;
import dev.tenure.workspaces.WorkspaceStats;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands about workspaces. */
final class ScenarioWorkspaces {
    private final Function<String, NativeResource> names;

    ScenarioWorkspaces(Function<String, NativeResource> names) {
        this.names = names;
    }

    /** The command's results; null if it is none of these. */
    List<NativeResource> run(String command, List<String> a) {
        switch (command) {
            case "workspace" -> {
                return List.of(Workspace.create(a.get(0), config(a.subList(1, a.size()))));
            }
            case "leverage" -> {
                return List.of(leverage((Tensor) names.apply(a.get(0)), a.get(1)));
            }
            case "enter" -> assertSame(of(a), of(a).enter());
            case "leave" -> of(a).leave(a.stream().skip(1).map(names).toArray(NativeResource[]::new));
            case "toggle_off" -> of(a).toggleOff();
            case "toggle_on" -> of(a).toggleOn();
            case "initialize" -> of(a).initialize();
            case "destroy" -> of(a).destroy();
            case "expect_home" ->
                assertSame(a.get(1).equals("none") ? null : names.apply(a.get(1)), ((Tensor) names.apply(a.get(0))).workspace());
            case "expect_workspace" -> expectWorkspace(of(a).workspaceStats(), a.subList(1, a.size()));
            case "expect_last_cycle" -> {
                List<WorkspaceCycle> history = of(a).history();
                expectCycle(history.get(history.size() - 1), a.subList(1, a.size()));
            }
            case "expect_report" -> {
                String report = of(a).report();
                assertTrue(report.contains(a.get(1)), report);
            }
            default -> {
                return null;
            }
        }
        return List.of();
    }

    private Workspace of(List<String> arguments) {
        return (Workspace) names.apply(arguments.get(0));
    }

    /** The block lies on the device of the scenario. */
    private static WorkspaceConfig config(List<String> parameters) {
        return WorkspaceConfig.fromJson(Stream.concat(parameters.stream(), Stream.of("device=" + TestDevice.DEVICE))
                .map(word -> word.split("=", 2))
                .map(pair -> '"' + pair[0] + "\": " + (isText(pair[1]) ? '"' + pair[1] + '"' : pair[1]))
                .collect(Collectors.joining(", ", "{", "}")));
    }

    private static boolean isText(String value) {
        return !value.matches("true|false|-?[0-9.]+");
    }

    private Tensor leverage(Tensor t, String to) {
        return to.equals("none") ? t.leverageOrDetach("a workspace that is not there") : t.leverageTo((Scope) names.apply(to));
    }

    private static void expectWorkspace(WorkspaceStats stats, List<String> pairs) {
        assertEquals(stats.committed(), stats.live() + stats.unreferenced() + stats.padding() + stats.free(), stats::toString);
        ScenarioChecks.expectCounts(pairs, stats, key -> switch (key) {
            case "allocated" -> stats.allocated();
            case "live" -> stats.live();
            case "unreferenced" -> stats.unreferenced();
            case "padding" -> stats.padding();
            case "free" -> stats.free();
            case "committed" -> stats.committed();
            case "spilled" -> stats.spilled();
            case "toggled_off" -> stats.toggledOff();
            case "pinned" -> stats.pinned();
            case "adopted" -> stats.adopted();
            case "borrowed" -> stats.borrowed();
            case "gradient_standard" -> stats.gradientStandard();
            case "gradient_external" -> stats.gradientExternal();
            case "gradient_deferred" -> stats.gradientDeferred();
            case "cycle" -> stats.cycle();
            case "depth" -> stats.depth();
            case "learned" -> stats.learned();
            default -> throw new AssertionError("unknown key " + key);
        });
    }

    private static void expectCycle(WorkspaceCycle cycle, List<String> pairs) {
        ScenarioChecks.expectCounts(pairs, cycle, key -> switch (key) {
            case "cycle" -> cycle.cycle();
            case "offset" -> cycle.offset();
            case "spilled" -> cycle.spilled();
            case "pinned" -> cycle.pinned();
            case "learned" -> cycle.learned();
            default -> throw new AssertionError("unknown key " + key);
        });
    }
}
