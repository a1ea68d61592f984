package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages and the Javadoc show of Java is there: a method that is called on one of our types is one of its methods. */
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("tenure.root"));
    private static final Pattern STATIC_CALL = Pattern.compile("(?<![.\\w])([A-Z]\\w+)\\.([a-z]\\w*)\\(");
    private static final Pattern ANY_CALL = Pattern.compile("\\b[a-z]\\w*\\.([a-z]\\w*)\\(|\\)\\s*\\.([a-z]\\w*)\\(");
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVADOC_BLOCK = Pattern.compile("<pre>\\{@code(.*?)\\* \\}</pre>", Pattern.DOTALL);
    /** Of the JDK, of Micrometer and of the examples' own classes. */
    private static final Set<String> OTHERS = Set.of(
            "add", "println", "print", "resolve", "stream", "anyMatch", "get", "asFloatBuffer", "loss", "x", "y", "div", "readAllBytes",
            "bindTo", "gauge", "value", "getHost", "put", "remove", "parallelStream", "mapToDouble", "order", "startsWith");
    /** Programs of other libraries, some of whose types are called like ours. */
    private static final Pattern OTHERS_BLOCK =
            Pattern.compile("```java title=\"(?:DJL|JavaCPP|MXNet|ND4J|ONNX Runtime)[^\"]*\"\n.*?```", Pattern.DOTALL);

    private final Map<String, Set<String>> methods = new HashMap<>();
    private final Set<String> all = new HashSet<>(OTHERS);

    private void readTypes() throws IOException, ReflectiveOperationException {
        for (Class<?> type : PublicTypes.all()) {
            Set<String> own = methods.computeIfAbsent(type.getSimpleName(), key -> new HashSet<>());
            for (Method method : type.getMethods()) {
                own.add(method.getName());
            }
            all.addAll(own);
        }
    }

    private static List<Path> files(String folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(f -> f.toString().endsWith(suffix)).sorted().toList();
        }
    }

    @Test
    void everyMethodThatIsShownIsThere() throws IOException, ReflectiveOperationException {
        readTypes();
        List<String> missing = new ArrayList<>();
        List<Path> pages = new ArrayList<>(files("docs", ".md"));
        pages.addAll(List.of(ROOT.resolve("README.md"), ROOT.resolve("ARCHITECTURE.md")));
        int looked = 0;
        for (Path page : pages) {
            String own = OTHERS_BLOCK.matcher(Files.readString(page)).replaceAll("");
            looked += look(page, own, JAVA_BLOCK, missing);
        }
        assertTrue(looked > 20, looked + " calls in the pages");
        for (Path source : files("java/tenure/src/main/java", ".java")) {
            looked += look(source, Files.readString(source), JAVADOC_BLOCK, missing);
        }
        assertEquals(List.of(), missing);
        assertTrue(looked > 100, looked + " calls");
    }

    /** How many calls there are. */
    private int look(Path file, String text, Pattern block, List<String> missing) {
        int looked = 0;
        Matcher named = STATIC_CALL.matcher(text);
        while (named.find()) {
            Set<String> own = methods.get(named.group(1));
            looked++;
            if (own != null && !own.contains(named.group(2)) && !isInternal(file, named.group())) {
                missing.add(ROOT.relativize(file) + ": " + named.group());
            }
        }
        Matcher blocks = block.matcher(text);
        while (blocks.find()) {
            Matcher any = ANY_CALL.matcher(blocks.group(1));
            while (any.find()) {
                String name = any.group(1) != null ? any.group(1) : any.group(2);
                looked++;
                if (!all.contains(name)) {
                    missing.add(ROOT.relativize(file) + ": ." + name + "(");
                }
            }
        }
        return looked;
    }

    /** Sources may call what is not public, and the compiler has seen that it is there; in a comment it is not seen. */
    private static boolean isInternal(Path file, String call) {
        return file.toString().endsWith(".java") && !isInComment(file, call);
    }

    private static boolean isInComment(Path file, String call) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(String::strip).anyMatch(line -> line.startsWith("*") && line.contains(call));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
