package dev.tenure.nn;

import dev.tenure.InvalidArgumentException;
import dev.tenure.access.Nouns;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a module whose weights are an average of those that the module has had: their mean
 * (stochastic weight averaging), or an exponential average.
 *
 * <pre>{@code
 * AveragedModel average = new AveragedModel(net, 0.999);
 * for (...) {
 *     trainer.step(x, y);
 *     average.updateParameters(net);
 * }
 * Tensor prediction = average.call(x);
 * }</pre>
 *
 * <p>A {@link dev.tenure.models.Trainer} updates one by itself. The state is that of PyTorch's
 * {@code AveragedModel}: {@code n_averaged}, and the copy under {@code module}.
 */
public final class AveragedModel extends Module {
    /**
     * Makes an average that is the mean of all weights. The current scope owns it; without one it is
     * the caller's.
     *
     * @param module the module, of which every part is of a kind of this library
     * @throws InvalidArgumentException if a part of the module is written in Java
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public AveragedModel(Module module) {
        this(module, null, false);
    }

    /**
     * Makes an exponential average. The current scope owns it; without one it is the caller's.
     *
     * @param module the module, of which every part is of a kind of this library
     * @param decay the share of the average that an update keeps
     * @throws InvalidArgumentException if {@code decay} is not from 0 to 1, or a part of the module is
     *     written in Java
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public AveragedModel(Module module, double decay) {
        this(module, decay, false);
    }

    /**
     * Makes an average. The current scope owns it; without one it is the caller's.
     *
     * @param module the module, of which every part is of a kind of this library
     * @param decay the share of an exponential average that an update keeps; null for the mean
     * @param useBuffers whether buffers are averaged too, or else copied at each update
     * @throws InvalidArgumentException if {@code decay} is not from 0 to 1, or a part of the module is
     *     written in Java
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public AveragedModel(Module module, @Nullable Double decay, boolean useBuffers) {
        super(scope -> {
            long made = Native.moduleAveraged(
                    scope, Nouns.get().handle(whole(module)), decay != null, decay == null ? 0 : decay, useBuffers);
            KeepAlive.done(module);
            return made;
        });
    }

    private static Module whole(Module module) {
        if (Objects.requireNonNull(module, "module").isPartlyJava()) {
            throw new InvalidArgumentException("a module that is written in Java cannot be copied: average its parts");
        }
        return module;
    }

    /**
     * Takes the weights that a module has now into the average; the first ones are copied. If this
     * fails, nothing has changed.
     *
     * @param module the module that this is a copy of, or one like it
     * @throws InvalidArgumentException if it has other parameters
     * @throws dev.tenure.ShapeMismatchException if a parameter has another shape
     * @throws dev.tenure.DTypeMismatchException if a parameter has another dtype
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public void updateParameters(Module module) {
        Objects.requireNonNull(module, "module");
        Nouns.get().change(() -> Native.moduleUpdateAverage(handle(), Nouns.get().handle(module)));
        KeepAlive.done(this, module);
    }

    /** {@return the number of updates that the average has had} */
    public long updates() {
        return KeepAlive.value(Native.moduleAveragedUpdates(handle()), this);
    }
}
