package dev.tenure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Predicts with a {@link Model}, for any number of threads at once.
 *
 * <p>Each call has a scope of its own, which is current while the {@link Translator} and the model run. What can be reached
 * from the result becomes the caller's: it belongs to the scope that is current where {@code predict} was called, or to
 * nobody. All else that was made is freed.
 *
 * @param <I> what it takes
 * @param <O> what it gives
 */
public final class Predictor<I, O> implements AutoCloseable, Escapable {
    private final Model model;
    private final Scope scope;
    private final Translator<I, O> translator;

    Predictor(Model model, Translator<I, O> translator) {
        this.model = model;
        this.translator = Objects.requireNonNull(translator, "translator");
        this.scope = model.scope().child("predictor");
        try {
            scope.run(translator::prepare);
        } catch (Throwable e) {
            scope.close();
            throw e;
        }
    }

    /**
     * Predicts for one input.
     *
     * @param input what the translator takes
     * @return what it gives
     * @throws ClosedException if this or its model is closed, or while it runs
     */
    public O predict(I input) {
        Objects.requireNonNull(input, "input");
        return call(() -> predictAll(List.of(input)).get(0));
    }

    /**
     * Predicts for several inputs; if the translator {@linkplain Translator#batches() batches}, at once.
     *
     * @param inputs what the translator takes
     * @return what it gives, in the order of the inputs
     * @throws ClosedException if this or its model is closed, or while it runs
     * @throws IllegalArgumentException if the inputs have different numbers of tensors
     */
    public List<O> batchPredict(List<? extends I> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        return call(() -> predictAll(inputs));
    }

    /**
     * The scope that owns what {@link Translator#prepare()} made, and the calls.
     *
     * @return the scope, which is current nowhere; it closes with this
     */
    public Scope scope() {
        return scope;
    }

    private List<O> predictAll(List<? extends I> inputs) {
        List<List<Tensor>> rows = new ArrayList<>();
        for (I input : inputs) {
            rows.add(translator.processInput(input));
        }
        List<O> results = new ArrayList<>();
        if (!translator.batches()) {
            rows.forEach(row -> results.add(translator.processOutput(model.forward(row))));
        } else if (!rows.isEmpty()) {
            List<Tensor> output = model.forward(stack(rows));
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
                    throw new IllegalArgumentException("input 0 has " + first.size() + " tensors, input " + row + " has "
                            + tensors.size() + ": they cannot be stacked");
                }
                column[row] = tensors.get(i);
            }
            stacked.add(Tensor.stack(0, column));
        }
        return stacked;
    }

    /** Runs one call in its scope, and hands what its value holds to the caller. */
    private <T> T call(Supplier<T> body) {
        Scope caller = Current.scope();
        try (Scope call = scope.child()) {
            T value = call.run(body);
            handOver(Escape.resourcesIn(value), call, caller);
            return value;
        } catch (ClosedException | ScopeException e) {
            throw scope.isOpen() ? e : Model.closed("a predictor of model '" + model.name() + "' is closed", e);
        }
    }

    /** All of the call's resources move to the caller, or none: then those that had moved are closed. */
    private static void handOver(List<NativeResource> found, Scope call, Scope caller) {
        List<NativeResource> moved = new ArrayList<>();
        try {
            for (NativeResource resource : found) {
                if (resource.isBelow(call)) {
                    if (caller != null) {
                        caller.attach(resource);
                    } else {
                        resource.detachFromScope();
                    }
                    moved.add(resource);
                }
            }
        } catch (Throwable e) {
            moved.forEach(NativeResource::close);
            throw e;
        }
    }

    /** It escapes from {@link Scope#using(ScopeBody)} with its model. */
    @Override
    public Iterable<?> escaping() {
        return List.of(model);
    }

    /**
     * Ends with the calls that run: they fail. The second time nothing happens. Throws only what closing a resource
     * throws that its scope was given by {@link Scope#own}, when all is closed.
     */
    @Override
    public void close() {
        scope.close();
    }

    /** {@code Predictor(digits)} or {@code Predictor(digits, closed)}. */
    @Override
    public String toString() {
        return "Predictor(" + model.name() + (scope.isOpen() ? ")" : ", closed)");
    }
}
