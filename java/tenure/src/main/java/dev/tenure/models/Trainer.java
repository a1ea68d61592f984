package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Optimizer;
import dev.tenure.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Trains a {@link Model}: owns the optimizer, and makes a {@link Batch} for each step.
 *
 * <p>A resource that a batch {@linkplain Batch#keep keeps} lives as long as its trainer.
 */
public final class Trainer extends ScopeOwner {
    private final Model model;
    private final Optimizer optimizer; // null if the steps are written by hand

    Trainer(Model model, Function<Tensor[], Optimizer> optimizer) {
        super(model.name() + ".trainer", model.scope().child(model.name() + ".trainer"));
        this.model = model;
        try {
            Tensor[] parameters = model.parameters().values().toArray(Tensor[]::new);
            this.optimizer = optimizer == null
                    ? null
                    : Objects.requireNonNull(scope().run(() -> optimizer.apply(parameters)), "optimizer");
        } catch (Throwable e) {
            scope().close();
            throw e;
        }
    }

    /**
     * Begins a batch, whose scope is current on this thread until the batch closes.
     *
     * @return the batch, to be closed
     * @throws dev.tenure.ClosedException if this or its model is closed
     */
    public Batch newBatch() {
        return model.during(() -> during(() -> new Batch(this)));
    }

    /**
     * Runs {@code body} as one batch. Resources reachable from its result move to the scope that is
     * current where this is called; without one they become unowned. All others that it makes are
     * freed.
     *
     * @param <T> the type of the result
     * @param body what to run
     * @return what {@code body} returned
     * @throws dev.tenure.ClosedException if this or its model is closed
     */
    public <T extends @Nullable Object> T step(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return model.during(() -> call(body));
    }

    /**
     * Runs {@code body} as one batch. All resources that it makes are freed.
     *
     * @param body what to run
     * @throws dev.tenure.ClosedException if this or its model is closed
     */
    public void step(Runnable body) {
        Objects.requireNonNull(body, "body");
        step(() -> {
            body.run();
            return null;
        });
    }

    /**
     * Updates the parameters with the optimizer.
     *
     * @param gradients a gradient for each parameter, by its name
     * @throws InvalidArgumentException if a gradient is missing; then no parameter has changed
     * @throws IllegalStateException if this was made without an optimizer
     * @throws dev.tenure.ClosedException if this or its model is closed
     */
    public void update(Map<String, Tensor> gradients) {
        Objects.requireNonNull(gradients, "gradients");
        if (optimizer == null) {
            throw new IllegalStateException("the trainer was made without an optimizer");
        }
        Tensor[] inOrder = model.parameters().keySet().stream()
                .map(name -> {
                    Tensor gradient = gradients.get(name);
                    if (gradient == null) {
                        throw new InvalidArgumentException("no gradient for parameter '" + name + "'");
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
     * Returns the model that this trains.
     *
     * @return the model
     */
    public Model model() {
        return model;
    }

    @Override
    String what() {
        return "a trainer of " + model.what();
    }

    /**
     * A trainer that is returned from {@link dev.tenure.Scope#using(ScopeBody)} escapes together
     * with its model.
     */
    @Override
    public Iterable<?> escaping() {
        return List.of(model);
    }
}
