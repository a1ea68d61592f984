package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing is freed while its own call runs, though nothing else refers to it any more. */
class KeepAliveTest {
    @Test
    void operandsLiveThroughTheirCall() {
        List<String> options = List.of(
                "-Xcomp", "-XX:-TieredCompilation", "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=compileonly,dev.tenure.*::*", "-XX:+UseSerialGC", "-Xmx256m");
        ChildJvm.Output output = ChildJvm.run(KeepAliveProgram.class, options);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("every operand lived through its call"), output.text());
    }
}
