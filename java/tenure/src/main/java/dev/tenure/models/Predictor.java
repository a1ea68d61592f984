package dev.tenure.models;

import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.onnx.OnnxBatcher;
import dev.tenure.onnx.OnnxModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Predicts with a {@link Model} or an {@link OnnxModel}, for any number of threads at once.
 *
 * <p>Each call has its own scope, which is current while the {@link Translator} and the model run.
 * Every resource reachable from the result moves to the scope that is current where
 * {@code predict} is called; without one it becomes unowned. All other resources of the call are
 * freed.
 *
 * @param <I> the type of an input
 * @param <O> the type of an output
 */
public final class Predictor<I, O> extends ScopeOwner {
    private final Object model;
    private final String what;
    private final UnaryOperator<List<Tensor>> forward;
    private final Translator<I, O> translator;

    Predictor(Model model, Translator<I, O> translator) {
        this(model, model.what(), model.scope(), model.name(), model::forward, translator);
    }

    private Predictor(
            Object model,
            String what,
            Scope above,
            String name,
            UnaryOperator<List<Tensor>> forward,
            Translator<I, O> translator) {
        super(name + ".predictor", Scope.create(above).name(name + ".predictor"));
        this.model = model;
        this.what = what;
        this.forward = forward;
        this.translator = Objects.requireNonNull(translator, "translator");
        try {
            scope().run(translator::prepare);
        } catch (Throwable e) {
            scope().close();
            throw e;
        }
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
        return of(model, "an ONNX model", inputs -> List.of(model.run(array(inputs))), translator);
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
    public static <I, O> Predictor<I, O> of(OnnxBatcher batcher, Translator<I, O> translator) {
        Objects.requireNonNull(batcher, "batcher");
        return of(batcher, "an ONNX batcher", inputs -> List.of(batcher.run(array(inputs))), translator);
    }

    private static <I, O> Predictor<I, O> of(
            NativeResource model, String what, UnaryOperator<List<Tensor>> forward, Translator<I, O> translator) {
        Objects.requireNonNull(translator, "translator");
        String name = model.name();
        return new Predictor<>(model, what, Scope.current(), name == null ? "onnx" : name, forward, translator);
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
        return call(() -> predictAll(List.of(input)).get(0));
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
        return call(() -> predictAll(inputs));
    }

    private List<O> predictAll(List<? extends I> inputs) {
        List<List<Tensor>> rows = new ArrayList<>();
        for (I input : inputs) {
            Objects.requireNonNull(input, () -> "inputs[" + rows.size() + "]");
            rows.add(Model.notNull("processInput", translator.processInput(input)));
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

    @Override
    String what() {
        return "a predictor of " + what;
    }

    /**
     * A predictor that is returned from {@link dev.tenure.Scope#using(ScopeBody)} escapes together
     * with its model.
     */
    @Override
    public Iterable<?> escaping() {
        return model instanceof Model ? List.of(model) : List.of(model, scope());
    }
}
