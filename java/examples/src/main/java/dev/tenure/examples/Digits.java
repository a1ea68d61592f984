package dev.tenure.examples;

import dev.tenure.DType;
import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The handwritten digits as tensors: 1,437 rows to train on, 360 to test with.
 *
 * <p>README.md in this module says how the rows are shuffled, and every step that the C# example must do alike.
 *
 * @param trainPixels float32 {@code [1437, 64]}, 0 to 1
 * @param trainLabels int64 {@code [1437]}
 * @param testPixels float32 {@code [360, 64]}
 * @param testLabels int64 {@code [360]}
 */
public record Digits(Tensor trainPixels, Tensor trainLabels, Tensor testPixels, Tensor testLabels) {
    /** Rows to train on. */
    public static final int TRAIN = 1437;

    /** Rows of the file. */
    public static final int ROWS = 1797;

    private static final int PIXELS = 64;
    private static final long SHUFFLE_SEED = 42;

    /**
     * Reads the file.
     *
     * @param file {@code data/digits.npy}
     * @return the digits, owned by the current scope
     */
    public static Digits load(Path file) {
        return Scope.using(() -> { // what is needed on the way goes at once
            Tensor rows = Tensor.loadNpy(file).indexSelect(0, Tensor.of(shuffled()));
            Tensor pixels = rows.slice(1, 0, PIXELS).cast(DType.F32).div(16);
            Tensor labels = rows.select(1, PIXELS).cast(DType.I64);
            return new Digits(
                    pixels.slice(0, 0, TRAIN),
                    labels.slice(0, 0, TRAIN),
                    pixels.slice(0, TRAIN, ROWS),
                    labels.slice(0, TRAIN, ROWS));
        });
    }

    /** The rows in the order of a random key each: the file is ordered by writer. */
    private static long[] shuffled() {
        Tenure.seed(SHUFFLE_SEED);
        float[] keys = Tensor.rand(ROWS).toDevice(Device.CPU).toFloatArray();
        return IntStream.range(0, ROWS)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> keys[row]))
                .mapToLong(Integer::longValue)
                .toArray();
    }
}
