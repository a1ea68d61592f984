package dev.tenure.bench;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.examples.Digits;
import dev.tenure.examples.Network;
import dev.tenure.optim.Optimizer;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/** The hot paths as Java sees them: writes target/bench/java.json. Nanoseconds, unless the key says otherwise. */
public final class Main {
    private static final int JVMS = Stopwatch.QUICK ? 1 : 5; // for each key: what is compiled into what differs from one to the next
    private static final int MEMBERS = 1000;
    private static final int ALIVE = 100_000;
    private static final long ELEMENTS = 16L << 20;
    static final int BATCH = 32;
    static final int FULL_BATCHES = Digits.TRAIN / BATCH;
    private static final MethodHandle EMPTY = empty();

    private Main() {}

    /**
     * Measures, each key in JVMs of its own, of which the median counts.
     *
     * @param arguments nothing to measure all and write the report, or one key, whose figure is printed
     * @throws IOException if the report cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Map<String, DoubleSupplier> measurements = measurements(Path.of("data", "digits.npy"));
        if (arguments.length > 0) {
            System.out.println(measurements.get(arguments[0]).getAsDouble());
            return;
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        // Round by round, since a neighbour of this machine makes whole minutes slower.
        Map<String, double[]> rounds = new LinkedHashMap<>();
        for (int i = 0; i < JVMS; i++) {
            for (String key : measurements.keySet()) {
                double[] each = rounds.computeIfAbsent(key, any -> new double[JVMS]);
                each[i] = Double.parseDouble(Jvm.run(Main.class, List.of(), key));
            }
        }
        rounds.forEach((key, each) -> {
            Arrays.sort(each);
            record(figures, key, each[JVMS / 2]);
        });
        unclosed().forEach((key, figure) -> record(figures, key, figure));
        Path out = Files.createDirectories(Path.of("target", "bench"));
        Files.writeString(out.resolve("java.json"), figures.entrySet().stream()
                .map(figure -> String.format(Locale.ROOT, "  \"%s\": %.3f", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n")));
    }

    private static void record(Map<String, Double> figures, String key, double figure) {
        figures.put(key, figure);
        System.out.printf(Locale.ROOT, "%-36s %10.2f%n", key, figure);
    }

    private static Map<String, DoubleSupplier> measurements(Path data) {
        Map<String, DoubleSupplier> measurements = new LinkedHashMap<>();
        measurements.put("yardstick.jni_empty", () -> Stopwatch.median(Main::emptyCalls));
        measurements.put("java.crossing", Main::crossing);
        measurements.put("java.create_close", Main::createClose);
        measurements.put("java.scope_1000_per_tensor", Main::scopes);
        measurements.put("java.add_16x16", Main::add);
        measurements.put("java.add_scalar_in_place", Main::addInPlace);
        measurements.put("java.heap_bytes_per_tensor", Main::heapBytes);
        measurements.put("java.get_element", Everyday::getElement);
        measurements.put("java.add_into_16x16", Everyday::addInto);
        measurements.put("java.into_allocations", Everyday::intoAllocations);
        measurements.put("java.map_1gib_s", Everyday::mappedSeconds);
        measurements.put("java.map_1gib_resident_mib", Everyday::mappedResidentMib);
        measurements.put("java.add_16m_fresh_gbs", Main::addFresh);
        measurements.put("java.digits_us_per_step", () -> digits(data));
        measurements.put("java.trainer_64_64_10_us_per_step", () -> Training.small(true));
        measurements.put("java.eager_64_64_10_us_per_step", () -> Training.small(false));
        measurements.put("java.trainer_784_128_10_us_per_step", () -> Training.large(true));
        measurements.put("java.eager_784_128_10_us_per_step", () -> Training.large(false));
        measurements.put("java.workspace_1000_per_tensor", Workspaces::thousand);
        measurements.put("java.workspace_empty", Workspaces::empty);
        measurements.put("java.digits_workspace_us_per_step", () -> Workspaces.digits(data));
        measurements.put("java.scope_empty", Lifetimes::scopeEmpty);
        measurements.put("java.attach", Lifetimes::attach);
        measurements.put("java.temp_attach", Lifetimes::tempAttach);
        measurements.put("java.escape_1", Lifetimes::escape);
        measurements.put("yardstick.java_phantom_drop", Lifetimes::phantomDrop);
        measurements.put("java.create_unowned_drop", Lifetimes::createUnownedDrop);
        measurements.put("java.two_threads_create_close", Lifetimes::twoThreads);
        measurements.put("java.scope_1000000_per_tensor", Lifetimes::millionMembers);
        return measurements;
    }

    /** Programs that close nothing, against the same with scopes. */
    private static Map<String, Double> unclosed() {
        Child scoped = Child.run("scoped", "-Xmx512m");
        Child forgotten = Child.run("forgotten", "-Xmx512m");
        Child zeros = Child.run("zeros-forgotten", "-Xmx512m");
        Child threads = Child.run("threads", "-Xmx1g");
        return Map.of(
                "java.gc_only_3000x1mib_ratio", forgotten.seconds() / scoped.seconds(),
                "java.gc_only_3000x1mib_peak_mib", Math.max(forgotten.peakMib(), zeros.peakMib()),
                "java.gc_only_zeros_3000x1mib_ratio", zeros.seconds() / Child.run("zeros-scoped", "-Xmx512m").seconds(),
                "java.threads24_2000x2mb_s", threads.seconds(),
                "java.threads24_2000x2mb_peak_mib", threads.peakMib());
    }

