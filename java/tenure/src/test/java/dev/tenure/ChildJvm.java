package dev.tenure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A main class of the tests in a JVM of its own. */
final class ChildJvm {
    static final String LIBRARY = System.getProperty("tenure.library");

    private ChildJvm() {}

    /** What a JVM printed, and its exit code. */
    record Output(int code, String text) {
        boolean contains(String part) {
            return text.contains(part);
        }
    }

    /** Runs the class with the library that these tests use. */
    static Output run(Class<?> main, List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(options);
        all.add("-Dtenure.library=" + LIBRARY);
        return run(builder(main, all, arguments));
    }

    /** A JVM that does not know where the library is. */
    static ProcessBuilder builder(Class<?> main, List<String> options, String... arguments) {
        String path = System.getProperty("tenure.classes") + java.io.File.pathSeparator
                + System.getProperty("tenure.test.classes");
        return builderOn(path, main, options, arguments);
    }

    /** The same with another class path. */
    static ProcessBuilder builderOn(String path, Class<?> main, List<String> options, String... arguments) {
        List<String> command = java(options);
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(path);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("TENURE_LIBRARY");
        return builder;
    }

    /** A program of one source file, which the JVM compiles, with the library that these tests use. */
    static ProcessBuilder builderOfSource(Path source, List<String> options) {
        List<String> command = java(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dtenure.library=" + LIBRARY));
        command.addAll(List.of("-cp", System.getProperty("tenure.classes"), source.toString()));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** Whether this JDK takes these options. */
    static boolean takes(String... options) {
        List<String> command = java(List.of(options));
        command.add("-version");
        return run(new ProcessBuilder(command).redirectErrorStream(true)).code == 0;
    }

    static Output run(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(process.waitFor(), text);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> java(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        return command;
    }
}
