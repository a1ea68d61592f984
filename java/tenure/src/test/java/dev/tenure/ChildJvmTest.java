package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What only shows in a JVM of its own: the JVM's checks of JNI, and where the library is looked for. */
class ChildJvmTest {
    private static final String LIBRARY = System.getProperty("tenure.library");

    /** What a JVM printed, and its exit code. */
    private record Output(int code, String text) {}

    @Test
    void theJvmsOwnChecksFindNothing() throws Exception {
        Output output = java("-Xcheck:jni", "-Dtenure.library=" + LIBRARY);
        assertEquals(0, output.code, output.text);
        assertTrue(output.text.contains("walked through everything"), output.text);
        // It reports on standard output and exits with 0.
        assertFalse(output.text.contains("WARNING"), output.text);
        assertFalse(output.text.contains("FATAL"), output.text);
    }

    @Test
    void theEnvironmentNamesTheLibraryToo() throws Exception {
        ProcessBuilder builder = builder();
        builder.environment().put("TENURE_LIBRARY", LIBRARY);
        Output output = run(builder);
        assertEquals(0, output.code, output.text);
    }

    @Test
    void aWrongNameIsAnErrorThatSaysWhere() throws Exception {
        Output output = java("-Dtenure.library=/nowhere/libtenure.so");
        assertEquals(1, output.code, output.text);
        String wanted = "system property tenure.library names /nowhere/libtenure.so, which is not a file";
        assertTrue(output.text.contains(wanted), output.text);
    }

    private static Output java(String... options) throws IOException, InterruptedException {
        return run(builder(options));
    }

    private static ProcessBuilder builder(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(System.getProperty("tenure.classes") + java.io.File.pathSeparator
                + System.getProperty("tenure.test.classes"));
        command.add(ChildProgram.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("TENURE_LIBRARY");
        return builder;
    }

    private static Output run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }
}
