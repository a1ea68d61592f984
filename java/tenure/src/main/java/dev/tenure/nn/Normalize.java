package dev.tenure.nn;

import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.util.Objects;

/**
 * Subtracts a mean from each channel and divides it by a standard deviation: {@code [..., C, H, W]}.
 * Both are no part of the state dict.
 *
 * <pre>{@code
 * Module transform = new Sequential(
 *     new Resize(256), new CenterCrop(224), new ToTensor(),
 *     new Normalize(new double[] {0.485, 0.456, 0.406}, new double[] {0.229, 0.224, 0.225}));
 * }</pre>
 */
public final class Normalize extends Module {
    /**
     * Makes one. The current scope owns it; without one it is the caller's.
     *
     * @param mean a number for each channel
     * @param std a number for each channel, not 0
     * @throws dev.tenure.InvalidArgumentException if a deviation is 0
     * @throws dev.tenure.ShapeMismatchException if there are more or fewer deviations than means
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Normalize(double[] mean, double[] std) {
        super(scope -> made(scope, Objects.requireNonNull(mean, "mean"), Objects.requireNonNull(std, "std")));
    }

    private static long made(long scope, double[] mean, double[] std) {
        try (Tensor means = Tensor.of(mean);
                Tensor deviations = Tensor.of(std)) {
            long made = Native.moduleNormalize(scope, Nouns.get().handle(means), Nouns.get().handle(deviations));
            KeepAlive.done(means, deviations);
            return made;
        }
    }
}
