package dev.tenure.onnx;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.Records;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.util.Map;
import java.util.Objects;

/**
 * Joins what several threads ask an {@link OnnxModel} for at the same time, and computes it in one run.
 *
 * <pre>{@code
 * OnnxModel model = OnnxModel.load(Path.of("model.onnx"));
 * OnnxBatcher batcher = OnnxBatcher.create(model, OnnxBatching.defaults().size(32));
 * // on any number of threads:
 * try (Scope scope = Scope.open()) {
 *     Tensor scores = batcher.run(Tensor.of(pixels, 1, 784))[0];
 * }
 * }</pre>
 *
 * <p>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own request as new tensors; the
 * model must compute each row by itself, as models do that were trained on batches. A request whose other sizes differ
 * waits for others like it. An error concerns the request alone that it comes from: if a joined run fails, each
 * request of it runs by itself.
 *
 * <p>There is no thread behind it: one of the callers computes for the others. While a request waits, its thread is in
 * native code: an interrupt is noticed by what the thread does next, and a virtual thread keeps its carrier.
 */
public final class OnnxBatcher extends NativeResource {
    private OnnxModel model;

    /**
     * Makes a batcher. It shares the session of the model, which goes when both are closed.
     *
     * @param model one whose inputs and outputs all have a first size that may be any
     * @param batching how requests are joined
     * @return a new batcher, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.InvalidArgumentException if an input or output has a fixed first size, or a number is out of range
     * @throws dev.tenure.ClosedException if the model is closed
     */
    public static OnnxBatcher create(OnnxModel model, OnnxBatching batching) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(batching, "batching");
        model.outputs(); // read while the model is open
        Scope owner = Nouns.get().current();
        OnnxBatcher made = new OnnxBatcher(0);
        made.model = model;
        Nouns.get()
                .owned(
                        made,
                        owner,
                        scope -> Native.onnxBatcherCreate(
                                scope,
                                model.number(),
                                batching.size(),
                                batching.delayMicros(),
                                batching.parallel(),
                                batching.capacity(),
                                batching.timeoutMicros()));
        KeepAlive.done(model);
        return made;
    }

    /**
     * The model that it runs.
     *
     * @return the model, which may be closed
     */
    public OnnxModel model() {
        return model;
    }

    /**
     * Computes the outputs, together with what other threads ask for. It waits for the run that the request becomes a part
     * of.
     *
     * @param inputs one for each of {@link OnnxModel#inputs()}, in that order, with the same number of rows
     * @return new tensors, one for each of {@link OnnxModel#outputs()}
     * @throws dev.tenure.BusyException if as many requests wait as may, or this one has waited for too long
     * @throws dev.tenure.InvalidArgumentException if there are more or fewer, or an operation refuses what it is given
     * @throws dev.tenure.ShapeMismatchException if one has another shape than the model says, or sizes of one name differ
     * @throws dev.tenure.DTypeMismatchException if one has another element type
     * @throws dev.tenure.NativeMemoryException if there is no memory for it, or a limit is passed
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Tensor[] run(Tensor... inputs) {
        Arguments.notNull("inputs", inputs);
        return run(null, inputs);
    }

    /**
     * Computes the outputs of inputs by name, together with what other threads ask for.
     *
     * @param inputs one for each of {@link OnnxModel#inputs()}, by its name
     * @return new tensors by the names of {@link OnnxModel#outputs()}
     * @throws dev.tenure.BusyException if as many requests wait as may, or this one has waited for too long
     * @throws dev.tenure.InvalidArgumentException if names are missing or not there, or an operation refuses what it is given
     * @throws dev.tenure.ShapeMismatchException if one has another shape than the model says, or sizes of one name differ
     * @throws dev.tenure.DTypeMismatchException if one has another element type
     * @throws dev.tenure.NativeMemoryException if there is no memory for it, or a limit is passed
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Map<String, Tensor> run(Map<String, Tensor> inputs) {
        Objects.requireNonNull(inputs, "inputs");
        return OnnxNames.run(inputs, model::outputs, this::run);
    }

    private Tensor[] run(String names, Tensor[] inputs) {
        Nouns nouns = Nouns.get();
        long[] handles = nouns.handles(inputs);
        Scope owner = nouns.ownerFor(inputs);
        int room = model.outputs().size();
        Tensor[] results = nouns.run(owner, room, OnnxBatcher::core, handle(), 0, names, handles);
        KeepAlive.done(this, inputs);
        return results;
    }

    private static void core(long scope, long batcher, long noOptions, String names, long[] inputs, long[] made) {
        Native.onnxBatcherRun(scope, batcher, names, inputs, made);
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * {@return how the requests were joined}
     *
     * @throws dev.tenure.ClosedException if this batcher is closed
     */
    public OnnxBatcherStats stats() {
        return Records.onnxBatcherStats(KeepAlive.value(Native.onnxBatcherStats(handle()), this), 0);
    }

    /** Of a handle; 0 for one that the core is about to make. */
    OnnxBatcher(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxBatcher name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxBatcher moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxBatcher moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxBatcher detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.onnxBatcherDispose(handle());
    }
    // </generated>
}
