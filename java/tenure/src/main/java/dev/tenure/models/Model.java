package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.Sgd;
import dev.tenure.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Parameters, and what is computed with them: the root of predictors and trainers.
 *
 * <pre>{@code
 * Model model = Model.create("digits",
 *         () -> Map.of("w", Tensor.randn(64, 10).mul(0.1), "b", Tensor.zeros(10)),
 *         Forward.of((p, x) -> x.matmul(p.get("w")).add(p.get("b"))));
 * try (model; Trainer trainer = model.newTrainer(parameters -> Sgd.create(parameters, 0.05, 0.9))) {
 *     for (int i = 0; i < 100; i++) {
 *         try (Batch batch = trainer.newBatch()) {
 *             batch.step(batch.forward(pixels(i)).crossEntropy(labels(i)));
 *         }
 *     }
 *     try (Predictor<float[], Long> predictor = model.newPredictor(
 *             Translator.of(pixels -> Tensor.of(pixels), logits -> (long) logits.argmax(0).item()))) {
 *         System.out.println(predictor.predict(image));
 *     }
 * }
 * }</pre>
 *
 * <p>Each level is a scope: the model's holds the parameters, below it lie those of its predictors and trainers, below
 * these one for each call and each batch. What is made in a call or a batch and not returned or kept goes with it. All
 * methods may be called from any thread, at once; whatever runs while the model is closed ends with its result or with a
 * {@link dev.tenure.ClosedException}.
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
     * Makes a model. Its scope lies below the current one, if there is one.
     *
     * @param name for messages, dumps and leak reports
     * @param parameters makes the parameters; they belong to the model, and what else it makes is freed
     * @param forward what is computed
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
     * The parameters.
     *
     * @return by name, in the order in which they were given; cannot be changed
     */
    public Map<String, Tensor> parameters() {
        return parameters;
    }

    /**
     * Computes with the parameters. The results belong to the current scope; without one, as those of any operation do.
     *
     * @param inputs what to compute from
     * @return the results
     * @throws dev.tenure.ClosedException if this is closed, or while it runs
     */
    public List<Tensor> forward(List<Tensor> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        return forward(parameters, inputs);
    }

    /**
     * Computes from one tensor, with a model that gives one.
     *
     * @param input what to compute from
     * @return the result
     * @throws dev.tenure.ClosedException if this is closed, or while it runs
     */
    public Tensor forward(Tensor input) {
        Objects.requireNonNull(input, "input");
        return first(forward(List.of(input)));
    }

    /**
     * Makes a predictor.
     *
     * @param <I> what it takes
     * @param <O> what it gives
     * @param translator between these and tensors
     * @return a predictor, for any number of threads; it closes with this at the latest
     * @throws dev.tenure.ClosedException if this is closed
     */
    public <I, O> Predictor<I, O> newPredictor(Translator<I, O> translator) {
        Objects.requireNonNull(translator, "translator");
        return during(() -> new Predictor<>(this, translator));
    }

    /**
     * Makes a trainer without an optimizer: for steps that are written by hand, see {@link Trainer#step(Supplier)}.
     *
     * @return a trainer; it closes with this at the latest
     * @throws dev.tenure.ClosedException if this is closed
     */
    public Trainer newTrainer() {
        return during(() -> new Trainer(this, null));
    }

    /**
     * Makes a trainer.
     *
     * @param optimizer makes the optimizer of the parameters, which are given in the order of {@link #parameters()}
     * @return a trainer; it closes with this at the latest
     * @throws dev.tenure.ClosedException if this is closed
     */
    public Trainer newTrainer(Function<Tensor[], Sgd> optimizer) {
        Objects.requireNonNull(optimizer, "optimizer");
        return during(() -> new Trainer(this, optimizer));
    }

    /** With other tensors in place of the parameters. */
    List<Tensor> forward(Map<String, Tensor> instead, List<Tensor> inputs) {
        notNull("inputs", inputs);
        return during(() -> notNull("forward", forward.forward(instead, inputs)));
    }

    /** The same tensors; a null is named, since what users' code gives ends up far from it. */
    static List<Tensor> notNull(String name, List<Tensor> tensors) {
        Objects.requireNonNull(tensors, name);
        for (int i = 0; i < tensors.size(); i++) {
            Objects.requireNonNull(tensors.get(i), name + "[" + i + "]");
        }
        return tensors;
    }

    /** What a model of one result gave. */
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

    /** It escapes from {@link Scope#using(ScopeBody)} as its scope does. */
    @Override
    public Iterable<?> escaping() {
        return List.of(scope());
    }

    /** {@code Model(digits, 4 parameters)} or {@code Model(digits, closed)}. */
    @Override
    public String toString() {
        return "Model(" + name() + (scope().isClosed() ? ", closed)" : ", " + parameters.size() + " parameters)");
    }
}
