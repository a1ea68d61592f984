package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.SafeTensors;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.Workspace;
import dev.tenure.optim.Optimizer;
import dev.tenure.reports.MemoryStats;
import dev.tenure.workspaces.WorkspaceConfig;
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

    private static final String WORKSPACE = "--workspace";
    private static final String WITH_BAR = "--bar"; // on a terminal, which Java cannot tell
    private static final String SHORT = "--short";
    private static final int SHORT_BATCHES = 10;
    private static final double NEAR = 1e-4; // products sum in another order on a device; later steps add to it
    private static final int LEARNING = 2; // cycles: one to learn from, one that is the first in the block

    private final List<String> curve = new ArrayList<>();
    private final boolean hasBar;
    private final Device device;
    private final int epochs;
    private final int batches; // of an epoch
    private final double[] microsecondsPerStep;
    private final Workspace workspace; // null: a scope a step
    private final String prefix; // of what it leaves
    private long allocations; // of steps after the first, with a workspace
    private long systemAllocations;

    private DigitsTrain(boolean withWorkspace, boolean withBar, boolean isShort, Device device) {
        hasBar = withBar;
        this.device = device;
        epochs = isShort ? 1 : EPOCHS;
        batches = isShort ? SHORT_BATCHES : BATCHES;
        microsecondsPerStep = new double[epochs];
        WorkspaceConfig config = WorkspaceConfig.builder().device(device).build();
        workspace = withWorkspace ? Workspace.create("digits", config) : null;
        prefix = "java" + (isShort ? "_short" : "") + (isOnDevice() ? "_device" : "") + (withWorkspace ? "_workspace" : "");
    }

    /**
     * Trains.
     *
     * @param arguments the repository's folder, the current one if there is none; {@code --workspace} for a cycle of
     *     a workspace a step in place of a scope; {@code --device cuda:0} to train there; {@code --short} for ten
     *     steps; {@code --bar} for a progress bar
     * @throws IOException if a result cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        List<String> rest = new ArrayList<>(List.of(arguments));
        boolean withWorkspace = rest.remove(WORKSPACE);
        boolean withBar = rest.remove(WITH_BAR);
        boolean isShort = rest.remove(SHORT);
        Device device = TrainingDevice.takeFrom(rest);
        Path root = Path.of(rest.isEmpty() ? "" : rest.get(0));
        Path out = Files.createDirectories(root.resolve("target").resolve("demo"));
        new DigitsTrain(withWorkspace, withBar, isShort, device).run(root.resolve("data").resolve("digits.npy"), out);
    }

    private void run(Path data, Path out) throws IOException {
        Tenure.resetPeak(device);
        double accuracy;
        try (Scope root = Scope.open(Scope.options().device(device))) {
            Digits digits = Digits.load(data);
            Network network = Network.random(SEED);
            accuracy = train(digits, network);
            if (prefix.equals("java")) { // what C# serves
                save(network, out.resolve("digits.safetensors"));
                saveLogits(network.logits(digits.testPixels()), out.resolve("java_logits.bin"));
            }
        }
        if (workspace != null) {
            System.out.print(workspace.report());
            workspace.destroy();
        }
        MemoryStats end = Tenure.stats(device);
        System.out.printf("live: %d tensors, %d bytes%n", end.liveTensors(), end.liveBytes());
        Files.write(out.resolve(prefix + "_loss.txt"), curve);
        String key = prefix.replace('_', '.');
        Files.writeString(out.resolve(prefix + ".json"), String.format(Locale.ROOT,
                "{\"%s.accuracy\": %s, \"%s.live_bytes_end\": %d, \"%s.us_per_step\": %.2f}%n",
                key, accuracy, key, end.liveBytes(), key, medianAfterTheFirst()));
        if (isOnDevice()) {
            near(out.resolve(prefix.replace("_device", "") + "_loss.txt"));
        }
        if (workspace != null) {
            steady(out.resolve(prefix.replace("_workspace", "") + "_loss.txt"));
        }
    }

    private boolean isOnDevice() {
        return !device.equals(Device.CPU);
    }

    /** Compares the first losses with those on the processor. Only the order of sums in products may differ. */
    private void near(Path other) throws IOException {
        if (!Files.exists(other)) {
            System.out.println("no losses of a run on the processor to compare with");
            return;
        }
        List<String> wanted = Files.readAllLines(other);
        double largest = 0;
        for (int i = 0; i < SHORT_BATCHES; i++) {
            double loss = loss(wanted.get(i));
            largest = Math.max(largest, Math.abs(loss(curve.get(i)) - loss) / loss);
        }
        Outcome.check("the first losses are the processor's, within 0.01 %", largest <= NEAR);
        Outcome.check("nothing is alive on the device", Tenure.stats(device).liveBytes() == 0);
    }

    private static float loss(String line) {
        return Float.intBitsToFloat(Integer.parseUnsignedInt(line, 16));
    }

    /** What a workspace is for: once it has learned no step asks anybody else for memory; the numbers are the same. */
    private void steady(Path other) throws IOException {
        System.out.printf("after %d cycles: %d blocks from the pool, %d from the system in %d steps%n", LEARNING,
                allocations, systemAllocations, curve.size() - LEARNING);
        boolean same = !Files.exists(other) || Files.readAllLines(other).equals(curve);
        System.out.println(!Files.exists(other)
                ? "no losses of a run without a workspace to compare with"
                : "the losses are those of a scope a step, bit for bit: " + (same ? "yes" : "NO"));
        if (allocations != 0 || systemAllocations != 0 || !same) {
            System.exit(1);
        }
    }

    private float step(Network network, Optimizer sgd, Digits digits, int from) {
        long to = Math.min(from + BATCH, Digits.TRAIN);
        return workspace == null
                ? network.step(sgd, digits, from, to)
                : network.step(workspace, sgd, digits, from, to);
    }

    private void count(MemoryStats before) {
        MemoryStats after = Tenure.stats(device);
        if (curve.size() >= LEARNING) {
            allocations += after.allocations() - before.allocations();
            systemAllocations += after.systemAllocations() - before.systemAllocations();
        }
    }

    private double train(Digits digits, Network network) {
        System.out.println("epoch    loss  accuracy  live tensors  live bytes  peak bytes  us/step");
        Optimizer sgd = network.optimizer();
        double accuracy = 0;
        for (int epoch = 0; epoch < epochs; epoch++) {
            double loss = epoch(epoch, digits, network, sgd);
            accuracy = network.accuracy(digits);
            MemoryStats stats = Tenure.stats(device);
            System.out.printf(Locale.ROOT, (hasBar ? CLEAR : "") + "%5d  %.4f    %.2f %%  %12d  %10d  %10d  %7.1f%n", epoch + 1, loss,
                    100 * accuracy, stats.liveTensors(), stats.liveBytes(), stats.peakBytes(),
                    microsecondsPerStep[epoch]);
        }
        return accuracy;
    }

    /** Returns the mean loss. */
    private double epoch(int epoch, Digits digits, Network network, Optimizer sgd) {
        double sum = 0;
        long nanoseconds = 0;
        for (int batch = 0; batch < batches; batch++) {
            int from = batch * BATCH;
            MemoryStats before = Tenure.stats(device);
            long start = System.nanoTime();
            float loss = step(network, sgd, digits, from);
            nanoseconds += System.nanoTime() - start;
            count(before);
            sum += loss;
            curve.add(String.format("%08x", Float.floatToRawIntBits(loss)));
            progress(epoch * batches + batch + 1);
        }
        microsecondsPerStep[epoch] = nanoseconds / 1e3 / batches;
        return sum / batches;
    }

    private void progress(int done) {
        int steps = epochs * batches;
        int filled = done * BAR / steps;
        if (!hasBar || (done > 1 && filled == (done - 1) * BAR / steps)) {
            return;
        }
        System.out.print("\r[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] step " + done + " of " + steps);
        System.out.flush();
    }

    private double medianAfterTheFirst() {
        double[] sorted = Arrays.copyOfRange(microsecondsPerStep, epochs > 1 ? 1 : 0, epochs);
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
