package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * What a {@link Model} computes.
 *
 * <p>It is given the parameters with each call, since while training they are other tensors, whose use is recorded.
 */
@FunctionalInterface
public interface Forward {
    /**
     * Computes.
     *
     * @param parameters the model's, by name
     * @param inputs what to compute from
     * @return the results
     */
    List<Tensor> forward(Map<String, Tensor> parameters, List<Tensor> inputs);

    /**
     * Of one tensor another one.
     *
     * @param body what to compute from the parameters and the input
     * @return a function of one input, which refuses any other number of them
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
