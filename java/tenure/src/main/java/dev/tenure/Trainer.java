package dev.tenure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Trains a {@link Model}: holds the optimizer, and makes a {@link Batch} for each step.
 *
 * <p>What a batch {@linkplain Batch#keep keeps} lives as long as its trainer.
 */
public final class Trainer implements AutoCloseable, Escapable {
    private final Model model;
    private final Scope scope;
    private final Sgd optimizer;

    Trainer(Model model, Function<Tensor[], Sgd> optimizer) {
        this.model = model;
        this.scope = model.scope().child("trainer");
        try {
            Tensor[] parameters = model.parameters().values().toArray(Tensor[]::new);
            this.optimizer = Objects.requireNonNull(scope.run(() -> optimizer.apply(parameters)), "optimizer");
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /**
     * Begins a batch, whose scope is current on this thread until the batch closes.
     *
     * @return the batch, to be closed
     * @throws ClosedException if this or its model is closed
     */
    public Batch newBatch() {
        try {
            return model.during(() -> new Batch(this));
        } catch (ScopeException e) {
            throw scope.isOpen() ? e : Model.closed("a trainer of model '" + model.name() + "' is closed", e);
        }
    }

    /**
     * Changes the parameters.
     *
     * @param gradients one for each parameter, by its name
     * @throws IllegalArgumentException if one lacks; then no parameter has changed
     * @throws ClosedException if this or its model is closed
     */
    public void update(Map<String, Tensor> gradients) {
        Objects.requireNonNull(gradients, "gradients");
        Tensor[] inOrder = model.parameters().keySet().stream()
                .map(name -> {
                    Tensor gradient = gradients.get(name);
                    if (gradient == null) {
                        throw new IllegalArgumentException("no gradient for parameter '" + name + "'");
                    }
                    return gradient;
                })
                .toArray(Tensor[]::new);
        model.during(() -> {
            optimizer.step(inOrder);
            return null;
        });
    }

    /**
     * What it trains.
     *
     * @return the model
     */
    public Model model() {
        return model;
    }

    /**
     * The scope that owns the optimizer, the batches, and what they kept.
     *
     * @return the scope, which is current nowhere; it closes with this
     */
    public Scope scope() {
        return scope;
    }

    /** It escapes from {@link Scope#using(ScopeBody)} with its model. */
    @Override
    public Iterable<?> escaping() {
        return List.of(model);
    }

    /**
     * Frees the optimizer, what was kept, and closes the batches. The second time nothing happens. Throws only what
     * closing a resource throws that its scope was given by {@link Scope#own}, when all is closed.
     */
    @Override
    public void close() {
        scope.close();
    }

    /** {@code Trainer(digits)} or {@code Trainer(digits, closed)}. */
    @Override
    public String toString() {
        return "Trainer(" + model.name() + (scope.isOpen() ? ")" : ", closed)");
    }
}
