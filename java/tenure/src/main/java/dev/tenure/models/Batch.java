package dev.tenure.models;

import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One step of a {@link Trainer}: a scope that is current until it closes, and the record of what its model computed.
 *
 * <pre>{@code
 * try (Batch batch = trainer.newBatch()) {
 *     Tensor loss = batch.forward(pixels).crossEntropy(labels);
 *     batch.step(loss);
 *     sum += loss.item();
 * } // pixels, loss and all between, if they were made here, are freed
 * }</pre>
 */
public final class Batch extends ScopeOwner {
    private final Trainer trainer;
    // Both or neither: all parameters are watched by the open tape, or there is no tape and none is.
    private Map<String, Tensor> watched = Map.of();
    private Tape tape;

    Batch(Trainer trainer) {
        super(trainer.name() + ".batch", open(trainer.scope()));
        this.trainer = trainer;
    }

    /**
     * Computes with the model; the gradients of what comes of it can be asked for. May be called several times before
     * {@link #backward}.
     *
     * @param inputs what to compute from
     * @return the results
     * @throws dev.tenure.ClosedException if this, the trainer, the model or a parameter is closed
     * @throws dev.tenure.NativeMemoryException if a limit leaves no room to watch all parameters; none is watched then
     */
    public List<Tensor> forward(List<Tensor> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        Model model = trainer.model();
        return model.during(() -> {
            if (tape == null) {
                scope().run(() -> watch(model.parameters()));
            }
            return model.forward(watched, inputs);
        });
    }

    /** A scope that is current on this thread and lies below {@code trainer}. */
    private static Scope open(Scope trainer) {
        Scope scope = Scope.open();
        try {
            return scope.moveTo(trainer);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /** Begins a record of all parameters; when one cannot be watched nothing has changed. */
    private void watch(Map<String, Tensor> parameters) {
        Tape recording = Tape.open();
        Map<String, Tensor> all = new LinkedHashMap<>();
        try {
            parameters.forEach((name, parameter) -> all.put(name, recording.watch(parameter)));
        } catch (Throwable e) {
            all.values().forEach(Tensor::close);
            recording.close();
            throw e;
        }
        watched = all;
        tape = recording;
    }

    /**
     * Computes from one tensor, with a model that gives one.
     *
     * @param input what to compute from
     * @return the result
     * @throws dev.tenure.ClosedException if this, the trainer or the model is closed
     */
    public Tensor forward(Tensor input) {
        Objects.requireNonNull(input, "input");
        return Model.first(forward(List.of(input)));
    }

    /**
     * The gradients of the loss by each parameter. What was recorded is used up: the next {@link #forward} begins anew.
     *
     * @param loss one element, made from what {@link #forward} returned
     * @return a tensor for each parameter, by its name
     * @throws IllegalStateException if nothing was computed since the last time
     * @throws dev.tenure.InvalidArgumentException if {@code loss} has more elements than one, or does not come of what
     *     {@link #forward} returned; what was recorded is still there then
     * @throws dev.tenure.ClosedException if this, the trainer, the model or {@code loss} is closed
     */
    public Map<String, Tensor> backward(Tensor loss) {
        Objects.requireNonNull(loss, "loss");
        if (tape == null) {
            throw new IllegalStateException("nothing was computed with forward() since the batch or its last backward()");
        }
        Tensor[] gradients;
        try {
            gradients = trainer.model().during(() -> tape.backward(loss, watched.values().toArray(Tensor[]::new)));
        } catch (Throwable e) {
            if (tape.isClosed()) { // consumed, or closed by the user: there is nothing to try again
                forget();
            }
            throw e;
        }
        Map<String, Tensor> byName = new LinkedHashMap<>();
        for (String name : watched.keySet()) {
            byName.put(name, gradients[byName.size()]);
        }
        forget();
        return byName;
    }

    private void forget() {
        watched.values().forEach(Tensor::close);
        watched = Map.of();
        tape = null;
    }

    /**
     * {@link #backward} and {@link Trainer#update} in one.
     *
     * @param loss one element, made from what {@link #forward} returned
     */
    public void step(Tensor loss) {
        Objects.requireNonNull(loss, "loss");
        trainer.update(backward(loss));
    }

    /**
     * Lets something of this batch live as long as the trainer.
     *
     * @param <R> what it is
     * @param resource what to keep
     * @return {@code resource}
     * @throws dev.tenure.ClosedException if it, or the trainer, is closed
     */
    public <R extends NativeResource> R keep(R resource) {
        Objects.requireNonNull(resource, "resource");
        return trainer.scope().attach(resource);
    }

    @Override
    String what() {
        return "a batch of " + trainer.model().what();
    }

    /** It escapes from {@link dev.tenure.Scope#using(ScopeBody)} with its model. */
    @Override
    public Iterable<?> escaping() {
        return trainer.escaping();
    }
}
