package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.data.DataLoader;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Metric;
import dev.tenure.models.Trainer;
import dev.tenure.nn.BatchNorm2d;
import dev.tenure.nn.Conv2d;
import dev.tenure.nn.Flatten;
import dev.tenure.nn.Linear;
import dev.tenure.nn.MaxPool2d;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Trains a convolutional network on the digits with a {@link Trainer}, saves it under PyTorch's names and a checkpoint,
 * and goes on for one more epoch. The C# example goes on from the same checkpoint and must end with the same bits.
 */
public final class DigitsCnn {
    private static final int EPOCHS = 20;
    private static final int BATCH = 32;
    private static final long SEED = 7;

    private DigitsCnn() {}

    /**
     * Trains.
     *
     * @param arguments the repository's folder, the current one if there is none; {@code --device cuda:0} to train
     *     there, with the results in {@code target/demo-device}
     * @throws IOException if a result cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        List<String> rest = new ArrayList<>(List.of(arguments));
        Device device = TrainingDevice.takeFrom(rest);
        Path root = Path.of(rest.isEmpty() ? "" : rest.get(0));
        String folder = device.equals(Device.CPU) ? "demo" : "demo-device"; // C# goes on from the processor's bits
        Path out = Files.createDirectories(root.resolve("target").resolve(folder));
        double accuracy;
        try (Scope all = Scope.open(Scope.options().name("digits").device(device))) {
            accuracy = train(Digits.load(root.resolve("data").resolve("digits.npy")), out);
        }
        long live = Tenure.stats(device).liveBytes();
        System.out.printf(Locale.ROOT, "accuracy on 360 digits: %.4f; live bytes at the end: %d%n", accuracy, live);
        Files.writeString(
                out.resolve("java_cnn.json"),
                String.format(Locale.ROOT, "{\"java.cnn_accuracy\": %.6f, \"java.cnn_live_bytes_end\": %d}%n", accuracy, live));
    }

    private static Module network() {
        return new Sequential(
                new Conv2d(1, 16, 3, 1, 1),
                new BatchNorm2d(16),
                new ReLU(),
                new Conv2d(16, 32, 3, 1, 1),
                new BatchNorm2d(32),
                new ReLU(),
                new MaxPool2d(2),
                new Flatten(),
                new Linear(32 * 4 * 4, 64),
                new ReLU(),
                new Linear(64, 10));
    }

    private static double train(Digits digits, Path out) throws IOException {
        Tenure.seed(SEED);
        Module net = network();
        Trainer trainer = Trainer.of(net, Optimizer.adamW(net.parameters(), 2e-3), Loss.CROSS_ENTROPY);
        trainer.addMetric(Metric.accuracy());
        DataLoader batches = DataLoader.of(rows(digits.trainPixels(), digits.trainLabels()), BATCH, true, SEED, false);
        DataLoader rest = DataLoader.of(rows(digits.testPixels(), digits.testLabels()), 120);
        trainer.fit(batches, EPOCHS, FitOptions.defaults().validation(rest));
        net.save(out.resolve("cnn.safetensors"));
        trainer.save(out.resolve("cnn_checkpoint.safetensors"));
        double accuracy = accuracy(net, digits);
        trainer.fit(batches, EPOCHS + 1, FitOptions.defaults());
        write(out.resolve("java_cnn_logits.bin"), net.eval().call(images(digits.testPixels())));
        return accuracy;
    }

    /** What a loader goes through lies on the processor; its batches are made where the scope says. */
    private static List<Tensor> rows(Tensor pixels, Tensor labels) {
        return List.of(images(pixels).toDevice(Device.CPU), labels.toDevice(Device.CPU));
    }

    private static Tensor images(Tensor pixels) {
        return pixels.reshape(-1, 1, 8, 8);
    }

    private static double accuracy(Module net, Digits digits) {
        net.eval();
        double right = net.call(images(digits.testPixels())).argmax(1).eq(digits.testLabels()).sum().item();
        net.train();
        return right / digits.testLabels().shape()[0];
    }

    private static void write(Path file, Tensor logits) throws IOException {
        float[] numbers = logits.toDevice(Device.CPU).toFloatArray();
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(numbers);
        Files.write(file, bytes.array());
    }
}
