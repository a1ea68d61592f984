package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What a package may use of the others. The nouns return reports and results and take settings and options, so these lie below
 * them; a result names the tensors in it, and a resource names the kinds of other packages, which it permits; training and prediction are
 * built from nouns, modules, optimizers and data; the boundary knows none of them.
 */
class PackagesTest {
    private static final String NOUNS = "dev.tenure";
    private static final String MODELS = "dev.tenure.models";
    private static final String ONNX = "dev.tenure.onnx";
    private static final String OPTIONS = "dev.tenure.options";
    private static final String RESULTS = "dev.tenure.results";
    private static final String REPORTS = "dev.tenure.reports";
    private static final String WORKSPACES = "dev.tenure.workspaces";
    private static final String NN = "dev.tenure.nn";
    private static final String OPTIM = "dev.tenure.optim";
    private static final String DATA = "dev.tenure.data";
    private static final Map<String, Set<String>> MAY_USE = new HashMap<>(Map.of(
            PublicTypes.INTERNAL, Set.of(),
            WORKSPACES, Set.of(PublicTypes.INTERNAL, NOUNS + ".Device"),
            REPORTS, Set.of(PublicTypes.INTERNAL, NOUNS + ".DType", PublicTypes.ACCESS + ".OtherFiles"),
            OPTIONS, Set.of(),
            RESULTS, Set.of(NOUNS + ".Tensor"),
            PublicTypes.COLLECTOR, Set.of(PublicTypes.INTERNAL),
            PublicTypes.ACCESS, Set.of(PublicTypes.INTERNAL, PublicTypes.COLLECTOR, NOUNS, REPORTS, RESULTS, WORKSPACES),
            NOUNS, Set.of(PublicTypes.INTERNAL, PublicTypes.COLLECTOR, PublicTypes.ACCESS, WORKSPACES, REPORTS, OPTIONS, RESULTS,
                    ONNX + ".OnnxModel", MODELS + ".Batcher", ONNX + ".OnnxRunOptions", ONNX + ".OnnxValue", NN + ".Module",
                    DATA + ".DataLoader", DATA + ".Table", OPTIM + ".Optimizer", OPTIM + ".Scheduler", MODELS + ".Trainer",
                    MODELS + ".Metric"),
            ONNX, Set.of(PublicTypes.INTERNAL, PublicTypes.ACCESS, NOUNS, REPORTS),
            MODELS, Set.of(PublicTypes.INTERNAL, PublicTypes.ACCESS, NOUNS, OPTIONS, REPORTS, DATA, NN, OPTIM, ONNX)));

    static {
        MAY_USE.put(NN, Set.of(PublicTypes.INTERNAL, PublicTypes.ACCESS, NOUNS, OPTIONS));
        MAY_USE.put(OPTIM, Set.of(PublicTypes.INTERNAL, PublicTypes.ACCESS, NOUNS, OPTIONS));
        MAY_USE.put(DATA, Set.of(PublicTypes.INTERNAL, PublicTypes.ACCESS, NOUNS, NN));
    }

    private static final Pattern ARROW = Pattern.compile("^ +(dev\\.tenure[\\w.$]*) +-> (dev\\.tenure[\\w.$]*) ", Pattern.MULTILINE);

    @Test
    void arrowsGoDown() {
        Set<String> up = new TreeSet<>();
        int seen = 0;
        Matcher arrows = ARROW.matcher(jdeps());
        while (arrows.find()) {
            seen++;
            String from = packageOf(arrows.group(1));
            String to = packageOf(arrows.group(2));
            Set<String> allowed = MAY_USE.get(from);
            assertTrue(allowed != null, () -> "no rule for " + from);
            String outermost = arrows.group(2).replaceFirst("\\$.*", "");
            if (!from.equals(to) && !allowed.contains(to) && !allowed.contains(outermost)) {
                up.add(arrows.group(1) + " uses " + arrows.group(2));
            }
        }
        assertEquals(Set.of(), up);
        assertTrue(seen > 300, "jdeps said " + seen);
    }

    @Test
    void whatIsInternalIsNotExported() {
        Module module = Tensor.class.getModule();
        Set<String> exported = module.getPackages().stream().filter(module::isExported).collect(Collectors.toSet());
        exported.removeIf(name -> !MAY_USE.containsKey(name)); // tests lie in the same module
        assertEquals(Set.of(NOUNS, DATA, MODELS, NN, ONNX, OPTIM, OPTIONS, REPORTS, RESULTS, WORKSPACES), exported);
    }

    /** What lies among the nouns and is not public names them: it sinks below them when it speaks of handles. */
    @Test
    void fewLieAmongTheNouns() throws IOException, ReflectiveOperationException {
        Set<String> isPublic = new TreeSet<>();
        Set<String> rest = new TreeSet<>();
        for (Class<?> type : PublicTypes.compiled()) {
            boolean isTop = type.getEnclosingClass() == null && !type.isSynthetic();
            if (isTop && type.getPackageName().equals(NOUNS)) {
                (Modifier.isPublic(type.getModifiers()) ? isPublic : rest).add(type.getSimpleName());
            }
        }
        assertTrue(isPublic.size() <= 40, () -> isPublic.size() + " public types: " + isPublic);
        assertEquals(
                Set.of("Abandoned", "Call", "Create", "Current", "Foreign", "Inherited", "NamedTensors", "NestedArrays",
                        "NounsAccess", "Owners", "PartOf", "Places", "ThreadsWithScopes", "WorkspaceCycles", "WorkspacePart", "WorkspaceRegistry"),
                rest);
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private static String jdeps() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintWriter writer = new PrintWriter(out, true);
        ToolProvider.findFirst("jdeps").orElseThrow().run(
                writer, writer, "-v", "-filter:none", "--multi-release", "base", System.getProperty("tenure.classes"));
        return out.toString();
    }
}
