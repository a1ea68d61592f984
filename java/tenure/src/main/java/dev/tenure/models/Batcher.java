package dev.tenure.models;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.ModelRuns;
import dev.tenure.access.NamedRun;
import dev.tenure.access.Nouns;
import dev.tenure.access.Records;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.nn.Module;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxPort;
import dev.tenure.reports.BatcherStats;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins concurrent requests of several threads to a {@link Module} or an {@link OnnxModel}, and
 * computes them in one run.
 *
 * <pre>{@code
 * Batcher batcher = Batcher.of(net, Batching.defaults().size(32));
 * // on any number of threads:
 * try (Scope scope = Scope.open()) {
 *     Tensor scores = batcher.run(Tensor.of(pixels, 1, 784))[0];
 * }
 * }</pre>
 *
 * <p>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own
 * request as new tensors. The model must compute each row independently, as models that were
 * trained on batches do. Requests are joined only if their other sizes are equal, and if the model
 * gives one row for each row of the inputs. An error affects only the request that causes it: if a
 * joined run fails, each of its requests runs by itself.
 *
 * <p>A batcher has no thread of its own: one of the callers computes for the others. While a
 * request waits, its thread is in native code: an interrupt is noticed only after the call, and a
 * virtual thread keeps its carrier.
 */
public final class Batcher extends NativeResource {
    private static final int ROOM = 16; // results of a module for which one call usually has room

    private @Nullable OnnxModel model;

    /** A function of the core that makes a batcher. */
    private interface Maker {
        long make(long scope, long model, long size, long delay, long parallel, long capacity, long timeout);
    }

    /**
     * Makes a batcher of a module, which it runs in evaluation whatever the module's mode, without
     * recording. Any number of threads use one set of weights. Closing the module frees them: later
     * requests fail.
     *
     * @param module a module of this library's parts
     * @param batching how requests are joined
     * @return a new batcher, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.InvalidArgumentException if a setting is out of range
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.TensorException if a part of the module has a {@code forward} in Java
     */
    public static Batcher of(Module module, Batching batching) {
        Objects.requireNonNull(module, "module");
        return made(new Batcher(0), module, batching, Native::batcherOfModule);
    }

    /**
     * Makes a batcher of an ONNX model. It shares the session of the model, which is freed when both
     * are closed.
     *
     * @param model a model whose inputs and outputs all have a variable first size
     * @param batching how requests are joined
     * @return a new batcher, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.InvalidArgumentException if an input or output has a fixed first size, or
     *     a setting is out of range
     * @throws dev.tenure.ClosedException if the model is closed
     */
    public static Batcher of(OnnxModel model, Batching batching) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(batching, "batching");
        model.outputs(); // read while the model is open
        Batcher made = new Batcher(0);
        made.model = model;
        return made(made, model, batching, Native::batcherOfOnnxModel);
    }

    private static Batcher made(Batcher made, NativeResource model, Batching batching, Maker core) {
        Objects.requireNonNull(batching, "batching");
        Nouns nouns = Nouns.get();
        nouns.owned(
                made,
                nouns.current(),
                scope -> core.make(
                        scope,
                        nouns.handle(model),
                        batching.size(),
                        batching.delayMicros(),
                        batching.parallel(),
                        batching.capacity(),
                        batching.timeoutMicros()));
        KeepAlive.done(model);
        return made;
    }

    /**
     * Computes the outputs, together with concurrent requests of other threads. It returns when the
     * run with this request has ended.
     *
     * @param inputs one for each input of the model, in its order, with the same number of rows
     * @return new tensors, one for each output of the model
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
     * @throws dev.tenure.ClosedException if this, its module or an input is closed
     */
    @CanIgnoreReturnValue
    public Tensor[] run(Tensor... inputs) {
        Arguments.notNull("inputs", inputs);
        return run(null, inputs);
    }

    /**
     * Computes the outputs of an ONNX model for named inputs, together with concurrent requests of
     * other threads.
     *
     * @param inputs one for each of {@link OnnxModel#inputs()}, by its name
     * @return new tensors by the names of {@link OnnxModel#outputs()}
     * @throws dev.tenure.BusyException if too many requests are waiting, or this one has waited too
     *     long
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, this is a batcher
     *     of a module, or an operation rejects its operands
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
        return NamedRun.run(inputs, this::outputNames, this::run);
    }

    private List<String> outputNames() {
        return model == null ? List.of() : model.outputs().stream().map(OnnxPort::name).toList();
    }

    private Tensor[] run(@Nullable String names, Tensor[] inputs) {
        return ModelRuns.timed("batcher", this, () -> compute(names, inputs));
    }

    private Tensor[] compute(@Nullable String names, Tensor[] inputs) {
        Nouns nouns = Nouns.get();
        long[] handles = nouns.handles(inputs);
        int room = model == null ? ROOM : model.outputs().size();
        Tensor[] results = nouns.several(
                nouns.ownerFor(inputs), room, (scope, made) -> Native.batcherRun(scope, handle(), names, handles, made));
        KeepAlive.done(this, inputs);
        return results;
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * {@return how the requests were joined}
     *
     * @throws dev.tenure.ClosedException if this batcher is closed
     */
    public BatcherStats stats() {
        return Records.batcherStats(KeepAlive.value(Native.batcherStats(handle()), this), 0);
    }

    /** Of a handle; 0 for one that the core is about to make. */
    Batcher(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public Batcher name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Batcher moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Batcher moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Batcher detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.batcherDispose(handle());
    }
    // </generated>
}
