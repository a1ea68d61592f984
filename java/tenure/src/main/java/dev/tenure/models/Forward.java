package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * The function that a {@link Model} computes.
 *
 * <p>It receives the parameters with each call.
 */
@FunctionalInterface
public interface Forward {
    /**
     * Computes the outputs.
     *
     * @param parameters the model's parameters, by name
     * @param inputs the inputs
     * @return the outputs
     */
    List<Tensor> forward(Map<String, Tensor> parameters, List<Tensor> inputs);

    /**
     * Makes a function from one tensor to one tensor.
     *
     * @param body computes the output from the parameters and the input
     * @return a function that takes exactly one input
     */
    static Forward of(BiFunction<Map<String, Tensor>, Tensor, Tensor> body) {
        Objects.requireNonNull(body, "body");
        return (parameters, inputs) -> {
            if (inputs.size() != 1) {
                throw new InvalidArgumentException("the model takes 1 tensor, not " + inputs.size());
            }
            return List.of(body.apply(parameters, inputs.get(0)));
        };
    }
}
