package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Parameters and a function that uses them. Predictors are made from a model. A
 * {@link Trainer} trains modules.
 *
 * <pre>{@code
 * Model model = Model.create("digits",
 *         () -> Map.of("w", Tensor.randn(64, 10).mul(0.1), "b", Tensor.zeros(10)),
 *         Forward.of((p, x) -> x.matmul(p.get("w")).add(p.get("b"))));
 * try (model) {
 *     try (Predictor<float[], Long> predictor = model.newPredictor(
 *             Translator.of(pixels -> Tensor.of(pixels), logits -> (long) logits.argmax(0).item()))) {
 *         System.out.println(predictor.predict(image));
 *     }
 * }
 * }</pre>
 *
 * <p>Each level has a scope: the model's owns the parameters; below it are the scopes of its
 * predictors; and below these there is one for each call. Resources that are made in a call are freed at its end unless they are returned or kept. All
 * methods may be called from any thread at the same time. If the model is closed while a call runs,
 * the call either returns its result or throws a {@link dev.tenure.ClosedException}.
 */
public final class Model extends ScopeOwner {
    private final Map<String, Tensor> parameters;
    private final Forward forward;

    private Model(String name, Scope scope, Map<String, Tensor> parameters, Forward forward) {
        super(name, scope);
        this.parameters = parameters;
        this.forward = forward;
    }

    /**
     * Makes a model. Its scope is a child of the current one, if there is one.
     *
     * @param name the name, for messages, dumps and leak reports
     * @param parameters makes the parameters, which the model owns; everything else that it makes
     *     is freed
     * @param forward the function to compute
     * @return the model, to be closed
     */
    public static Model create(String name, Supplier<Map<String, Tensor>> parameters, Forward forward) {
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(forward, "forward");
        Scope scope = Scope.create(Scope.current()).name(name);
        try {
            Map<String, Tensor> made = scope.run(() -> new LinkedHashMap<>(
                    Objects.requireNonNull(Scope.using(parameters), "parameters: null as the map")));
            made.forEach((key, parameter) -> {
                Objects.requireNonNull(key, "parameters: null as a name");
                Objects.requireNonNull(parameter, () -> "parameters: null for '" + key + "'").name(key);
            });
            return new Model(name, scope, Collections.unmodifiableMap(made), forward);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /**
     * Returns the parameters.
     *
     * @return the parameters by name, in the order in which they were given; an unmodifiable map
     */
    public Map<String, Tensor> parameters() {
        return parameters;
    }

    /**
     * Runs the model. The outputs have the owner that the result of any operation has.
     *
     * @param inputs the inputs
     * @return the outputs
     * @throws dev.tenure.ClosedException if this is closed, before or during the call
     */
    public List<Tensor> forward(List<Tensor> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        notNull("inputs", inputs);
        return during(() -> notNull("forward", forward.forward(parameters, inputs)));
    }

    /**
     * Runs a model of one input and one output.
     *
     * @param input the input
     * @return the output
     * @throws dev.tenure.ClosedException if this is closed, before or during the call
     */
    public Tensor forward(Tensor input) {
        Objects.requireNonNull(input, "input");
        return first(forward(List.of(input)));
    }

    /**
     * Makes a predictor.
     *
     * @param <I> the type of an input
     * @param <O> the type of an output
     * @param translator converts inputs and outputs to and from tensors
     * @return a predictor, for any number of threads; it closes with this model unless it is closed
     *     before
     * @throws dev.tenure.ClosedException if this is closed
     */
    public <I, O> Predictor<I, O> newPredictor(Translator<I, O> translator) {
        Objects.requireNonNull(translator, "translator");
        return during(() -> new Predictor<>(this, translator));
    }

    /**
     * Checks that no tensor is null. Here, because user code returned them, and a later error would
     * be far from it.
     */
    static List<Tensor> notNull(String name, List<Tensor> tensors) {
        Objects.requireNonNull(tensors, name);
        for (int i = 0; i < tensors.size(); i++) {
            Objects.requireNonNull(tensors.get(i), name + "[" + i + "]");
        }
        return tensors;
    }

    /** The output of a model that has one. */
    static Tensor first(List<Tensor> results) {
        if (results.isEmpty()) {
            throw new InvalidArgumentException("the model gave no tensor, and one is wanted");
        }
        return results.get(0);
    }

    @Override
    String what() {
        return "model '" + name() + "'";
    }

    /** A model that is returned from {@link Scope#using(ScopeBody)} escapes as its scope does. */
    @Override
    public Iterable<?> escaping() {
        return List.of(scope());
    }

    /** Returns {@code Model(digits, 4 parameters)} or {@code Model(digits, closed)}. */
    @Override
    public String toString() {
        return "Model(" + name() + (scope().isClosed() ? ", closed)" : ", " + parameters.size() + " parameters)");
    }
}
