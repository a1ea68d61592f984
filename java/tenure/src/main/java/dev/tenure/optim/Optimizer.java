package dev.tenure.optim;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Changes parameters by their gradients, by PyTorch's rules, names and settings: {@link #sgd}, {@link #adam},
 * {@link #adamW}, {@link #nAdam}, {@link #rAdam}, {@link #rmsProp}, {@link #adagrad}, {@link #adadelta},
 * {@link #adamax} and {@link #lbfgs}.
 *
 * <pre>{@code
 * Optimizer adam = Optimizer.adam(List.of(weight, bias), 1e-3);
 * adam.step(tape.backward(loss, weight, bias));
 * }</pre>
 *
 * <p>It changes the parameters in place, and keeps their memory alive itself. A step is one call of the core, and one pass
 * over each parameter. Parameters may be in groups ({@link #addParamGroup}) with a learning rate and a weight decay of
 * their own.
 */
public final class Optimizer extends NativeResource {
    /**
     * Makes an optimizer that follows stochastic gradient descent with momentum: {@code v = momentum * v + gradient;
     * parameter -= learningRate * v}.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not overlap
     * @param learningRate the factor of a step
     * @param momentum the share of the last step in the next one; 0 for none
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is negative or not finite, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(Tensor[] parameters, double learningRate, double momentum) {
        return sgd(parameters, learningRate, momentum, 0, 0, false, false);
    }

    /**
     * Makes an optimizer that follows stochastic gradient descent with momentum: {@code v = momentum * v + gradient;
     * parameter -= learningRate * v}.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not overlap
     * @param learningRate the factor of a step
     * @param momentum the share of the last step in the next one; 0 for none
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is negative or not finite, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(List<? extends Tensor> parameters, double learningRate, double momentum) {
        return sgd(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, momentum);
    }

    /**
     * Makes one step by a closure, as PyTorch's {@code step(closure)}: the closure removes the gradients, computes the loss
     * from the parameters, which are leaves, calls {@code backward} and returns the loss. L-BFGS calls it several times,
     * each time with other values of the parameters; all other optimizers call it once. What it makes is freed. If it
     * throws, or a call fails, the parameters and the state are what they were before.
     *
     * <pre>{@code
     * lbfgs.step(() -> {
     *     lbfgs.zeroGradients();
     *     Tensor loss = x.matmul(w).mseLoss(y);
     *     loss.backward();
     *     return loss;
     * });
     * }</pre>
     *
     * @param closure computes the loss, a tensor of one element, and the gradients
     * @return the loss of the first call
     * @throws dev.tenure.InvalidArgumentException if no parameter requires a gradient
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's state
     */
    @CanIgnoreReturnValue
    @SuppressWarnings("try") // the scope is there to be closed
    public double step(Supplier<? extends Tensor> closure) {
        Objects.requireNonNull(closure, "closure");
        double first = Double.NaN;
        boolean isFirst = true;
        boolean isWanted;
        try {
            do {
                double loss;
                try (Scope evaluation = Scope.open("evaluation")) {
                    loss = Objects.requireNonNull(closure.get(), "the result of closure").item();
                }
                first = isFirst ? loss : first;
                isFirst = false;
                isWanted = step(loss, new Tensor[0]);
            } while (isWanted);
        } catch (Throwable failure) {
            try {
                cancelStep();
            } catch (RuntimeException suppressed) {
                failure.addSuppressed(suppressed);
            }
            throw failure;
        }
        return first;
    }

    /**
     * Writes the optimizer's state and settings to a {@code .safetensors} file, which is replaced as a whole: tensors are
     * named {@code state.0.exp_avg} and so on, and the metadata has {@code param_groups} as JSON.
     *
     * @param path the file, on the default file system
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link java.io.IOException}, and an
     *     existing file has not changed
     */
    public void save(Path path) {
        OtherFiles.direct(path, file -> {
            Native.optimizerSave(handle(), file);
            return null;
        });
        KeepAlive.done(this);
    }

    /**
     * Replaces the optimizer's state and settings by those of a file that was saved, for an optimizer of the same kind and
     * of parameters of the same shapes: it then goes on with the same bits. If this fails, nothing has changed.
     *
     * @param path the file, on the default file system
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system, or is the state of another kind of
     *     optimizer or of another number of parameters
     * @throws dev.tenure.ShapeMismatchException if a tensor has another shape than its parameter
     * @throws dev.tenure.TensorException if the file cannot be read, or is not the state of an optimizer
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public void load(Path path) {
        Nouns.get().change(() -> OtherFiles.direct(path, file -> {
            Native.optimizerLoad(handle(), file);
            return null;
        }));
        KeepAlive.done(this);
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Makes an optimizer that follows stochastic gradient descent: {@code v = momentum v + (1 -
     * dampening) g}, where the first {@code v} is {@code g}, then {@code p -= learning_rate v}. It
     * holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, {@code
     *     nesterov} has no momentum or a dampening, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(Tensor[] parameters, double learningRate) {
        return sgd(parameters, learningRate, 0, 0, 0, false, false);
    }

    /**
     * Makes an optimizer that follows stochastic gradient descent: {@code v = momentum v + (1 -
     * dampening) g}, where the first {@code v} is {@code g}, then {@code p -= learning_rate v}. It
     * holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, {@code
     *     nesterov} has no momentum or a dampening, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(List<? extends Tensor> parameters, double learningRate) {
        return sgd(parameters, learningRate, 0, 0, 0, false, false);
    }

    /**
     * Makes an optimizer that follows stochastic gradient descent: {@code v = momentum v + (1 -
     * dampening) g}, where the first {@code v} is {@code g}, then {@code p -= learning_rate v}. It
     * holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param momentum the share of the last step in the next one; 0 for none
     * @param dampening the share of a gradient that does not enter the momentum
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param nesterov whether a step looks one momentum ahead
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, {@code
     *     nesterov} has no momentum or a dampening, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(Tensor[] parameters, double learningRate, double momentum, double dampening, double weightDecay, boolean nesterov, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerSgd(scope, handles, learningRate, momentum, dampening, weightDecay, nesterov, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows stochastic gradient descent: {@code v = momentum v + (1 -
     * dampening) g}, where the first {@code v} is {@code g}, then {@code p -= learning_rate v}. It
     * holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param momentum the share of the last step in the next one; 0 for none
     * @param dampening the share of a gradient that does not enter the momentum
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param nesterov whether a step looks one momentum ahead
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, {@code
     *     nesterov} has no momentum or a dampening, there are no parameters, or the elements of a
     *     parameter overlap each other or those of another parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer sgd(List<? extends Tensor> parameters, double learningRate, double momentum, double dampening, double weightDecay, boolean nesterov, boolean maximize) {
        return sgd(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, momentum, dampening, weightDecay, nesterov, maximize);
    }

    /**
     * Makes an optimizer that follows Adam: means {@code m} of the gradients and {@code v} of their
     * squares, corrected for their start at 0, then {@code p -= learning_rate m / (sqrt(v) + eps)}.
     * It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adam(Tensor[] parameters, double learningRate) {
        return adam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false, false);
    }

    /**
     * Makes an optimizer that follows Adam: means {@code m} of the gradients and {@code v} of their
     * squares, corrected for their start at 0, then {@code p -= learning_rate m / (sqrt(v) + eps)}.
     * It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adam(List<? extends Tensor> parameters, double learningRate) {
        return adam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false, false);
    }

    /**
     * Makes an optimizer that follows Adam: means {@code m} of the gradients and {@code v} of their
     * squares, corrected for their start at 0, then {@code p -= learning_rate m / (sqrt(v) + eps)}.
     * It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param amsgrad whether the greatest {@code v} so far is divided by
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adam(Tensor[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerAdam(scope, handles, learningRate, beta1, beta2, eps, weightDecay, amsgrad, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows Adam: means {@code m} of the gradients and {@code v} of their
     * squares, corrected for their start at 0, then {@code p -= learning_rate m / (sqrt(v) + eps)}.
     * It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param amsgrad whether the greatest {@code v} so far is divided by
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adam(List<? extends Tensor> parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize) {
        return adam(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, beta1, beta2, eps, weightDecay, amsgrad, maximize);
    }

    /**
     * Makes an optimizer that follows AdamW: Adam, whose weight decay shrinks the parameter itself
     * by {@code learning_rate weight_decay}. It holds its own references to the parameters'
     * storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamW(Tensor[] parameters, double learningRate) {
        return adamW(parameters, learningRate, 0.9, 0.999, 1e-8, 0.01, false, false);
    }

    /**
     * Makes an optimizer that follows AdamW: Adam, whose weight decay shrinks the parameter itself
     * by {@code learning_rate weight_decay}. It holds its own references to the parameters'
     * storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamW(List<? extends Tensor> parameters, double learningRate) {
        return adamW(parameters, learningRate, 0.9, 0.999, 1e-8, 0.01, false, false);
    }

    /**
     * Makes an optimizer that follows AdamW: Adam, whose weight decay shrinks the parameter itself
     * by {@code learning_rate weight_decay}. It holds its own references to the parameters'
     * storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the share of the parameter that a step of rate 1 takes away
     * @param amsgrad whether the greatest mean of squares so far is divided by
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamW(Tensor[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerAdamW(scope, handles, learningRate, beta1, beta2, eps, weightDecay, amsgrad, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows AdamW: Adam, whose weight decay shrinks the parameter itself
     * by {@code learning_rate weight_decay}. It holds its own references to the parameters'
     * storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the share of the parameter that a step of rate 1 takes away
     * @param amsgrad whether the greatest mean of squares so far is divided by
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamW(List<? extends Tensor> parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean amsgrad, boolean maximize) {
        return adamW(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, beta1, beta2, eps, weightDecay, amsgrad, maximize);
    }

    /**
     * Makes an optimizer that follows NAdam: Adam with Nesterov's look one momentum ahead, and a
     * momentum that grows over the steps. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer nAdam(Tensor[] parameters, double learningRate) {
        return nAdam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, 0.004, false, false);
    }

    /**
     * Makes an optimizer that follows NAdam: Adam with Nesterov's look one momentum ahead, and a
     * momentum that grows over the steps. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer nAdam(List<? extends Tensor> parameters, double learningRate) {
        return nAdam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, 0.004, false, false);
    }

    /**
     * Makes an optimizer that follows NAdam: Adam with Nesterov's look one momentum ahead, and a
     * momentum that grows over the steps. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param momentumDecay how fast the momentum grows to {@code beta1}
     * @param decoupledWeightDecay whether the decay shrinks the parameter itself, as in AdamW
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer nAdam(Tensor[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, double momentumDecay, boolean decoupledWeightDecay, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerNAdam(scope, handles, learningRate, beta1, beta2, eps, weightDecay, momentumDecay, decoupledWeightDecay, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows NAdam: Adam with Nesterov's look one momentum ahead, and a
     * momentum that grows over the steps. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param momentumDecay how fast the momentum grows to {@code beta1}
     * @param decoupledWeightDecay whether the decay shrinks the parameter itself, as in AdamW
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer nAdam(List<? extends Tensor> parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, double momentumDecay, boolean decoupledWeightDecay, boolean maximize) {
        return nAdam(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, beta1, beta2, eps, weightDecay, momentumDecay, decoupledWeightDecay, maximize);
    }

    /**
     * Makes an optimizer that follows RAdam: Adam whose first steps, while the mean of squares is
     * of few gradients, are by the mean of gradients alone. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rAdam(Tensor[] parameters, double learningRate) {
        return rAdam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false, false);
    }

    /**
     * Makes an optimizer that follows RAdam: Adam whose first steps, while the mean of squares is
     * of few gradients, are by the mean of gradients alone. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rAdam(List<? extends Tensor> parameters, double learningRate) {
        return rAdam(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false, false);
    }

    /**
     * Makes an optimizer that follows RAdam: Adam whose first steps, while the mean of squares is
     * of few gradients, are by the mean of gradients alone. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param decoupledWeightDecay whether the decay shrinks the parameter itself, as in AdamW
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rAdam(Tensor[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean decoupledWeightDecay, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerRAdam(scope, handles, learningRate, beta1, beta2, eps, weightDecay, decoupledWeightDecay, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows RAdam: Adam whose first steps, while the mean of squares is
     * of few gradients, are by the mean of gradients alone. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.001
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param decoupledWeightDecay whether the decay shrinks the parameter itself, as in AdamW
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rAdam(List<? extends Tensor> parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean decoupledWeightDecay, boolean maximize) {
        return rAdam(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, beta1, beta2, eps, weightDecay, decoupledWeightDecay, maximize);
    }

    /**
     * Makes an optimizer that follows RMSprop: a mean {@code v} of the squares of gradients, then
     * {@code p -= learning_rate g / (sqrt(v) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rmsProp(Tensor[] parameters, double learningRate) {
        return rmsProp(parameters, learningRate, 0.99, 1e-8, 0, 0, false, false);
    }

    /**
     * Makes an optimizer that follows RMSprop: a mean {@code v} of the squares of gradients, then
     * {@code p -= learning_rate g / (sqrt(v) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rmsProp(List<? extends Tensor> parameters, double learningRate) {
        return rmsProp(parameters, learningRate, 0.99, 1e-8, 0, 0, false, false);
    }

    /**
     * Makes an optimizer that follows RMSprop: a mean {@code v} of the squares of gradients, then
     * {@code p -= learning_rate g / (sqrt(v) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @param alpha the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param momentum the share of the last step in the next one; 0 for none
     * @param centered whether the square of the mean gradient is subtracted from {@code v}
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rmsProp(Tensor[] parameters, double learningRate, double alpha, double eps, double weightDecay, double momentum, boolean centered, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerRmsProp(scope, handles, learningRate, alpha, eps, weightDecay, momentum, centered, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows RMSprop: a mean {@code v} of the squares of gradients, then
     * {@code p -= learning_rate g / (sqrt(v) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @param alpha the share that is kept of the mean of squares
     * @param eps added to the root
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param momentum the share of the last step in the next one; 0 for none
     * @param centered whether the square of the mean gradient is subtracted from {@code v}
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer rmsProp(List<? extends Tensor> parameters, double learningRate, double alpha, double eps, double weightDecay, double momentum, boolean centered, boolean maximize) {
        return rmsProp(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, alpha, eps, weightDecay, momentum, centered, maximize);
    }

    /**
     * Makes an optimizer that follows Adagrad: the sum {@code s} of the squares of all gradients,
     * then {@code p -= learning_rate g / (sqrt(s) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adagrad(Tensor[] parameters, double learningRate) {
        return adagrad(parameters, learningRate, 0, 0, 0, 1e-10, false);
    }

    /**
     * Makes an optimizer that follows Adagrad: the sum {@code s} of the squares of all gradients,
     * then {@code p -= learning_rate g / (sqrt(s) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adagrad(List<? extends Tensor> parameters, double learningRate) {
        return adagrad(parameters, learningRate, 0, 0, 0, 1e-10, false);
    }

    /**
     * Makes an optimizer that follows Adagrad: the sum {@code s} of the squares of all gradients,
     * then {@code p -= learning_rate g / (sqrt(s) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @param lrDecay how fast the rate falls: step {@code t} has {@code learning_rate / (1 + (t -
     *     1) lr_decay)}
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param initialAccumulatorValue what {@code s} begins with
     * @param eps added to the root
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adagrad(Tensor[] parameters, double learningRate, double lrDecay, double weightDecay, double initialAccumulatorValue, double eps, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerAdagrad(scope, handles, learningRate, lrDecay, weightDecay, initialAccumulatorValue, eps, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows Adagrad: the sum {@code s} of the squares of all gradients,
     * then {@code p -= learning_rate g / (sqrt(s) + eps)}. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.01
     * @param lrDecay how fast the rate falls: step {@code t} has {@code learning_rate / (1 + (t -
     *     1) lr_decay)}
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param initialAccumulatorValue what {@code s} begins with
     * @param eps added to the root
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adagrad(List<? extends Tensor> parameters, double learningRate, double lrDecay, double weightDecay, double initialAccumulatorValue, double eps, boolean maximize) {
        return adagrad(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, lrDecay, weightDecay, initialAccumulatorValue, eps, maximize);
    }

    /**
     * Makes an optimizer that follows Adadelta: means {@code v} of the squares of gradients and
     * {@code u} of those of steps, then a step {@code d = sqrt(u + eps) / sqrt(v + eps) g} and
     * {@code p -= learning_rate d}. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 1
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adadelta(Tensor[] parameters, double learningRate) {
        return adadelta(parameters, learningRate, 0.9, 1e-6, 0, false);
    }

    /**
     * Makes an optimizer that follows Adadelta: means {@code v} of the squares of gradients and
     * {@code u} of those of steps, then a step {@code d = sqrt(u + eps) / sqrt(v + eps) g} and
     * {@code p -= learning_rate d}. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 1
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adadelta(List<? extends Tensor> parameters, double learningRate) {
        return adadelta(parameters, learningRate, 0.9, 1e-6, 0, false);
    }

    /**
     * Makes an optimizer that follows Adadelta: means {@code v} of the squares of gradients and
     * {@code u} of those of steps, then a step {@code d = sqrt(u + eps) / sqrt(v + eps) g} and
     * {@code p -= learning_rate d}. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 1
     * @param rho the share that is kept of both means
     * @param eps added under the roots
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adadelta(Tensor[] parameters, double learningRate, double rho, double eps, double weightDecay, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerAdadelta(scope, handles, learningRate, rho, eps, weightDecay, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows Adadelta: means {@code v} of the squares of gradients and
     * {@code u} of those of steps, then a step {@code d = sqrt(u + eps) / sqrt(v + eps) g} and
     * {@code p -= learning_rate d}. It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 1
     * @param rho the share that is kept of both means
     * @param eps added under the roots
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adadelta(List<? extends Tensor> parameters, double learningRate, double rho, double eps, double weightDecay, boolean maximize) {
        return adadelta(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, rho, eps, weightDecay, maximize);
    }

    /**
     * Makes an optimizer that follows Adamax: Adam with the greatest size {@code u} of gradients,
     * which decays, in the place of the root of their squares. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamax(Tensor[] parameters, double learningRate) {
        return adamax(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false);
    }

    /**
     * Makes an optimizer that follows Adamax: Adam with the greatest size {@code u} of gradients,
     * which decays, in the place of the root of their squares. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamax(List<? extends Tensor> parameters, double learningRate) {
        return adamax(parameters, learningRate, 0.9, 0.999, 1e-8, 0, false);
    }

    /**
     * Makes an optimizer that follows Adamax: Adam with the greatest size {@code u} of gradients,
     * which decays, in the place of the root of their squares. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the greatest size
     * @param eps added to the size of each gradient
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamax(Tensor[] parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean maximize) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerAdamax(scope, handles, learningRate, beta1, beta2, eps, weightDecay, maximize));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows Adamax: Adam with the greatest size {@code u} of gradients,
     * which decays, in the place of the root of their squares. It holds its own references to the
     * parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step; PyTorch's default is 0.002
     * @param beta1 the share that is kept of the mean of gradients
     * @param beta2 the share that is kept of the greatest size
     * @param eps added to the size of each gradient
     * @param weightDecay the factor of the parameter that is added to its gradient
     * @param maximize whether steps go up the gradient
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer adamax(List<? extends Tensor> parameters, double learningRate, double beta1, double beta2, double eps, double weightDecay, boolean maximize) {
        return adamax(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, beta1, beta2, eps, weightDecay, maximize);
    }

    /**
     * Makes an optimizer that follows L-BFGS: each iteration goes along a direction that the last
     * changes of the gradient say, and evaluates the loss once more. A step is several iterations:
     * it is given the loss of each evaluation ({@code step_loss}, and {@code step} with a closure
     * in Java and C#). It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer lbfgs(Tensor[] parameters) {
        return lbfgs(parameters, 1, 20, 0, 1e-7, 1e-9, 100, false);
    }

    /**
     * Makes an optimizer that follows L-BFGS: each iteration goes along a direction that the last
     * changes of the gradient say, and evaluates the loss once more. A step is several iterations:
     * it is given the loss of each evaluation ({@code step_loss}, and {@code step} with a closure
     * in Java and C#). It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer lbfgs(List<? extends Tensor> parameters) {
        return lbfgs(parameters, 1, 20, 0, 1e-7, 1e-9, 100, false);
    }

    /**
     * Makes an optimizer that follows L-BFGS: each iteration goes along a direction that the last
     * changes of the gradient say, and evaluates the loss once more. A step is several iterations:
     * it is given the loss of each evaluation ({@code step_loss}, and {@code step} with a closure
     * in Java and C#). It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param maxIter the number of iterations of a step
     * @param maxEval the number of evaluations of a step after which no iteration begins; 0 for
     *     1.25 of {@code max_iter}
     * @param toleranceGrad a step ends when no element of the gradient is larger
     * @param toleranceChange a step ends when neither the loss nor a parameter changes by more
     * @param historySize the number of changes that are remembered
     * @param strongWolfe whether each iteration looks for a step that satisfies the strong Wolfe
     *     conditions
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer lbfgs(Tensor[] parameters, double learningRate, long maxIter, long maxEval, double toleranceGrad, double toleranceChange, long historySize, boolean strongWolfe) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(parameters);
        Optimizer made = Nouns.get().owned(new Optimizer(0), owner, scope -> Native.optimizerLbfgs(scope, handles, learningRate, maxIter, maxEval, toleranceGrad, toleranceChange, historySize, strongWolfe));
        KeepAlive.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer that follows L-BFGS: each iteration goes along a direction that the last
     * changes of the gradient say, and evaluates the loss once more. A step is several iterations:
     * it is given the loss of each evaluation ({@code step_loss}, and {@code step} with a closure
     * in Java and C#). It holds its own references to the parameters' storages.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param maxIter the number of iterations of a step
     * @param maxEval the number of evaluations of a step after which no iteration begins; 0 for
     *     1.25 of {@code max_iter}
     * @param toleranceGrad a step ends when no element of the gradient is larger
     * @param toleranceChange a step ends when neither the loss nor a parameter changes by more
     * @param historySize the number of changes that are remembered
     * @param strongWolfe whether each iteration looks for a step that satisfies the strong Wolfe
     *     conditions
     * @return a new {@code Optimizer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static Optimizer lbfgs(List<? extends Tensor> parameters, double learningRate, long maxIter, long maxEval, double toleranceGrad, double toleranceChange, long historySize, boolean strongWolfe) {
        return lbfgs(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, maxIter, maxEval, toleranceGrad, toleranceChange, historySize, strongWolfe);
    }

    /**
     * Takes the loss and the gradients at the parameters as they are; without any gradients, those
     * that the parameters have as leaves. Returns whether the step needs both once more, at the
     * parameters as they are then: L-BFGS evaluates a loss several times in a step, all other
     * optimizers once. If this fails, nothing has changed, and the step goes on.
     *
     * @param loss the loss
     * @param gradients one gradient for each parameter, of its shape and dtype, in the order of the
     *     parameters
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if the number of gradients is not that of the
     *     parameters
     * @throws dev.tenure.ShapeMismatchException if a gradient has another shape than its parameter
     * @throws dev.tenure.DTypeMismatchException if a gradient has another dtype than its parameter
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's
     *     state
     */
    public boolean step(double loss, Tensor[] gradients) {
        Arguments.notNull("gradients", gradients);
        long[] handles = Nouns.get().handles(gradients);
        boolean result = KeepAlive.value(Nouns.get().result(() -> Native.optimizerStepLoss(handle(), loss, handles) ? 1 : 0) != 0, this);
        KeepAlive.done(this, gradients);
        return result;
    }

    /**
     * Takes the loss and the gradients at the parameters as they are; without any gradients, those
     * that the parameters have as leaves. Returns whether the step needs both once more, at the
     * parameters as they are then: L-BFGS evaluates a loss several times in a step, all other
     * optimizers once. If this fails, nothing has changed, and the step goes on.
     *
     * @param loss the loss
     * @param gradients one gradient for each parameter, of its shape and dtype, in the order of the
     *     parameters
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if the number of gradients is not that of the
     *     parameters
     * @throws dev.tenure.ShapeMismatchException if a gradient has another shape than its parameter
     * @throws dev.tenure.DTypeMismatchException if a gradient has another dtype than its parameter
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's
     *     state
     */
    public boolean step(double loss, List<? extends Tensor> gradients) {
        return step(loss, Arguments.array("gradients", gradients, Tensor[]::new));
    }

    /**
     * Takes back a step that waits for another loss: the parameters and the state are what they
     * were before it. Does nothing if none waits.
     *
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public void cancelStep() {
        Nouns.get().change(() -> Native.optimizerCancelStep(handle()));
        KeepAlive.done(this);
    }

    /**
     * Lets steps change float16 and bfloat16 parameters by way of a float32 for each, its master
     * weight, which the parameter is rounded from: small steps then add up. The state is float32
     * too, and gradients may be. A parameter that the program has written begins a new master
     * weight.
     *
     * @throws dev.tenure.InvalidArgumentException if the optimizer is L-BFGS
     */
    public void setMasterWeights() {
        setMasterWeights(true);
    }

    /**
     * Lets steps change float16 and bfloat16 parameters by way of a float32 for each, its master
     * weight, which the parameter is rounded from: small steps then add up. The state is float32
     * too, and gradients may be. A parameter that the program has written begins a new master
     * weight.
     *
     * @param hasMasters whether steps do so
     * @throws dev.tenure.InvalidArgumentException if the optimizer is L-BFGS
     */
    public void setMasterWeights(boolean hasMasters) {
        Native.optimizerSetMasterWeights(handle(), hasMasters);
        KeepAlive.done(this);
    }

    /**
     * Changes every parameter in place by its gradient; without any gradients, by those that the
     * parameters have as leaves. If this fails, no parameter has changed.
     *
     * @param gradients one gradient for each parameter, of its shape and dtype, in the order of the
     *     parameters
     * @throws dev.tenure.InvalidArgumentException if the number of gradients is not that of the
     *     parameters
     * @throws dev.tenure.ShapeMismatchException if a gradient has another shape than its parameter
     * @throws dev.tenure.DTypeMismatchException if a gradient has another dtype than its parameter
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's
     *     state
     */
    public void step(Tensor... gradients) {
        Arguments.notNull("gradients", gradients);
        long[] handles = Nouns.get().handles(gradients);
        Nouns.get().change(() -> Native.optimizerStep(handle(), handles));
        KeepAlive.done(this, gradients);
    }

    /**
     * Changes every parameter in place by its gradient; without any gradients, by those that the
     * parameters have as leaves. If this fails, no parameter has changed.
     *
     * @param gradients one gradient for each parameter, of its shape and dtype, in the order of the
     *     parameters
     * @throws dev.tenure.InvalidArgumentException if the number of gradients is not that of the
     *     parameters
     * @throws dev.tenure.ShapeMismatchException if a gradient has another shape than its parameter
     * @throws dev.tenure.DTypeMismatchException if a gradient has another dtype than its parameter
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's
     *     state
     */
    public void step(List<? extends Tensor> gradients) {
        step(Arguments.array("gradients", gradients, Tensor[]::new));
    }

    /**
     * Changes every parameter in place by the gradient that it has as a leaf; a parameter without a
     * gradient stays as it is. If this fails, no parameter has changed.
     *
     * @throws dev.tenure.InvalidArgumentException if no parameter requires a gradient
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the optimizer's
     *     state
     */
    public void step() {
        Nouns.get().change(() -> Native.optimizerStepLeaves(handle()));
        KeepAlive.done(this);
    }

    /**
     * Removes the gradients that the parameters have as leaves. Their memory stays for the next
     * ones.
     */
    public void zeroGradients() {
        Native.optimizerZeroGradients(handle());
        KeepAlive.done(this);
    }

    /**
     * Adds parameters that have a learning rate and a weight decay of their own; all other settings
     * are those of the first group. Gradients of {@code step} then follow those of the earlier
     * groups.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     */
    public void addParamGroup(Tensor[] parameters, double learningRate) {
        addParamGroup(parameters, learningRate, 0);
    }

    /**
     * Adds parameters that have a learning rate and a weight decay of their own; all other settings
     * are those of the first group. Gradients of {@code step} then follow those of the earlier
     * groups.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     */
    public void addParamGroup(List<? extends Tensor> parameters, double learningRate) {
        addParamGroup(parameters, learningRate, 0);
    }

    /**
     * Adds parameters that have a learning rate and a weight decay of their own; all other settings
     * are those of the first group. Gradients of {@code step} then follow those of the earlier
     * groups.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param weightDecay the weight decay
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     */
    public void addParamGroup(Tensor[] parameters, double learningRate, double weightDecay) {
        Arguments.notNull("parameters", parameters);
        long[] handles = Nouns.get().handles(parameters);
        Native.optimizerAddParamGroup(handle(), handles, learningRate, weightDecay);
        KeepAlive.done(this, parameters);
    }

    /**
     * Adds parameters that have a learning rate and a weight decay of their own; all other settings
     * are those of the first group. Gradients of {@code step} then follow those of the earlier
     * groups.
     *
     * @param parameters the tensors to change, at least one, floating-point, whose elements do not
     *     overlap
     * @param learningRate the factor of a step
     * @param weightDecay the weight decay
     * @throws dev.tenure.InvalidArgumentException if a number is out of range or not finite, there
     *     are no parameters, or the elements of a parameter overlap each other or those of another
     *     parameter
     * @throws dev.tenure.DTypeMismatchException if a parameter is not floating-point
     */
    public void addParamGroup(List<? extends Tensor> parameters, double learningRate, double weightDecay) {
        addParamGroup(Arguments.array("parameters", parameters, Tensor[]::new), learningRate, weightDecay);
    }

    /**
     * Scales all gradients by one factor, in place, so that the norm of all their elements together
     * is at most {@code max_norm}. Returns the norm before that. If this fails, no gradient has
     * changed.
     *
     * @param gradients the gradients, floating-point
     * @param maxNorm the largest norm
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative, {@code
     *     norm_type} is not above 0, a gradient is recorded on a tape or its elements overlap, or
     *     the norm is not finite and that is an error
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static double clipGradNorm(Tensor[] gradients, double maxNorm) {
        return clipGradNorm(gradients, maxNorm, 2, false);
    }

    /**
     * Scales all gradients by one factor, in place, so that the norm of all their elements together
     * is at most {@code max_norm}. Returns the norm before that. If this fails, no gradient has
     * changed.
     *
     * @param gradients the gradients, floating-point
     * @param maxNorm the largest norm
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative, {@code
     *     norm_type} is not above 0, a gradient is recorded on a tape or its elements overlap, or
     *     the norm is not finite and that is an error
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static double clipGradNorm(List<? extends Tensor> gradients, double maxNorm) {
        return clipGradNorm(gradients, maxNorm, 2, false);
    }

    /**
     * Scales all gradients by one factor, in place, so that the norm of all their elements together
     * is at most {@code max_norm}. Returns the norm before that. If this fails, no gradient has
     * changed.
     *
     * @param gradients the gradients, floating-point
     * @param maxNorm the largest norm
     * @param normType the norm; infinity for the largest size of an element
     * @param errorIfNonfinite whether a norm that is NaN or infinite is an error; otherwise it
     *     scales the gradients all the same
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative, {@code
     *     norm_type} is not above 0, a gradient is recorded on a tape or its elements overlap, or
     *     the norm is not finite and that is an error
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static double clipGradNorm(Tensor[] gradients, double maxNorm, double normType, boolean errorIfNonfinite) {
        NativeLoader.require();
        Arguments.notNull("gradients", gradients);
        long[] handles = Nouns.get().handles(gradients);
        double result = Nouns.get().result(() -> Native.optimizerClipGradNorm(handles, maxNorm, normType, errorIfNonfinite));
        KeepAlive.done(gradients);
        return result;
    }

    /**
     * Scales all gradients by one factor, in place, so that the norm of all their elements together
     * is at most {@code max_norm}. Returns the norm before that. If this fails, no gradient has
     * changed.
     *
     * @param gradients the gradients, floating-point
     * @param maxNorm the largest norm
     * @param normType the norm; infinity for the largest size of an element
     * @param errorIfNonfinite whether a norm that is NaN or infinite is an error; otherwise it
     *     scales the gradients all the same
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative, {@code
     *     norm_type} is not above 0, a gradient is recorded on a tape or its elements overlap, or
     *     the norm is not finite and that is an error
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static double clipGradNorm(List<? extends Tensor> gradients, double maxNorm, double normType, boolean errorIfNonfinite) {
        return clipGradNorm(Arguments.array("gradients", gradients, Tensor[]::new), maxNorm, normType, errorIfNonfinite);
    }

    /**
     * Puts every element of all gradients between {@code -clip_value} and {@code clip_value}, in
     * place. If this fails, no gradient has changed.
     *
     * @param gradients the gradients, floating-point
     * @param clipValue the largest size of an element
     * @throws dev.tenure.InvalidArgumentException if {@code clip_value} is negative, or a gradient
     *     is recorded on a tape or its elements overlap
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     */
    public static void clipGradValue(Tensor[] gradients, double clipValue) {
        NativeLoader.require();
        Arguments.notNull("gradients", gradients);
        long[] handles = Nouns.get().handles(gradients);
        Native.optimizerClipGradValue(handles, clipValue);
        KeepAlive.done(gradients);
        Log.check();
    }

    /**
     * Puts every element of all gradients between {@code -clip_value} and {@code clip_value}, in
     * place. If this fails, no gradient has changed.
     *
     * @param gradients the gradients, floating-point
     * @param clipValue the largest size of an element
     * @throws dev.tenure.InvalidArgumentException if {@code clip_value} is negative, or a gradient
     *     is recorded on a tape or its elements overlap
     * @throws dev.tenure.DTypeMismatchException if a gradient is not floating-point
     */
    public static void clipGradValue(List<? extends Tensor> gradients, double clipValue) {
        clipGradValue(Arguments.array("gradients", gradients, Tensor[]::new), clipValue);
    }

    /** {@return the number of groups of parameters} */
    public long paramGroups() {
        return KeepAlive.value(Native.optimizerParamGroups(handle()), this);
    }

    /**
     * Returns a setting of a group of parameters by its name in PyTorch: {@code lr}, {@code
     * weight_decay}, {@code momentum}, {@code beta1}, {@code beta2}, {@code eps} and so on. A
     * switch such as {@code amsgrad} is 1 or 0.
     *
     * @param group the index of the group, from 0
     * @param name the name of the setting
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if there is no such group or setting
     */
    public double setting(long group, String name) {
        Objects.requireNonNull(name, "name");
        return KeepAlive.value(Native.optimizerSetting(handle(), group, name), this);
    }

    /**
     * {@return the learning rate of the first group of parameters}
     *
     * @throws dev.tenure.InvalidArgumentException if there is no such group or setting
     */
    public double learningRate() {
        return KeepAlive.value(Native.optimizerSetting(handle(), 0, "lr"), this);
    }

    /**
     * Changes a setting of a group of parameters, by its name in PyTorch.
     *
     * @param group the index of the group, from 0
     * @param name the name of the setting
     * @param value the number; 1 or 0 for a switch
     * @throws dev.tenure.InvalidArgumentException if there is no such group or setting, or the
     *     number is out of range or not finite
     */
    public void setSetting(long group, String name, double value) {
        Objects.requireNonNull(name, "name");
        Native.optimizerSetSetting(handle(), group, name, value);
        KeepAlive.done(this);
    }

    /**
     * Changes the learning rate of all groups of parameters.
     *
     * @param learningRate the factor of a step
     * @throws dev.tenure.InvalidArgumentException if the number is negative or not finite
     */
    public void setLearningRate(double learningRate) {
        Native.optimizerSetLearningRate(handle(), learningRate);
        KeepAlive.done(this);
    }

    /**
     * Returns the optimizer's state and settings in the layout of PyTorch's {@link #stateDict()},
     * as JSON: {@code {"state": {"0": {"exp_avg": "state.0.exp_avg", ...}, ...}, "param_groups":
     * [{"lr": 0.001, ..., "params": [0, 1]}]}}. A tensor is its name there.
     *
     * @return the result
     */
    public String stateDict() {
        return KeepAlive.value(Native.optimizerStateDict(handle()), this);
    }

    /**
     * Returns a copy of a tensor of the optimizer's state.
     *
     * @param name its name in {@link #stateDict()}, such as {@code state.0.exp_avg}
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if there is no such tensor
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor stateTensor(String name) {
        Objects.requireNonNull(name, "name");
        Tensor made = Nouns.get().made(scope -> Native.optimizerStateTensor(scope, handle(), name), this);
        KeepAlive.done(this);
        return made;
    }

    /** Of a handle; 0 for one that the core is about to make. */
    Optimizer(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public Optimizer name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Optimizer moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Optimizer moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Optimizer detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.optimizerDispose(handle());
    }
    // </generated>
}
