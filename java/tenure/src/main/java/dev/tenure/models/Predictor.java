package dev.tenure.models;

import dev.tenure.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
public final class Predictor<I, O> extends ScopeOwner {
    private final Model model;
    private final Translator<I, O> translator;

    Predictor(Model model, Translator<I, O> translator) {
        super(model.name() + ".predictor", model.scope().child(model.name() + ".predictor"));
        this.model = model;
        this.translator = Objects.requireNonNull(translator, "translator");
        try {
            scope().run(translator::prepare);
        } catch (Throwable e) {
            scope().close();
            throw e;
        }
    }

    /**
     * Predicts for one input.
     *
     * @param input what the translator takes
     * @return what it gives
     * @throws dev.tenure.ClosedException if this or its model is closed, or while it runs
     */
    public O predict(I input) {
        Objects.requireNonNull(input, "input");
        return call(() -> predictAll(List.of(input)).get(0));
    }

    /**
     * Predicts for several inputs; if the translator {@linkplain Translator#stacks() stacks}, at once.
     *
     * @param inputs what the translator takes
     * @return what it gives, in the order of the inputs
     * @throws dev.tenure.ClosedException if this or its model is closed, or while it runs
     * @throws IllegalArgumentException if the inputs have different numbers of tensors
     */
    public List<O> batchPredict(List<? extends I> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        return call(() -> predictAll(inputs));
    }

    private List<O> predictAll(List<? extends I> inputs) {
        List<List<Tensor>> rows = new ArrayList<>();
        for (I input : inputs) {
            rows.add(translator.processInput(input));
        }
        List<O> results = new ArrayList<>();
        if (!translator.stacks()) {
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

    @Override
    String what() {
        return "a predictor of " + model.what();
    }

    /** It escapes from {@link dev.tenure.Scope#using(ScopeBody)} with its model. */
    @Override
    public Iterable<?> escaping() {
        return List.of(model);
    }
}
