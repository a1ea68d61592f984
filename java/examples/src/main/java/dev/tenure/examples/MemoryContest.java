package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.Recording;
import dev.tenure.Scope;
import dev.tenure.Tenure;
import dev.tenure.Workspace;
import dev.tenure.optim.Optimizer;
import dev.tenure.reports.MemoryStats;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The memory that each of the {@link Ways} to write a training loop takes, each in a JVM of its own. */
public final class MemoryContest {
    private static final int EPOCHS = 100;
    private static final int BATCH = 32;
    private static final int BATCHES = (Digits.TRAIN + BATCH - 1) / BATCH;
    private static final String HEAP = "-Xmx128m";

    /** Above what data and network take, which is one megabyte; the loop leaves two hundred. */
    private static final long ROOM = 32 << 20;

    private MemoryContest() {}

    /** What one way took. */
    private record Figures(long peakNative, long peakRss, double step, long collections, String loss, long alive) {
        static Figures parse(String line) {
            String[] words = line.trim().split(" ");
            return new Figures(Long.parseLong(words[0]), Long.parseLong(words[1]), Double.parseDouble(words[2]),
                    Long.parseLong(words[3]), words[4], Long.parseLong(words[5]));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d %d %.2f %d %s %d", peakNative, peakRss, step, collections, loss, alive);
        }
    }

    /**
     * Runs all ways and prints a table.
     *
     * @param arguments the repository's folder, the current one if there is none; and for one way, in this process, its
     *     name
     * @throws Exception if a way failed, learned something else than the others, or left something alive
     */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments.length > 0 ? arguments[0] : "");
        if (arguments.length > 1) {
            System.out.println(one(Ways.valueOf(arguments[1]), root.resolve("data").resolve("digits.npy")));
            return;
        }
        System.out.printf("%-34s peak native    peak RSS   us/step  GC runs%n", "the same " + EPOCHS * BATCHES + " steps, " + HEAP);
        List<String> json = new ArrayList<>();
        Set<String> losses = new HashSet<>();
        long alive = 0;
        for (Ways way : Ways.values()) {
            Figures figures = child(way, root);
            System.out.printf(Locale.ROOT, "%-34s %7.1f MiB %7.1f MiB %9.1f %8d%n", way.text,
                    figures.peakNative / 1048576.0, figures.peakRss / 1048576.0, figures.step, figures.collections);
            String key = "\"memory.java." + way.name().toLowerCase(Locale.ROOT) + ".";
            json.add(key + "peak_native_bytes\": " + figures.peakNative);
            json.add(key + "peak_rss_bytes\": " + figures.peakRss);
            json.add(key + "us_per_step\": " + figures.step);
            json.add(key + "gc_runs\": " + figures.collections);
            losses.add(figures.loss);
            alive += figures.alive;
        }
        System.out.printf("all end at the same loss: %s; nothing is left alive: %s%n",
                losses.size() == 1 ? "yes" : "NO", alive == 0 ? "yes" : "NO");
        Path out = Files.createDirectories(root.resolve("target").resolve("demo"));
        Files.writeString(out.resolve("java_memory.json"), "{" + String.join(",\n ", json) + "}\n");
        page(root.resolve("data").resolve("digits.npy"), out.resolve("memory.html"));
        if (losses.size() != 1 || alive != 0) {
            System.exit(1);
        }
    }

    /** Records an epoch in each of the two ways that free at once, and writes the page that shows it. */
    private static void page(Path digitsFile, Path page) {
        try (Scope contest = Scope.open("contest");
                Recording recording = Tenure.record(1 << 20, 1)) {
            Digits digits = Digits.load(digitsFile);
            Network network = Network.random(42);
            Optimizer sgd = network.optimizer();
            for (Ways way : List.of(Ways.SCOPE, Ways.WORKSPACE)) {
                Tenure.mark(way.text);
                for (int from = 0; from < Digits.TRAIN; from += BATCH) {
                    way.step(network, sgd, digits, from, Math.min(from + BATCH, Digits.TRAIN));
                }
            }
            Tenure.memoryPage(page);
        }
        Workspace.get("contest").destroy();
        System.out.println("the memory of an epoch in two of them: " + page);
    }

    private static Figures one(Ways way, Path file) throws IOException, InterruptedException {
        Tenure.resetPeak(Device.CPU);
        double[] step = new double[1];
        float loss = train(way, file, step);
        MemoryStats stats = Tenure.stats();
        long collections = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        long rss = peakRss();
        if (way == Ways.WORKSPACE) {
            Workspace.get("contest").destroy(); // it would go with its thread
        }
        for (int i = 0; i < 100 && Tenure.stats().liveHandles() > 0; i++) {
            System.gc();
            Thread.sleep(5); // the backstop has a thread of its own
        }
        return new Figures(stats.peakBytes(), rss, step[0], collections,
                String.format("%08x", Float.floatToRawIntBits(loss)), Tenure.stats().liveHandles());
    }

    /** Returns the loss of the last step, and in {@code microseconds} what a step took. */
    private static float train(Ways way, Path file, double[] microseconds) {
        // Without a current scope these are nobody's, and so is all that is made of them.
        Digits digits = Digits.load(file);
        Network network = Network.random(42);
        Optimizer sgd = network.optimizer();
        if (way == Ways.LIMIT_ONLY) {
            Tenure.setMemoryLimit(Device.CPU, Tenure.stats().liveBytes() + ROOM);
        }
        float loss = 0;
        long start = 0;
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            if (epoch == EPOCHS / 3) { // what was before is the compilers'
                start = System.nanoTime();
            }
            for (int batch = 0; batch < BATCHES; batch++) {
                int from = batch * BATCH;
                loss = way.step(network, sgd, digits, from, Math.min(from + BATCH, Digits.TRAIN));
            }
        }
        // The mean, since a collection is part of the price.
        microseconds[0] = (System.nanoTime() - start) / 1e3 / ((EPOCHS - EPOCHS / 3) * BATCHES);
        return loss;
    }

    /** The most that this process ever had in memory; 0 where the system does not say. */
    private static long peakRss() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    private static Figures child(Ways way, Path root) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(HEAP);
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MemoryContest.class.getName()));
        command.addAll(List.of(root.toString(), way.name()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(way + " failed: " + text);
        }
        return Figures.parse(text);
    }
}
