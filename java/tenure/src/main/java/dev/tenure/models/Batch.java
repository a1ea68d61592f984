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
 * One step of a {@link Trainer}: a scope that is current until the batch closes, and a tape that
 * records the model.
 *
 * <pre>{@code
 * try (Batch batch = trainer.newBatch()) {
 *     Tensor loss = batch.forward(pixels).crossEntropy(labels);
 *     batch.step(loss);
 *     sum += loss.item();
 * } // pixels, loss and the intermediate results are freed, if they were made here
 * }</pre>
 */
public final class Batch extends ScopeOwner {
    private final Trainer trainer;
    // Either the open tape watches all parameters, or there is no tape and `watched` is empty.
    private Map<String, Tensor> watched = Map.of();
    private Tape tape;

    Batch(Trainer trainer) {
        super(trainer.name() + ".batch", open(trainer.scope()));
        this.trainer = trainer;
    }

    /**
     * Runs the model and records it for {@link #backward}, which computes the gradients. It may be
     * called several times before that.
     *
     * @param inputs the model's inputs
     * @return the model's outputs
     * @throws dev.tenure.ClosedException if this, the trainer, the model or a parameter is closed
     * @throws dev.tenure.NativeMemoryException if a limit is too low to watch all parameters; none
     *     is watched then
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

    /** Opens a scope that is current on this thread and a child of {@code trainer}. */
    private static Scope open(Scope trainer) {
        Scope scope = Scope.open();
        try {
            return scope.moveTo(trainer);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /** Begins a tape that watches all parameters. If one cannot be watched, nothing has changed. */
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
     * Runs a model of one input and one output, and records it for {@link #backward}.
     *
     * @param input the model's input
     * @return the model's output
     * @throws dev.tenure.ClosedException if this, the trainer or the model is closed
     */
    public Tensor forward(Tensor input) {
        Objects.requireNonNull(input, "input");
        return Model.first(forward(List.of(input)));
    }

    /**
     * Computes the gradient of the loss for each parameter. This consumes the record: the next
     * {@link #forward} begins a new one.
     *
     * @param loss a tensor of one element, computed from the result of {@link #forward}
     * @return the gradients by the names of the parameters
     * @throws IllegalStateException if {@link #forward} was not called since the last time
     * @throws dev.tenure.InvalidArgumentException if {@code loss} has more than one element, or was
     *     not computed from the result of {@link #forward}; the record is kept then
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
            if (tape.isClosed()) { // consumed, or closed by the user: a second try is not possible
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
     * Computes the gradients and updates the parameters: {@link #backward} followed by
     * {@link Trainer#update}.
     *
     * @param loss a tensor of one element, computed from the result of {@link #forward}
     */
    public void step(Tensor loss) {
        Objects.requireNonNull(loss, "loss");
        trainer.update(backward(loss));
    }

    /**
     * Moves a resource of this batch to the trainer, which keeps it until the trainer closes.
     *
     * @param <R> the type of the resource
     * @param resource the resource to keep
     * @return {@code resource}
     * @throws dev.tenure.ClosedException if {@code resource} or the trainer is closed
     */
    public <R extends NativeResource> R keep(R resource) {
        Objects.requireNonNull(resource, "resource");
        return trainer.scope().attach(resource);
    }

    @Override
    String what() {
        return "a batch of " + trainer.model().what();
    }

    /**
     * A batch that is returned from {@link dev.tenure.Scope#using(ScopeBody)} escapes together with
     * its model.
     */
    @Override
    public Iterable<?> escaping() {
        return trainer.escaping();
    }
}
