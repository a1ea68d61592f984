package dev.tenure.bench;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.data.DataLoader;
import dev.tenure.data.Idx;
import dev.tenure.models.Predictor;
import dev.tenure.models.Trainer;
import dev.tenure.models.Translator;
import dev.tenure.nn.Conv2d;
import dev.tenure.nn.Flatten;
import dev.tenure.nn.Linear;
import dev.tenure.nn.MaxPool2d;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import dev.tenure.reports.MemoryStats;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Modules, trainers and data loaders of {@link Rivals}: the same work as in {@code torch_numpy.py}, {@code Djl} and in C#. */
final class RivalTraining {
    private static final int IMAGES = 60_000;
    private static final int STEPS = 100_000;

    /** The amounts that were asked for: each is measured once, since memory that was freed is there the second time. */
    private static final Map<String, Double> AMOUNTS = new HashMap<>();

    private RivalTraining() {}

    /** A call with its operands made, in the scope of the caller, or null for a key of another kind. */
    static Runnable work(String key) {
        return switch (key) {
            case "mlp_step_64" -> step(mlp(64, 64), p -> Optimizer.sgd(p, 0.05, 0.9), 32, 64);
            case "mlp_step_784" -> step(mlp(784, 128), p -> Optimizer.adam(p, 1e-3), 64, 784);
            case "predict_784" -> prediction();
            case "loader_60k" -> epoch();
            default -> null;
        };
    }

    /** The figure of a key that counts bytes or allocations; null for a key that is timed. */
    static Double amount(String key) {
        return AMOUNTS.computeIfAbsent(key, asked -> switch (asked) {
            case "cnn_step_peak" -> peak();
            case "mlp_growth" -> growth(stats -> stats.liveBytes() + stats.reservedBytes());
            case "mlp_allocations" -> growth(MemoryStats::systemAllocations);
            default -> null;
        });
    }

    private static Module mlp(long inputs, long hidden) {
        return new Sequential(new Linear(inputs, hidden), new ReLU(), new Linear(hidden, 10));
    }

    private static Runnable step(Module net, Function<List<Tensor>, Optimizer> optimizer, long rows, long... shape) {
        long[] input = new long[shape.length + 1];
        input[0] = rows;
        System.arraycopy(shape, 0, input, 1, shape.length);
        Tensor x = Tensor.rand(input);
        Tensor y = Tensor.zeros(DType.I64, rows);
        Trainer trainer = Trainer.of(net, optimizer.apply(net.parameters()), Loss.CROSS_ENTROPY);
        return () -> trainer.step(x, y);
    }

    private static Runnable prediction() {
        Predictor<float[], float[]> predictor = Predictor.of(
                mlp(784, 128), Translator.of(row -> Tensor.of(row), scores -> scores.toFloatArray()));
        float[] row = new float[784];
        return () -> predictor.predict(row);
    }

    /** An epoch over the images of an IDX file, which is read before. */
    private static Runnable epoch() {
        try {
            Path file = Files.createTempFile("images", ".idx");
            try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
                for (int word : new int[] {0x0803, IMAGES, 28, 28}) {
                    out.writeInt(word);
                }
                byte[] pixels = new byte[IMAGES * 28 * 28];
                new Random(5).nextBytes(pixels);
                out.write(pixels);
            }
            Tensor images = Idx.load(file);
            Files.delete(file);
            DataLoader loader = DataLoader.of(List.of(images, Tensor.zeros(DType.I64, IMAGES)), 64, true, 5, false);
            return () -> loader.forEach(batch -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Resident bytes that twenty steps of the network of {@code cnn_step_b64} need at most, beside what was resident before. */
    private static double peak() {
        try (Scope before = Scope.open()) {
            cnn(1).run(); // loads what the first step loads
        }
        Resident.resetPeak();
        long resident = Resident.now();
        try (Scope measured = Scope.open()) {
            Runnable step = cnn(64);
            for (int i = 0; i < 20; i++) {
                step.run();
            }
            return Resident.peak() - resident;
        }
    }

    private static Runnable cnn(long rows) {
        Module net = new Sequential(
                new Conv2d(1, 8, 3), new ReLU(), new MaxPool2d(2), new Conv2d(8, 16, 3), new ReLU(), new MaxPool2d(2),
                new Flatten(), new Linear(16 * 25, 10));
        return step(net, p -> Optimizer.sgd(p, 0.01), rows, 1, 28, 28);
    }

    /** By how much an amount has grown over 100,000 steps of an MLP. */
    private static double growth(Function<MemoryStats, Long> amount) {
        try (Scope measured = Scope.open()) {
            Runnable step = work("mlp_step_64");
            for (int i = 0; i < 100; i++) {
                step.run();
            }
            long before = amount.apply(Tenure.stats());
            for (int i = 0; i < STEPS; i++) {
                step.run();
            }
            return amount.apply(Tenure.stats()) - before;
        }
    }
}
