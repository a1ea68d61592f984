package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The backstop under every collector of this JDK. Epsilon is left out: it never collects, so nothing that depends on a
 * collection can happen.
 */
class CollectorsTest {
    static Stream<String> collectors() {
        List<String> found = new ArrayList<>();
        for (String name : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah")) {
            if (ChildJvm.takes("-XX:+Use" + name + "GC")) {
                found.add("-XX:+Use" + name + "GC");
            }
        }
        found.add("-XX:+DisableExplicitGC");
        assertTrue(found.size() >= 4, found.toString()); // the first three are in every build of every JDK
        return found.stream();
    }

    /**
     * 3,000 MiB by one thread take its three eighths of -Xmx512m; 4,800 MiB by 24 threads as much and a tensor each, but
     * where half a second does not do for a collection, they go on without it.
     */
    @ParameterizedTest
    @MethodSource("collectors")
    void whatIsNeverClosedTakesLittle(String option) {
        ChildJvm.Output output = ChildJvm.run(UnclosedProgram.class, List.of(option, "-Xmx512m"));
        assertEquals(0, output.code(), output.text());
        Matcher peaks = Pattern.compile("peak MiB: (\\d+) (\\d+)").matcher(output.text());
        assertTrue(peaks.find(), output.text());
        assertTrue(Integer.parseInt(peaks.group(1)) < 256, output.text());
        assertTrue(Integer.parseInt(peaks.group(2)) < 1500, output.text());
    }

    @ParameterizedTest
    @MethodSource("collectors")
    void whatIsForgottenIsFreed(String option) {
        ChildJvm.Output output = ChildJvm.run(ForgetfulProgram.class, List.of(option, "-Xmx128m"));
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("all was freed"), output.text());
    }
}
