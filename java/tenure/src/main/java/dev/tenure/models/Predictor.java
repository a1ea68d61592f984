package dev.tenure.models;

import dev.tenure.ClosedException;
import dev.tenure.Escapable;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.ScopeException;
import dev.tenure.Tensor;
import dev.tenure.access.ModelRuns;
import dev.tenure.nn.Module;
import dev.tenure.onnx.OnnxModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Predicts with a {@link Module}, an {@link OnnxModel} or a {@link Batcher}, for any number of
 * threads at once.
 *
 * <pre>{@code
 * try (Predictor<float[], Long> predictor = Predictor.of(
 *         net, Translator.of(pixels -> Tensor.of(pixels), logits -> (long) logits.argmax(0).item()))) {
 *     System.out.println(predictor.predict(image));
 * }
 * }</pre>
 *
 * <p>Each call has its own scope, which is current while the {@link Translator} and the model run.
 * Every resource reachable from the result moves to the scope that is current where
 * {@code predict} is called; without one it becomes unowned. All other resources of the call are
 * freed. If this or the model is closed while a call runs, the call either returns its result or
 * throws a {@link dev.tenure.ClosedException}.
 *
 * @param <I> the type of an input
 * @param <O> the type of an output
 */
public final class Predictor<I, O> implements AutoCloseable, Escapable {
    private static final String KIND = "predictor"; // of a run that is reported

    private final String name;
    private final Scope scope;
    private final NativeResource model;
    private final UnaryOperator<List<Tensor>> forward;
    private final Translator<I, O> translator;