    /** The native that returns a constant: nothing but the crossing. It is no part of the public interface. */
    private static MethodHandle empty() {
        try {
            Class<?> natives = Class.forName("dev.tenure.internal.Native");
            return MethodHandles.privateLookupIn(natives, MethodHandles.lookup())
                    .findStatic(natives, "abiVersion", MethodType.methodType(int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("run from the class path", e);
        }
    }

    private static void emptyCalls(int n) {
        try {
            for (int i = 0; i < n; i++) {
                int ignored = (int) EMPTY.invokeExact();
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static double crossing() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(1, 2, 3, 4f);
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    t.size();
                }
            });
        }
    }

    private static double createClose() {
        try (Scope s = Scope.open()) {
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    Tensor.of(1, 2, 3, 4f).close();
                }
            });
        }
    }

    private static double scopes() {
        return Stopwatch.median(n -> {
            for (int i = 0; i < n; i++) {
                try (Scope s = Scope.open()) {
                    for (int k = 0; k < MEMBERS; k++) {
                        Tensor.of(1, 2, 3, 4f);
                    }
                }
            }
        }) / MEMBERS;
    }

    private static double add() {
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.rand(16, 16);
            Tensor b = Tensor.rand(16, 16);
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    a.add(b).close();
                }
            });
        }
    }

    private static double addInPlace() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.zeros(16, 16);
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    t.addInPlace(1);
                }
            });
        }
    }

    /** Gigabytes a second: two tensors read and one written. */
    private static double addFresh() {
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.ones(ELEMENTS);
            Tensor b = Tensor.ones(ELEMENTS);
            return 3.0 * Float.BYTES * ELEMENTS / Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    a.add(b).close();
                }
            });
        }
    }

    /** What the Java heap holds for a tensor that is alive, less the reference to it. */
    private static double heapBytes() {
        Tensor[] alive = new Tensor[ALIVE];
        try (Scope s = Scope.open()) {
            long before = used();
            for (int i = 0; i < ALIVE; i++) {
                alive[i] = Tensor.zeros(4);
            }
            long after = used();
            return (double) (after - before) / alive.length;
        }
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    private static double digits(Path file) {
        try (Scope s = Scope.open()) {
            Digits digits = Digits.load(file);
            Network network = Network.random(42);
            Optimizer sgd = network.optimizer();
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    long from = (long) (i % FULL_BATCHES) * BATCH;
                    network.step(sgd, digits, from, from + BATCH);
                }
            }) / 1e3;
        }
    }
}
