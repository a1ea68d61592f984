package dev.tenure.models;

import dev.tenure.Tensor;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Converts the user's input to tensors, and the model's output back.
 *
 * <p>Both methods run in the scope of the call: resources that they make and do not return are
 * freed at its end.
 *
 * @param <I> the type of an input
 * @param <O> the type of an output
 */
public interface Translator<I, O> {
    /**
     * Runs once, when the predictor is made. Resources that it makes live as long as the predictor.
     */
    default void prepare() {}

    /**
     * Converts one input to tensors, without a batch dimension if this
     * {@linkplain #stacks() stacks}.
     *
     * @param input the input
     * @return the model's inputs
     */
    List<Tensor> processInput(I input);

    /**
     * Converts the model's outputs for one input. Resources reachable from the result (see {@link
     * dev.tenure.Scope#using(ScopeBody)}) move to the caller.
     *
     * @param output the model's outputs, without a batch dimension if this
     *     {@linkplain #stacks() stacks}
     * @return the result of the prediction
     */
    O processOutput(List<Tensor> output);

    /**
     * Whether the tensors of several inputs are stacked along a new first dimension and computed in
     * one run.
     *
     * @return true by default; if false, each input is computed in a run of its own
     */
    default boolean stacks() {
        return true;
    }

    /**
     * Makes a translator for a model of one input and one output.
     *
     * @param <I> the type of an input
     * @param <O> the type of an output
     * @param processInput converts an input to a tensor
     * @param processOutput converts the model's output
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
