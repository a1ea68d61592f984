package dev.tenure.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@link Unclosed} in JVMs of its own: the median of its seconds, and the most of its MiB. */
record Child(double seconds, double peakMib) {
    private static final int TIMES = 5;

    static Child run(String program, String... options) {
        double[] seconds = new double[TIMES];
        double peak = 0;
        for (int i = 0; i < TIMES; i++) {
            String[] words = once(program, options).trim().split(" ");
            seconds[i] = Double.parseDouble(words[0]);
            peak = Math.max(peak, Double.parseDouble(words[1]));
        }
        Arrays.sort(seconds);
        return new Child(seconds[TIMES / 2], peak);
    }

    private static String once(String program, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Unclosed.class.getName(), program));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed: " + text);
            }
            return text;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
