package dev.tenure.models;

import dev.tenure.Tensor;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Converts the user's input to tensors, and the model's output back.
 *
 * <p>Both methods run in the scope of the call: what they make and do not return is freed when the call ends.
 *
 * @param <I> what the user has
 * @param <O> what the user wants
 */
public interface Translator<I, O> {
    /**
     * Runs once, when the predictor is made. What it makes lives as long as the predictor.
     */
    default void prepare() {}

    /**
     * The tensors of one input, without a dimension for the batch if it {@linkplain #stacks() stacks}.
     *
     * @param input what the user has
     * @return what the model takes
     */
    List<Tensor> processInput(I input);

    /**
     * What the user gets for one input. What can be reached from it (see {@link dev.tenure.Scope#using(ScopeBody)})
     * becomes the caller's.
     *
     * @param output what the model gave, without a dimension for the batch if it {@linkplain #stacks() stacks}
     * @return what the user wants
     */
    O processOutput(List<Tensor> output);

    /**
     * Whether the tensors of several inputs are stacked along a new first dimension, and go through the model at once.
     *
     * @return true, unless overridden; false: each goes through alone, as it is
     */
    default boolean stacks() {
        return true;
    }

    /**
     * A translator of one tensor to one tensor.
     *
     * @param <I> what the user has
     * @param <O> what the user wants
     * @param processInput the tensor of an input
     * @param processOutput what to make of the model's tensor
     * @return a translator that {@linkplain #stacks() stacks}
     */
    static <I, O> Translator<I, O> of(
            Function<? super I, Tensor> processInput, Function<? super Tensor, ? extends O> processOutput) {
        Objects.requireNonNull(processInput, "processInput");
        Objects.requireNonNull(processOutput, "processOutput");
        return new Translator<>() {
            @Override
            public List<Tensor> processInput(I input) {
                return List.of(processInput.apply(input));
            }

            @Override
            public O processOutput(List<Tensor> output) {
                return processOutput.apply(output.get(0));
            }
        };
    }
}
