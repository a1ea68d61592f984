package dev.tenure.onnx;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.ClosedException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.ModelRuns;
import dev.tenure.access.NamedRun;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.ByteOrders;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.internal.OnnxLibrary;
import dev.tenure.internal.Rows;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * A model in ONNX's format, computed by ONNX Runtime. It is loaded once and run by any number of threads.
 *
 * <pre>{@code
 * try (OnnxModel model = OnnxModel.load(Path.of("model.onnx"))) {
 *     try (Scope scope = Scope.open()) {
 *         Tensor scores = model.run(Tensor.of(pixels, 1, 784))[0];
 *     }
 * }
 * }</pre>
 *
 * <p>Inputs are read in place. Outputs are ordinary tensors on the memory that the run has
 * allocated for them. The session's own memory comes from the same pool, so limits, statistics and
 * leak reports cover all of it.
 *
 * <p>ONNX Runtime, version 1.18 or later, is located when the first model is loaded. The first of
 * these applies: {@link OnnxOptions#library}; the system property {@code tenure.onnxruntime}; the
 * environment variable {@code TENURE_ONNXRUNTIME}; the jar of
 * {@code com.microsoft.onnxruntime:onnxruntime}; the search path of the system's loader.
 */
public final class OnnxModel extends NativeResource {
    private static final String KIND = "onnx"; // of a run that is reported

    private List<OnnxPort> inputs;
    private List<OnnxPort> outputs;

    /**
     * Loads a model from a file, and from the external data files beside it.
     *
     * @param path the file, on any file system; if not on the default file system, a model without
     *     external data files
     * @return a new model, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.TensorException if the file does not exist or is not a model, or no
     *     suitable ONNX Runtime is found
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static OnnxModel load(Path path) {
        return load(path, OnnxOptions.defaults());
    }

    /**
     * Loads a model from a file, and from the external data files beside it.
     *
     * @param path the file, on any file system; if not on the default file system, a model without
     *     external data files
     * @param options how it is run
     * @return a new model, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.TensorException if the file does not exist or is not a model, or no
     *     suitable ONNX Runtime is found
     * @throws dev.tenure.InvalidArgumentException if an option names an unknown output
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static OnnxModel load(Path path, OnnxOptions options) {
        Objects.requireNonNull(path, "path");
        String json = json(options);
        Scope owner = Nouns.get().current();
        NativeLoader.ensure(); // its error must not be replaced by one of the log below
        try {
            return OtherFiles.read(
                    path,
                    () -> Nouns.get()
                            .owned(new OnnxModel(0), owner, scope -> Native.onnxModelLoad(scope, path.toString(), json)),
                    (bytes, n, file) -> ofBuffer(owner, bytes, n, json));
        } finally {
            Log.check();
        }
    }

    /**
     * Loads a model from the bytes of its file.
     *
     * @param file the bytes; they are not used after the call
     * @param options how it is run
     * @return a new model, which the current scope owns; without a current scope it is unowned
     * @throws dev.tenure.TensorException if the bytes are not a model, or no suitable ONNX Runtime
     *     is found
     * @throws dev.tenure.InvalidArgumentException if an option names an unknown output
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public static OnnxModel load(byte[] file, OnnxOptions options) {
        Objects.requireNonNull(file, "file");
        ByteBuffer bytes = ByteBuffer.allocateDirect(file.length).put(file).flip();
        return ofBuffer(Nouns.get().current(), bytes, file.length, json(options));
    }

    /**
     * Loads a model from the bytes of a buffer, from its position to its limit, with default options.
     *
     * @param file the bytes of an {@code .onnx} file; those of a direct buffer are read in place
     * @return the model
     * @throws dev.tenure.TensorException as {@link #load(Path, OnnxOptions)}
     */
    public static OnnxModel load(ByteBuffer file) {
        return load(file, OnnxOptions.defaults());
    }

    /**
     * Loads a model from the bytes of a buffer, from its position to its limit, such as a resource or
     * a file that was decrypted. The buffer is not needed afterwards.
     *
     * @param file the bytes of an {@code .onnx} file; those of a direct buffer are read in place
     * @param options how it is loaded; {@link OnnxOptions#folder} names where data lies that the model
     *     keeps in other files
     * @return the model
     * @throws dev.tenure.TensorException as {@link #load(Path, OnnxOptions)}
     */
    public static OnnxModel load(ByteBuffer file, OnnxOptions options) {
        return load(file, Map.of(), options);
    }

    /**
     * Loads a model that keeps data in other files, from the bytes of it and of them. The buffers are
     * not needed afterwards.
     *
     * @param file the bytes of an {@code .onnx} file, from the buffer's position to its limit
     * @param files the bytes of the other files, by their names in the model; those of a direct buffer
     *     are read in place
     * @param options how it is loaded
     * @return the model
     * @throws dev.tenure.TensorException as {@link #load(Path, OnnxOptions)}, and if a file is not given
     */
    public static OnnxModel load(ByteBuffer file, Map<String, ByteBuffer> files, OnnxOptions options) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(files, "files");
        String json = json(options);
        ByteBuffer direct = direct(file);
        String[] names = files.keySet().toArray(String[]::new);
        ByteBuffer[] buffers = new ByteBuffer[names.length];
        long[] parts = new long[2 * names.length];
        for (int i = 0; i < names.length; i++) {
            String name = Objects.requireNonNull(names[i], "files: null as a name");
            buffers[i] = direct(Objects.requireNonNull(files.get(name), () -> "files: null for '" + name + "'"));
            parts[2 * i] = buffers[i].position();
            parts[2 * i + 1] = buffers[i].remaining();
        }
        try {
            return Nouns.get()
                    .owned(
                            new OnnxModel(0),
                            Nouns.get().current(),
                            scope -> Native.onnxModelLoadParts(
                                    scope, direct, direct.position(), direct.remaining(), names, buffers, parts, json));
        } finally {
            KeepAlive.done(direct);
            for (ByteBuffer buffer : buffers) {
                KeepAlive.done(buffer);
            }
            Log.check();
        }
    }

    private static ByteBuffer direct(ByteBuffer bytes) {
        return ByteOrders.read(bytes, 1);
    }

    private static OnnxModel ofBuffer(Scope owner, ByteBuffer bytes, long n, String json) {
        try {
            return Nouns.get().owned(new OnnxModel(0), owner, scope -> Native.onnxModelLoadBytes(scope, bytes, n, json));
        } finally {
            KeepAlive.done(bytes);
            Log.check();
        }
    }

    private static String json(OnnxOptions options) {
        Objects.requireNonNull(options, "options");
        return options.hasLibrary() ? options.json() : options.json(OnnxLibrary.find());
    }

    /**
     * Describes the inputs of the model.
     *
     * @return a description of each input, in the order of the model
     * @throws dev.tenure.ClosedException if this is closed
     */
    public List<OnnxPort> inputs() {
        if (inputs == null) {
            inputs = ports(KeepAlive.value(Native.onnxModelInputs(handle()), this));
        }
        return inputs;
    }

    /**
     * Returns the inputs that have a default: a run by names may leave them out, and a run in the
     * order of the model does.
     *
     * @return the inputs, in the order of the model; none for most models
     */
    public List<OnnxPort> optionalInputs() {
        return ports(KeepAlive.value(Native.onnxModelOptionalInputs(handle()), this));
    }

    /**
     * Describes the outputs of the model.
     *
     * @return a description of each output, in the order in which {@link #run(Tensor...)} returns them
     * @throws dev.tenure.ClosedException if this is closed
     */
    public List<OnnxPort> outputs() {
        if (outputs == null) {
            outputs = ports(KeepAlive.value(Native.onnxModelOutputs(handle()), this));
        }
        return outputs;
    }

    private List<String> outputNames() {
        return outputs().stream().map(OnnxPort::name).toList();
    }

    /**
     * Returns the inputs and the outputs: {@code OnnxModel(x: float32 [N, 3] -> y: float32 [N, 2])}.
     */
    @Override
    public String toString() {
        try {
            return isClosed() ? super.toString() : "OnnxModel(" + listed(inputs()) + " -> " + listed(outputs()) + ")";
        } catch (ClosedException e) {
            return super.toString(); // by another thread, since it was asked
        }
    }

    private static String listed(List<OnnxPort> ports) {
        return ports.stream().map(OnnxPort::toString).collect(Collectors.joining(", "));
    }

    private static List<OnnxPort> ports(String text) {
        return Rows.of(text).stream().map(OnnxPort::of).toList();
    }

    /**
     * Returns the metadata of the file: {@code producer}, {@code graph}, {@code domain},
     * {@code description}, {@code version}, and {@code runtime}, the version of ONNX Runtime; then
     * the custom metadata.
     *
     * @return texts by name; empty if the file does not contain them
     * @throws dev.tenure.ClosedException if this is closed
     */
    public Map<String, String> metadata() {
        Map<String, String> metadata = new LinkedHashMap<>();
        Rows.of(KeepAlive.value(Native.onnxModelMetadata(handle()), this)).forEach(row -> metadata.put(row[0], row[1]));
        return metadata;
    }

    /**
     * Computes the outputs. A tape does not record this. Inputs that are not contiguous are copied
     * first.
     *
     * @param inputs one for each of {@link #inputs()}, in that order
     * @return new tensors, one for each of {@link #outputs()}
     * @throws dev.tenure.TensorException if an input or output is not a tensor of numbers: see
     *     {@link #runValues(OnnxValue...)}
     * @throws dev.tenure.InvalidArgumentException if the number of inputs is wrong, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Tensor[] run(Tensor... inputs) {
        Arguments.notNull("inputs", inputs);
        return computed(null, null, inputs);
    }

    /**
     * Computes the outputs in a run that can be cancelled. A tape does not record this. Inputs that
     * are not contiguous are copied first.
     *
     * @param options cancel the run, and set how it is logged
     * @param inputs one for each of {@link #inputs()}, in that order
     * @return new tensors, one for each of {@link #outputs()}
     * @throws dev.tenure.CancelledException if the options were cancelled before or during the run;
     *     the model remains usable
     * @throws dev.tenure.InvalidArgumentException if the number of inputs is wrong, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this, the options or an input is closed
     */
    @CanIgnoreReturnValue
    public Tensor[] run(OnnxRunOptions options, Tensor... inputs) {
        Objects.requireNonNull(options, "options");
        Arguments.notNull("inputs", inputs);
        return computed(options, null, inputs);
    }

    /**
     * Computes the outputs for named inputs. A tape does not record this. Inputs that are not
     * contiguous are copied first.
     *
     * @param inputs one for each of {@link #inputs()}, by its name
     * @return new tensors by the names of {@link #outputs()}
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Map<String, Tensor> run(Map<String, Tensor> inputs) {
        return NamedRun.run(inputs, this::outputNames, (names, tensors) -> computed(null, names, tensors));
    }

    /**
     * Computes the outputs for named inputs, in a run that can be cancelled. A tape does not record
     * this. Inputs that are not contiguous are copied first.
     *
     * @param options cancel the run, and set how it is logged
     * @param inputs one for each of {@link #inputs()}, by its name
     * @return new tensors by the names of {@link #outputs()}
     * @throws dev.tenure.CancelledException if the options were cancelled before or during the run;
     *     the model remains usable
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input has another element type than the
     *     model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this, the options or an input is closed
     */
    @CanIgnoreReturnValue
    public Map<String, Tensor> run(OnnxRunOptions options, Map<String, Tensor> inputs) {
        Objects.requireNonNull(options, "options");
        return NamedRun.run(inputs, this::outputNames, (names, tensors) -> computed(options, names, tensors));
    }

    /**
     * Computes the outputs of inputs of any types: tensors, strings, sequences, maps and optional values.
     *
     * @param inputs one for each of {@link #inputs()}, in that order
     * @return new values, one for each of {@link #outputs()}, which the current scope owns; without a current
     *     scope they are unowned
     * @throws dev.tenure.InvalidArgumentException if the number of inputs is wrong, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input is of another type than the model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public OnnxValue[] runValues(OnnxValue... inputs) {
        Arguments.notNull("inputs", inputs);
        return computed(null, null, inputs);
    }

    /**
     * Computes the outputs of inputs of any types, in a run that can be cancelled.
     *
     * @param options cancel the run, and set how it is logged
     * @param inputs one for each of {@link #inputs()}, in that order
     * @return new values, one for each of {@link #outputs()}, which the current scope owns; without a current
     *     scope they are unowned
     * @throws dev.tenure.CancelledException if the options were cancelled before or during the run;
     *     the model remains usable
     * @throws dev.tenure.InvalidArgumentException if the number of inputs is wrong, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input is of another type than the model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this, the options or an input is closed
     */
    @CanIgnoreReturnValue
    public OnnxValue[] runValues(OnnxRunOptions options, OnnxValue... inputs) {
        Objects.requireNonNull(options, "options");
        Arguments.notNull("inputs", inputs);
        return computed(options, null, inputs);
    }

    /**
     * Computes the outputs of named inputs of any types: tensors, strings, sequences, maps and optional
     * values.
     *
     * @param inputs one for each of {@link #inputs()}, by its name
     * @return new values by the names of {@link #outputs()}, which the current scope owns; without a current
     *     scope they are unowned
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input is of another type than the model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this or an input is closed
     */
    @CanIgnoreReturnValue
    public Map<String, OnnxValue> runValues(Map<String, OnnxValue> inputs) {
        return NamedRun.run(
                inputs, this::outputNames, OnnxValue[]::new, (names, values) -> computed(null, names, values));
    }

    /**
     * Computes the outputs of named inputs of any types, in a run that can be cancelled.
     *
     * @param options cancel the run, and set how it is logged
     * @param inputs one for each of {@link #inputs()}, by its name
     * @return new values by the names of {@link #outputs()}, which the current scope owns; without a current
     *     scope they are unowned
     * @throws dev.tenure.CancelledException if the options were cancelled before or during the run;
     *     the model remains usable
     * @throws dev.tenure.InvalidArgumentException if a name is missing or unknown, or an operation
     *     rejects its operands
     * @throws dev.tenure.ShapeMismatchException if an input's shape does not fit the model, or
     *     sizes with the same name differ
     * @throws dev.tenure.DTypeMismatchException if an input is of another type than the model's
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit would be
     *     exceeded; the model remains usable
     * @throws dev.tenure.ClosedException if this, the options or an input is closed
     */
    @CanIgnoreReturnValue
    public Map<String, OnnxValue> runValues(OnnxRunOptions options, Map<String, OnnxValue> inputs) {
        Objects.requireNonNull(options, "options");
        return NamedRun.run(
                inputs, this::outputNames, OnnxValue[]::new, (names, values) -> computed(options, names, values));
    }

    /**
     * Runs the model once with zeros, so that the first request does not wait for one-time work.
     * Variable sizes are 1, strings and sequences are empty, and optional values absent.
     *
     * @throws dev.tenure.InvalidArgumentException if an operation rejects zeros or these sizes
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     * @throws dev.tenure.ClosedException if this is closed
     */
    public void warmUp() {
        warmedUp(null);
    }

    /**
     * Runs the model once with zeros of these shapes, so that the first request does not wait for
     * one-time work.
     *
     * @param shapes the shapes by the names of inputs, as requests will have them; an input without
     *     an entry has the model's sizes, with 1 for variable ones
     * @throws dev.tenure.InvalidArgumentException if a name is unknown, or an operation rejects
     *     zeros or these shapes
     * @throws dev.tenure.ShapeMismatchException if a shape does not fit the model
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     * @throws dev.tenure.ClosedException if this is closed
     */
    public void warmUp(Map<String, long[]> shapes) {
        Objects.requireNonNull(shapes, "shapes");
        StringJoiner json = new StringJoiner(",", "{", "}");
        shapes.forEach((name, shape) -> json.add(OnnxOptions.text(Objects.requireNonNull(name, "shapes: null as a name")) + ":"
                + Arrays.toString(Objects.requireNonNull(shape, () -> "shapes: null for '" + name + "'"))));
        warmedUp(json.toString());
    }

    private void warmedUp(String shapes) {
        Nouns nouns = Nouns.get();
        Scope owner = nouns.current();
        try {
            nouns.change(() -> Native.onnxModelWarmUp(nouns.number(owner), handle(), shapes));
        } finally {
            KeepAlive.done(this, owner);
            Log.check();
        }
    }

    /**
     * Computes the outputs into tensors of the caller's: nothing is allocated for them. After an
     * exception their elements are any.
     *
     * @param inputs one tensor for each of {@link #inputs()}, in that order
     * @param outputs one tensor for each of {@link #outputs()}, in that order: contiguous, of its
     *     element type and of the shape that is computed
     * @throws dev.tenure.InvalidArgumentException if the number of inputs or outputs is wrong, an output is not
     *     contiguous or shares memory with an input, or an operation of the model rejects its input
     * @throws dev.tenure.ShapeMismatchException if an input or output does not have the shape that the model
     *     states or computes
     * @throws dev.tenure.DTypeMismatchException if an input or output does not have the element type that the
     *     model states
     */
    public void run(Tensor[] inputs, Tensor[] outputs) {
        Arguments.notNull("inputs", inputs);
        Arguments.notNull("outputs", outputs);
        ModelRuns.timed(KIND, this, () -> {
            computeInto(inputs, outputs);
            return null;
        });
    }

    private void computeInto(Tensor[] inputs, Tensor[] outputs) {
        Nouns nouns = Nouns.get();
        long[] given = nouns.handles(inputs);
        long[] results = nouns.handles(outputs);
        try {
            nouns.change(() -> Native.onnxModelRunInto(handle(), null, given, results));
        } finally {
            KeepAlive.done(this, inputs);
            KeepAlive.done(outputs);
            Log.check();
        }
    }

    private Tensor[] computed(OnnxRunOptions options, String names, Tensor[] inputs) {
        return ModelRuns.timed(KIND, this, () -> compute(options, names, inputs));
    }

    private Tensor[] compute(OnnxRunOptions options, String names, Tensor[] inputs) {
        Nouns nouns = Nouns.get();
        long[] handles = nouns.handles(inputs);
        Scope owner = nouns.ownerFor(inputs);
        int room = outputs().size();
        try {
            return options == null
                    ? nouns.run(owner, room, OnnxModel::core, handle(), 0, names, handles)
                    : nouns.run(owner, room, Native::onnxModelRunWithOptions, handle(), options.number(), names, handles);
        } finally {
            KeepAlive.done(this, inputs);
            KeepAlive.done(options);
            Log.check();
        }
    }

    private OnnxValue[] computed(OnnxRunOptions options, String names, OnnxValue[] inputs) {
        return ModelRuns.timed(KIND, this, () -> compute(options, names, inputs));
    }

    private OnnxValue[] compute(OnnxRunOptions options, String names, OnnxValue[] inputs) {
        Nouns nouns = Nouns.get();
        long[] handles = OnnxValue.handles(inputs);
        Scope owner = nouns.current();
        long[] made = new long[outputs().size()];
        try {
            nouns.change(() -> {
                if (options == null) {
                    Native.onnxModelRunValues(nouns.number(owner), handle(), names, handles, made);
                } else {
                    Native.onnxModelRunValuesWithOptions(
                            nouns.number(owner), handle(), options.number(), names, handles, made);
                }
            });
            OnnxValue[] values = new OnnxValue[made.length];
            for (int i = 0; i < values.length; i++) {
                long value = made[i];
                values[i] = nouns.owned(new OnnxValue(0), owner, scope -> value);
            }
            return values;
        } finally {
            KeepAlive.done(this, inputs);
            KeepAlive.done(options);
            Log.check();
        }
    }

    /** The handle in the core. */
    long number() {
        return handle();
    }

    private static void core(long scope, long model, long noOptions, String names, long[] inputs, long[] made) {
        Native.onnxModelRun(scope, model, names, inputs, made);
    }

    /**
     * Ends profiling, which {@link OnnxOptions#profile} has started.
     *
     * @return the path of the file; empty if profiling was not enabled
     * @throws dev.tenure.ClosedException if this is closed
     */
    public String endProfiling() {
        return KeepAlive.value(Native.onnxModelEndProfiling(handle()), this);
    }

    // <generated by ci/generate from src/api; do not edit>

    /** Of a handle; 0 for one that the core is about to make. */
    OnnxModel(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxModel name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxModel moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxModel moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public OnnxModel detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.onnxModelDispose(handle());
    }
    // </generated>
}
