package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The backstop under every collector of this JDK. Epsilon is left out: it never collects, so nothing that depends on a
 * collection can happen.
 */
class CollectorsTest {
    static Stream<List<String>> collectors() {
        List<List<String>> found = new ArrayList<>();
        for (String name : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah")) {
            if (ChildJvm.takes("-XX:+Use" + name + "GC")) {
                found.add(List.of("-XX:+Use" + name + "GC", "-Xmx128m"));
            }
        }
        found.add(List.of("-XX:+DisableExplicitGC", "-Xmx128m"));
        assertTrue(found.size() >= 4, found.toString()); // the first three are in every build of every JDK
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("collectors")
    void whatIsForgottenIsFreed(List<String> options) {
        ChildJvm.Output output = ChildJvm.run(ForgetfulProgram.class, options);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("all was freed"), output.text());
    }
}
