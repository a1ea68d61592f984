package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.MemoryStats;
import dev.tenure.SafeTensors;
import dev.tenure.Scope;
import dev.tenure.Sgd;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Trains a network on handwritten digits, and shows that nothing is alive afterwards. README.md has every step. */
public final class DigitsTrain {
    private static final int EPOCHS = 20;
    private static final int BATCH = 32;
    private static final int BATCHES = (Digits.TRAIN + BATCH - 1) / BATCH;
    private static final long SEED = 42;
    private static final int BAR = 30;
    private static final String CLEAR = "\r" + " ".repeat(BAR + 25) + "\r";

    private final List<String> curve = new ArrayList<>();
    private final double[] microsecondsPerStep = new double[EPOCHS];

    private DigitsTrain() {}

    /**
     * Trains.
     *
     * @param arguments the repository's folder; the current one if there is none
     * @throws IOException if a result cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments.length > 0 ? arguments[0] : "");
        Path out = Files.createDirectories(root.resolve("target").resolve("demo"));
        new DigitsTrain().run(root.resolve("data").resolve("digits.npy"), out);
    }

    private void run(Path data, Path out) throws IOException {
        Tenure.resetPeak(Device.CPU);
        double accuracy;
        try (Scope root = Scope.open()) {
            Digits digits = Digits.load(data);
            Network network = Network.random(SEED);
            accuracy = train(digits, network);
            save(network, out.resolve("digits.safetensors"));
            saveLogits(network.logits(digits.testPixels()), out.resolve("java_logits.bin"));
        }
        MemoryStats end = Tenure.stats();
        System.out.printf("live: %d tensors, %d bytes%n", end.liveTensors(), end.liveBytes());
        Files.write(out.resolve("java_loss.txt"), curve);
        Files.writeString(out.resolve("java.json"), String.format(Locale.ROOT,
                "{\"java.accuracy\": %s, \"java.live_bytes_end\": %d, \"java.us_per_step\": %.2f}%n",
                accuracy, end.liveBytes(), medianAfterTheFirst()));
    }

    private double train(Digits digits, Network network) {
        System.out.println("epoch    loss  accuracy  live tensors  live bytes  peak bytes  us/step");
        Sgd sgd = network.optimizer();
        double accuracy = 0;
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            double loss = epoch(epoch, digits, network, sgd);
            accuracy = network.accuracy(digits);
            MemoryStats stats = Tenure.stats();
            System.out.printf(Locale.ROOT, CLEAR + "%5d  %.4f    %.2f %%  %12d  %10d  %10d  %7.1f%n", epoch + 1, loss,
                    100 * accuracy, stats.liveTensors(), stats.liveBytes(), stats.peakBytes(),
                    microsecondsPerStep[epoch]);
        }
        return accuracy;
    }

    /** Returns the mean loss. */
    private double epoch(int epoch, Digits digits, Network network, Sgd sgd) {
        double sum = 0;
        long nanoseconds = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            int from = batch * BATCH;
            long start = System.nanoTime();
            float loss = network.step(sgd, digits, from, Math.min(from + BATCH, Digits.TRAIN));
            nanoseconds += System.nanoTime() - start;
            sum += loss;
            curve.add(String.format("%08x", Float.floatToRawIntBits(loss)));
            progress(epoch * BATCHES + batch + 1);
        }
        microsecondsPerStep[epoch] = nanoseconds / 1e3 / BATCHES;
        return sum / BATCHES;
    }

    private static void progress(int done) {
        int steps = EPOCHS * BATCHES;
        int filled = done * BAR / steps;
        if (done > 1 && filled == (done - 1) * BAR / steps) {
            return; // a log that is no terminal keeps every bar
        }
        System.out.print("\r[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] step " + done + " of " + steps);
        System.out.flush();
    }

    private double medianAfterTheFirst() {
        double[] sorted = Arrays.copyOfRange(microsecondsPerStep, 1, EPOCHS);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void save(Network network, Path file) {
        Map<String, Tensor> parameters = new LinkedHashMap<>();
        parameters.put("w1", network.w1());
        parameters.put("b1", network.b1());
        parameters.put("w2", network.w2());
        parameters.put("b2", network.b2());
        SafeTensors.save(file, parameters);
    }

    private static void saveLogits(Tensor logits, Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) logits.nbytes()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(logits.toFloatArray());
        Files.write(file, bytes.array());
    }
}
