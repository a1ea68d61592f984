package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What only shows in a JVM of its own: the JVM's checks of JNI, and where the library is looked for. */
class ChildJvmTest {
    @Test
    void theJvmsOwnChecksFindNothing() {
        ChildJvm.Output output = ChildJvm.run(ChildProgram.class, List.of("-Xcheck:jni"));
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("walked through everything"), output.text());
        // It reports on standard output and exits with 0.
        assertFalse(output.contains("WARNING in native method"), output.text());
        assertFalse(output.contains("WARNING: JNI"), output.text());
        assertFalse(output.contains("FATAL"), output.text());
    }

    @Test
    void theEnvironmentNamesTheLibraryToo() {
        ProcessBuilder builder = ChildJvm.builder(ChildProgram.class, List.of());
        builder.environment().put("TENURE_LIBRARY", ChildJvm.LIBRARY);
        ChildJvm.Output output = ChildJvm.run(builder);
        assertEquals(0, output.code(), output.text());
    }

    @Test
    void aWrongNameIsAnErrorThatSaysWhere() {
        List<String> options = List.of("-Dtenure.library=/nowhere/libtenure.so");
        ChildJvm.Output output = ChildJvm.run(ChildJvm.builder(ChildProgram.class, options));
        assertEquals(1, output.code(), output.text());
        String wanted = "system property tenure.library names /nowhere/libtenure.so, which is not a file";
        assertTrue(output.contains(wanted), output.text());
    }
}
