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
import dev.tenure.reports.OnnxBatcherStats;
import java.util.Map;
import java.util.Objects;

/**
 * Joins concurrent requests of several threads to an {@link OnnxModel}, and computes them in one
 * run.
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
 * <p>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own
 * request as new tensors. The model must compute each row independently, as models that were
 * trained on batches do. Requests are joined only if their other sizes are equal. An error affects
 * only the request that causes it: if a joined run fails, each of its requests runs by itself.
 *
 * <p>A batcher has no thread of its own: one of the callers computes for the others. While a
 * request waits, its thread is in native code: an interrupt is noticed only after the call, and a
 * virtual thread keeps its carrier.
 */
public final class OnnxBatcher extends NativeResource {
    private OnnxModel model;

    /**
     * Makes a batcher. It shares the session of the model, which is freed when both are closed.
     *
     * @param model a model whose inputs and outputs all have a variable first size
     * @param batching how requests are joined
     * @return a new batcher, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.InvalidArgumentException if an input or output has a fixed first size, or
     *     a setting is out of range
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
     * Returns the model that this runs.
     *
     * @return the model, which may be closed
     */
    public OnnxModel model() {
        return model;
    }

    /**
     * Computes the outputs, together with concurrent requests of other threads. It returns when the
     * run with this request has ended.
     *
     * @param inputs one for each of {@link OnnxModel#inputs()}, in that order, with the same number
     *     of rows
     * @return new tensors, one for each of {@link OnnxModel#outputs()}
     * @throws dev.tenure.BusyException if too many requests are waiting, or this one has waited too
     *     long
     * @throws dev.tenure.InvalidArgumentException if the number of inputs is wrong, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Tensor[] run(Tensor... inputs) {
        Arguments.notNull("inputs", inputs);
        return run(null, inputs);
    }

    /**
     * Computes the outputs for named inputs, together with concurrent requests of other threads.
     *
     * @param inputs one for each of {@link OnnxModel#inputs()}, by its name
     * @return new tensors by the names of {@link OnnxModel#outputs()}
     * @throws dev.tenure.BusyException if too many requests are waiting, or this one has waited too
     *     long
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded
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