    private Predictor(
            NativeResource model, String kind, UnaryOperator<List<Tensor>> forward, Translator<I, O> translator) {
        this.translator = Objects.requireNonNull(translator, "translator");
        String of = model.name();
        name = (of == null ? kind : of) + ".predictor";
        scope = Scope.create(Scope.current()).name(name);
        this.model = model;
        this.forward = forward;
        try {
            scope.run(translator::prepare);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /**
     * Makes a predictor for a module, which it sets to evaluation. All calls use the module's weights.
     * Closing the predictor does not close the module.
     *
     * <p>The module may have a {@code forward} in Java. To compute concurrent calls in one run, make it
     * of a {@link Batcher}.
     *
     * @param <I> the type of an input
     * @param <O> the type of an output
     * @param module the module; {@link Translator#processInput} returns tensors in the order of its
     *     inputs
     * @param translator converts inputs and outputs to and from tensors
     * @return a predictor, whose scope is a child of the current one, if there is one
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public static <I, O> Predictor<I, O> of(Module module, Translator<I, O> translator) {
        Objects.requireNonNull(module, "module");
        Objects.requireNonNull(translator, "translator");
        module.eval();
        UnaryOperator<List<Tensor>> forward = inputs -> inputs.size() == 1
                ? List.of(module.call(inputs.get(0)))
                : List.of(module.callAll(array(inputs)));
        return new Predictor<>(module, "module", forward, translator);
    }

    /**
     * Makes a predictor for an ONNX model. Closing the predictor does not close the model.
     *
     * @param <I> the type of an input
     * @param <O> the type of an output
     * @param model the model; {@link Translator#processInput} returns tensors in the order of its
     *     inputs
     * @param translator converts inputs and outputs to and from tensors
     * @return a predictor, whose scope is a child of the current one, if there is one
     */
    public static <I, O> Predictor<I, O> of(OnnxModel model, Translator<I, O> translator) {
        Objects.requireNonNull(model, "model");
        return new Predictor<>(model, "onnx", inputs -> List.of(model.run(array(inputs))), translator);
    }

    /**
     * Makes a predictor that joins concurrent calls into batches. Closing the predictor does not
     * close the batcher.
     *
     * @param <I> the type of an input
     * @param <O> the type of an output
     * @param batcher the batcher; {@link Translator#processInput} returns tensors in the order of
     *     its model's inputs
     * @param translator converts inputs and outputs to and from tensors
     * @return a predictor, whose scope is a child of the current one, if there is one
     */
    public static <I, O> Predictor<I, O> of(Batcher batcher, Translator<I, O> translator) {
        Objects.requireNonNull(batcher, "batcher");
        return new Predictor<>(batcher, "batcher", inputs -> List.of(batcher.run(array(inputs))), translator);
    }

    private static Tensor[] array(List<Tensor> tensors) {
        return tensors.toArray(Tensor[]::new);
    }

    /**
     * Predicts for one input.
     *
     * @param input the input
     * @return the output
     * @throws dev.tenure.ClosedException if this or its model is closed, before or during the call
     */
    public O predict(I input) {
        Objects.requireNonNull(input, "input");
        return ModelRuns.timed(KIND, model, () -> call(() -> predictAll(List.of(input)).get(0)));
    }

    /**
     * Predicts for several inputs; in one run of the model if the translator
     * {@linkplain Translator#stacks() stacks}.
     *
     * @param inputs the inputs
     * @return the outputs, in the order of the inputs
     * @throws dev.tenure.ClosedException if this or its model is closed, before or during the call
     * @throws InvalidArgumentException if the inputs have different numbers of tensors
     */
    public List<O> batchPredict(List<? extends I> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        return ModelRuns.timed(KIND, model, () -> call(() -> predictAll(inputs)));
    }

    private List<O> predictAll(List<? extends I> inputs) {
        List<List<Tensor>> rows = new ArrayList<>();
        for (I input : inputs) {
            Objects.requireNonNull(input, () -> "inputs[" + rows.size() + "]");
            rows.add(notNull(translator.processInput(input)));
        }
        List<O> results = new ArrayList<>();
        if (!translator.stacks()) {
            rows.forEach(row -> results.add(translator.processOutput(forward.apply(row))));
        } else if (!rows.isEmpty()) {
            List<Tensor> output = forward.apply(stack(rows));
            for (int i = 0; i < rows.size(); i++) {
                int row = i;
                results.add(translator.processOutput(
                        output.stream().map(tensor -> tensor.select(0, row)).toList()));
            }
        }
        return results;
    }

    private static List<Tensor> stack(List<List<Tensor>> rows) {
        List<Tensor> first = rows.get(0);
        if (rows.size() == 1) {
            return first.stream().map(tensor -> tensor.unsqueeze(0)).toList();
        }
        List<Tensor> stacked = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            Tensor[] column = new Tensor[rows.size()];
            for (int row = 0; row < column.length; row++) {
                List<Tensor> tensors = rows.get(row);
                if (tensors.size() != first.size()) {
                    throw new InvalidArgumentException("input 0 has " + first.size() + " tensors, input " + row + " has "
                            + tensors.size() + ": they cannot be stacked");
                }
                column[row] = tensors.get(i);
            }
            stacked.add(Tensor.stack(0, column));
        }
        return stacked;
    }

    /** The tensors, none of which may be null. */
    private static List<Tensor> notNull(List<Tensor> tensors) {
        Objects.requireNonNull(tensors, "processInput: null");
        for (Tensor tensor : tensors) {
            Objects.requireNonNull(tensor, "processInput: null among its tensors");
        }
        return tensors;
    }

    /**
     * A predictor that is returned from {@link dev.tenure.Scope#using(ScopeBody)} escapes together
     * with its model.
     */
    @Override
    public Iterable<?> escaping() {
        return List.of(model, scope);
    }

    /**
     * Returns the name: that of the model, or its kind if it has none, and {@code .predictor}.
     *
     * @return a name such as {@code digits.predictor}
     */
    public String name() {
        return name;
    }

    /**
     * Returns the scope that owns the resources of this. Closing that scope is the same as closing
     * this.
     *
     * @return the scope
     */
    public Scope scope() {
        return scope;
    }

    /**
     * Whether this, or the scope that it belongs to, has been closed.
     *
     * @return true if every use would throw {@link ClosedException}
     */
    public boolean isClosed() {
        return scope.isClosed();
    }

    /**
     * Runs {@code body}. Resources reachable from its result live as long as this; all others that
     * it makes are freed.
     *
     * @param <T> the type of the result
     * @param body what to run
     * @return what {@code body} returned
     * @throws ClosedException if this is closed
     */
    public <T extends @Nullable Object> T make(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return during(() -> scope.run(() -> Scope.using(body)));
    }

    /**
     * Runs a call in a scope of its own below this, and moves the resources in its result to the
     * caller. On the way they are in a scope below the caller's, so that they are freed if the call
     * fails afterwards.
     */
    private <T extends @Nullable Object> T call(Supplier<? extends T> body) {
        Scope caller = Scope.current();
        return during(() -> Scope.using(() -> {
            Scope guard = Scope.current();
            Scope target = guard == null ? caller : guard; // if both were closed meanwhile, the caller's throws
            return scope.run(() -> Scope.using(() -> {
                Scope call = Scope.current();
                T value = body.get();
                handOver(Scope.resourcesIn(value), call, target);
                return value;
            }));
        }));
    }

    private void handOver(List<NativeResource> found, @Nullable Scope call, @Nullable Scope target) {
        for (NativeResource resource : found) {
            if (!isBelow(resource, call)) {
                continue;
            }
            if (target == null) {
                resource.close(); // the scope that was to own it is closed
            } else {
                target.attach(resource);
            }
        }
        // Closed together with this, and perhaps with a part of the value. A closed scope is never
        // current, so `call` may be null.
        if (call == null || call.isClosed() || scope.isClosed()) {
            throw closed(null);
        }
    }

    private static boolean isBelow(NativeResource resource, @Nullable Scope call) {
        if (call == null || resource.isClosed()) {
            return false; // closed by the body: it does not count as a part of the value
        }
        Scope above = resource.scope();
        while (above != null && above != call) {
            above = above.parent();
        }
        return above != null;
    }

    /** Runs {@code work}. If it fails because this was closed meanwhile, the error says so. */
    private <T> T during(Supplier<? extends T> work) {
        try {
            return work.get();
        } catch (ClosedException | ScopeException e) {
            throw scope.isClosed() ? closed(e) : e;
        }
    }

    /** The error for a closed object; {@code cause} is the exception that it replaces. */
    private ClosedException closed(Throwable cause) {
        return new ClosedException("the predictor '" + name + "' is closed", cause);
    }

    /**
     * Closes everything below this, and frees its resources. The second call has no effect. It
     * throws only what closing the resources given to {@link Scope#own} of its scope throws, after
     * everything is closed.
     */
    @Override
    public void close() {
        scope.close();
    }

    /** Returns {@code Predictor(digits.predictor)} or {@code Predictor(digits.predictor, closed)}. */
    @Override
    public String toString() {
        return "Predictor(" + name + (scope.isClosed() ? ", closed)" : ")");
    }
}
