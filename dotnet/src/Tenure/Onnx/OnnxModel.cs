// The hand-written members of OnnxModel, which pass texts and several results. Members that are one
// call into the core are generated (OnnxModel.g.cs).

using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>A model in the ONNX format, run by ONNX Runtime. It is loaded once, and several threads
/// may run it at the same time.</summary>
/// <remarks>
/// <para>Inputs are read in place, and outputs are ordinary tensors on the memory that the run
/// allocated for them. The session's own memory comes from the same pool, so limits, statistics and
/// leak reports cover all of it.</para>
/// <para>ONNX Runtime 1.18 or later is located when the first model is loaded: at the path of
/// <see cref="OnnxOptions.Library"/>, else at the path of the environment variable
/// <c>TENURE_ONNXRUNTIME</c>, else beside the program, where the package
/// <c>Microsoft.ML.OnnxRuntime</c> puts it, else by the system's loader.</para>
/// </remarks>
/// <example><code>
/// using OnnxModel model = OnnxModel.Load("model.onnx");
/// using Scope scope = Scope.Open();
/// Tensor scores = model.Run(pixels)[0];
/// </code></example>
public sealed unsafe partial class OnnxModel : NativeResource
{
    private IReadOnlyList<OnnxPort>? _inputs;
    private IReadOnlyList<OnnxPort>? _outputs;

    /// <summary>Loads a model from a file, including external data in files beside it.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="options">How the model is run; null for the defaults.</param>
    /// <returns>A new model, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="TensorException">The file does not exist or is not a valid model, or no
    /// ONNX Runtime was found that can run it.</exception>
    /// <exception cref="InvalidArgumentException">An option names an output that does not
    /// exist.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public static OnnxModel Load(string path, OnnxOptions? options = null)
    {
        NativeText.Check(path, nameof(path));
        string json = (options ?? OnnxOptions.Default).Json();
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_model_load(Call.Number(owner), path, json, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        try
        {
            Errors.CheckFile(status, path);
            return new OnnxModel(made, Call.Made(status, made, owner));
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    /// <summary>Loads a model from the bytes of a file.</summary>
    /// <param name="file">The bytes, which are not used after the call.</param>
    /// <param name="options">How the model is run; null for the defaults.</param>
    /// <returns>A new model, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="TensorException">The bytes are not a valid model, or no ONNX Runtime was
    /// found that can run it.</exception>
    /// <exception cref="InvalidArgumentException">An option names an output that does not
    /// exist.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public static OnnxModel Load(ReadOnlySpan<byte> file, OnnxOptions? options = null)
    {
        string json = (options ?? OnnxOptions.Default).Json();
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        fixed (byte* bytes = file)
        {
            do
            {
                status = Native.tenure_onnx_model_load_bytes(Call.Number(owner), bytes, (ulong)file.Length, json, &made);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        try
        {
            return new OnnxModel(made, Call.Made(status, made, owner));
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    /// <summary>Loads a model that keeps data in other files, from the bytes of it and of them, which are not needed
    /// afterwards.</summary>
    /// <param name="file">The bytes of an <c>.onnx</c> file.</param>
    /// <param name="files">The bytes of the other files, by their names in the model. They are read in place.</param>
    /// <param name="options">How it is loaded; null for the defaults.</param>
    /// <exception cref="TensorException">The model cannot be loaded, or a file is not given.</exception>
    public static OnnxModel Load(
        ReadOnlyMemory<byte> file,
        IReadOnlyDictionary<string, ReadOnlyMemory<byte>> files,
        OnnxOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(files);
        string json = (options ?? OnnxOptions.Default).Json();
        Scope? owner = CurrentScope.Get();
        KeyValuePair<string, ReadOnlyMemory<byte>>[] entries = [.. files];
        byte[] text = NativeText.Pack([.. entries.Select(entry => entry.Key)], out int[] starts);
        byte*[] names = new byte*[entries.Length];
        void*[] contents = new void*[entries.Length];
        ulong[] sizes = [.. entries.Select(entry => (ulong)entry.Value.Length)];
        System.Buffers.MemoryHandle[] pins = [.. entries.Select(entry => entry.Value.Pin())];
        ulong made;
        int status, attempt = 0;
        try
        {
            fixed (byte* packed = text)
            fixed (byte** nameList = names)
            fixed (void** contentList = contents)
            fixed (ulong* sizeList = sizes)
            fixed (byte* bytes = file.Span)
            {
                for (int i = 0; i < entries.Length; i++)
                {
                    names[i] = packed + starts[i];
                    contents[i] = pins[i].Pointer;
                }
                do
                {
                    status = Native.tenure_onnx_model_load_parts(
                        Call.Number(owner), bytes, (ulong)file.Length, nameList, contentList, sizeList, (ulong)entries.Length, json, &made);
                }
                while (Pressure.Retry(status, ref attempt));
            }
            return new OnnxModel(made, Call.Made(status, made, owner));
        }
        finally
        {
            foreach (System.Buffers.MemoryHandle pin in pins)
            {
                pin.Dispose();
            }
            OnnxLog.Check();
        }
    }

    /// <summary>Raised for each record of ONNX Runtime's log, on a thread whose call has just
    /// ended. Exceptions of handlers are ignored. If there are no handlers, the log goes to the
    /// <see cref="System.Diagnostics.TraceSource"/> named <c>Tenure.Onnx</c>.</summary>
    public static event Action<OnnxLogRecord>? Logged
    {
        add
        {
            OnnxLog.Begin();
            OnnxLog.Handlers += value;
        }
        remove => OnnxLog.Handlers -= value;
    }

    /// <summary>The inputs of the model, in the model's order.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyList<OnnxPort> Inputs =>
        _inputs ??= Ports((buffer, room, needed) => Native.tenure_onnx_model_inputs(Handle, buffer, room, needed));

    /// <summary>The outputs of the model, in the order in which
    /// <see cref="Run(ReadOnlySpan{Tensor})"/> returns them.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyList<OnnxPort> Outputs =>
        _outputs ??= Ports((buffer, room, needed) => Native.tenure_onnx_model_outputs(Handle, buffer, room, needed));

    /// <summary>The inputs and the outputs: <c>OnnxModel(x: float32 [N, 3] -&gt; y: float32 [N, 2])</c>.</summary>
    public override string ToString()
    {
        try
        {
            return IsClosed ? base.ToString() : $"OnnxModel({string.Join(", ", Inputs)} -> {string.Join(", ", Outputs)})";
        }
        catch (ClosedException)
        {
            return base.ToString(); // by another thread, since it was asked
        }
    }

    /// <summary>The inputs that have a default: a run by names may leave them out, and a run in the order of the model
    /// does.</summary>
    public IReadOnlyList<OnnxPort> OptionalInputs =>
        Ports((buffer, room, needed) => Native.tenure_onnx_model_optional_inputs(Handle, buffer, room, needed));

    private IReadOnlyList<OnnxPort> Ports(NativeText.Source source)
    {
        string text = NativeText.Read(source);
        GC.KeepAlive(this);
        return [.. Rows.Of(text).Select(OnnxPort.Of)];
    }

    /// <summary>The metadata of the file: <c>producer</c>, <c>graph</c>, <c>domain</c>,
    /// <c>description</c> and <c>version</c>; <c>runtime</c>, the version of ONNX Runtime; then the
    /// model's custom metadata.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyDictionary<string, string> Metadata()
    {
        string text = NativeText.Read((buffer, room, needed) => Native.tenure_onnx_model_metadata(Handle, buffer, room, needed));
        GC.KeepAlive(this);
        var metadata = new Dictionary<string, string>();
        foreach (string[] row in Rows.Of(text))
        {
            metadata[row[0]] = row[1];
        }
        return metadata;
    }

    /// <summary>Computes the outputs. No tape records the run. Inputs that are not contiguous are
    /// copied first.</summary>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, in that order.</param>
    /// <returns>New tensors, one for each of <see cref="Outputs"/>.</returns>
    /// <exception cref="InvalidArgumentException">The number of inputs is wrong, or an operation of
    /// the model rejects its input.</exception>
    /// <exception cref="ShapeMismatchException">The shape of an input does not match the model, or
    /// dimensions of the same name have different sizes.</exception>
    /// <exception cref="DTypeMismatchException">The element type of an input does not match the
    /// model.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory, or a limit is exceeded;
    /// the model can be used again.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public Tensor[] Run(params ReadOnlySpan<Tensor> inputs) => Computed(0, null, inputs);

    /// <summary>Computes the outputs in a run that can be cancelled. No tape records the run.
    /// Inputs that are not contiguous are copied first.</summary>
    /// <param name="options">Options to cancel the run and to configure its logging.</param>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, in that order.</param>
    /// <returns>New tensors, one for each of <see cref="Outputs"/>.</returns>
    /// <exception cref="CancelledException">The options were cancelled, before the run or during it; the model can be used again.</exception>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Tensor[] Run(OnnxRunOptions options, params ReadOnlySpan<Tensor> inputs)
    {
        ArgumentNullException.ThrowIfNull(options);
        Tensor[] results = Computed(options.Handle, null, inputs);
        GC.KeepAlive(options);
        return results;
    }

    /// <summary>Computes the outputs, unless the token is cancelled before the run has ended. No
    /// tape records the run. Inputs that are not contiguous are copied first.</summary>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, in that order.</param>
    /// <param name="cancellationToken">A token that ends the run after the operation in
    /// progress.</param>
    /// <returns>New tensors, one for each of <see cref="Outputs"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled; the model can be used again.</exception>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Tensor[] Run(ReadOnlySpan<Tensor> inputs, CancellationToken cancellationToken)
    {
        using var cancelled = new Cancelled(cancellationToken);
        try
        {
            return Computed(cancelled.Options, null, inputs);
        }
        catch (CancelledException error)
        {
            throw new OperationCanceledException(error.Message, error, cancellationToken);
        }
    }

    /// <summary>Run options that a token cancels; 0 if the token cannot be cancelled.</summary>
    private readonly struct Cancelled : IDisposable
    {
        private readonly CancellationTokenRegistration _registration;

        internal Cancelled(CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            if (token.CanBeCanceled)
            {
                ulong made;
                Errors.Check(Native.tenure_onnx_run_options_create(0, null, &made));
                Options = made;
                _registration = token.UnsafeRegister(static options => Native.tenure_onnx_run_options_cancel((ulong)options!), made);
            }
        }

        internal ulong Options { get; }

        /// <summary>Waits for the token's callback to end, so that it never uses a closed
        /// handle.</summary>
        public void Dispose()
        {
            _registration.Dispose();
            if (Options != 0)
            {
                Native.tenure_onnx_run_options_dispose(Options);
            }
        }
    }

    /// <summary>Computes the outputs into tensors of the caller's: nothing is allocated for them. After an exception
    /// their elements are any.</summary>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, in that order.</param>
    /// <param name="outputs">One tensor for each of <see cref="Outputs"/>, in that order: contiguous, of its element type
    /// and of the shape that is computed.</param>
    /// <exception cref="InvalidArgumentException">The number of inputs or outputs is wrong, an output is not contiguous
    /// or shares memory with an input, or an operation of the model rejects its input.</exception>
    /// <exception cref="ShapeMismatchException">An input or output does not have the shape that the model states or
    /// computes.</exception>
    /// <exception cref="DTypeMismatchException">An input or output does not have the element type that the model
    /// states.</exception>
    public void Run(ReadOnlySpan<Tensor> inputs, ReadOnlySpan<Tensor> outputs)
    {
        using ModelRun? run = ModelRun.Begin(ModelRun.Onnx, this);
        try
        {
            Compute(inputs, outputs);
        }
        catch (Exception error)
        {
            run?.Failed(error);
            throw;
        }
    }

    private void Compute(ReadOnlySpan<Tensor> inputs, ReadOnlySpan<Tensor> outputs)
    {
        ulong[] given = Call.Handles(inputs), results = Call.Handles(outputs);
        int status, attempt = 0;
        fixed (ulong* givenList = given)
        fixed (ulong* resultList = results)
        {
            do
            {
                status = Native.tenure_onnx_model_run_into(
                    Handle, null, givenList, (ulong)given.Length, resultList, (ulong)results.Length);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        GC.KeepAlive(this);
        Call.KeepAlive(inputs);
        Call.KeepAlive(outputs);
        try
        {
            Errors.Check(status);
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    /// <summary>Computes the outputs from inputs given by name.</summary>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, by its name.</param>
    /// <returns>New tensors by the names of <see cref="Outputs"/>.</returns>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(IEnumerable<KeyValuePair<string, Tensor>> inputs) => Named(0, inputs);

    /// <summary>Computes the outputs from inputs given by name, in a run that can be
    /// cancelled.</summary>
    /// <param name="options">Options to cancel the run and to configure its logging.</param>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, by its name.</param>
    /// <returns>New tensors by the names of <see cref="Outputs"/>.</returns>
    /// <inheritdoc cref="Run(OnnxRunOptions, ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(OnnxRunOptions options, IEnumerable<KeyValuePair<string, Tensor>> inputs)
    {
        ArgumentNullException.ThrowIfNull(options);
        Dictionary<string, Tensor> results = Named(options.Handle, inputs);
        GC.KeepAlive(options);
        return results;
    }

    /// <summary>Computes the outputs from inputs given by name, unless the token is cancelled
    /// before the run has ended.</summary>
    /// <param name="inputs">One tensor for each of <see cref="Inputs"/>, by its name.</param>
    /// <param name="cancellationToken">A token that ends the run after the operation in
    /// progress.</param>
    /// <returns>New tensors by the names of <see cref="Outputs"/>.</returns>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor}, CancellationToken)"/>
    public Dictionary<string, Tensor> Run(IEnumerable<KeyValuePair<string, Tensor>> inputs, CancellationToken cancellationToken)
    {
        using var cancelled = new Cancelled(cancellationToken);
        try
        {
            return Named(cancelled.Options, inputs);
        }
        catch (CancelledException error)
        {
            throw new OperationCanceledException(error.Message, error, cancellationToken);
        }
    }

    /// <summary>Computes the outputs of inputs of any types: tensors, strings, sequences, maps and optional
    /// values.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
    /// <returns>New values, one for each of <see cref="Outputs"/>, which the current scope owns; without one
    /// they are the caller's.</returns>
    /// <exception cref="InvalidArgumentException">The number of inputs is wrong, or an operation rejects its
    /// operands.</exception>
    /// <exception cref="ShapeMismatchException">An input's shape does not fit the model.</exception>
    /// <exception cref="DTypeMismatchException">An input is of another type than the model's.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory, or a limit would be exceeded; the
    /// model remains usable.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public OnnxValue[] RunValues(params ReadOnlySpan<OnnxValue> inputs) => ComputedValues(0, null, inputs);

    /// <inheritdoc cref="RunValues(ReadOnlySpan{OnnxValue})"/>
    /// <param name="options">Cancel the run, and set how it is logged.</param>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
    /// <exception cref="CancelledException">The options were cancelled before or during the run.</exception>
    public OnnxValue[] RunValues(OnnxRunOptions options, params ReadOnlySpan<OnnxValue> inputs)
    {
        ArgumentNullException.ThrowIfNull(options);
        OnnxValue[] results = ComputedValues(options.Handle, null, inputs);
        GC.KeepAlive(options);
        return results;
    }

    /// <summary>Computes the outputs of named inputs of any types: tensors, strings, sequences, maps and
    /// optional values.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <returns>New values by the names of <see cref="Outputs"/>, which the current scope owns; without one
    /// they are the caller's.</returns>
    /// <exception cref="InvalidArgumentException">A name is missing or unknown, or an operation rejects its
    /// operands.</exception>
    /// <exception cref="ShapeMismatchException">An input's shape does not fit the model.</exception>
    /// <exception cref="DTypeMismatchException">An input is of another type than the model's.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory, or a limit would be exceeded; the
    /// model remains usable.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public Dictionary<string, OnnxValue> RunValues(IEnumerable<KeyValuePair<string, OnnxValue>> inputs) =>
        OnnxNames.Run(inputs, () => Outputs, (names, values) => ComputedValues(0, names, values));

    /// <inheritdoc cref="RunValues(IEnumerable{KeyValuePair{string, OnnxValue}})"/>
    /// <param name="options">Cancel the run, and set how it is logged.</param>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <exception cref="CancelledException">The options were cancelled before or during the run.</exception>
    public Dictionary<string, OnnxValue> RunValues(
        OnnxRunOptions options, IEnumerable<KeyValuePair<string, OnnxValue>> inputs)
    {
        ArgumentNullException.ThrowIfNull(options);
        ulong handle = options.Handle;
        Dictionary<string, OnnxValue> results =
            OnnxNames.Run(inputs, () => Outputs, (names, values) => ComputedValues(handle, names, values));
        GC.KeepAlive(options);
        return results;
    }

    /// <summary>Computes the outputs of inputs of any types, unless the token is cancelled before the run has
    /// ended.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
    /// <param name="cancellationToken">A token that ends the run after the operation in progress.</param>
    /// <returns>New values, one for each of <see cref="Outputs"/>, which the current scope owns; without one
    /// they are the caller's.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled; the model can be used again.</exception>
    /// <inheritdoc cref="RunValues(ReadOnlySpan{OnnxValue})"/>
    public OnnxValue[] RunValues(ReadOnlySpan<OnnxValue> inputs, CancellationToken cancellationToken)
    {
        using var cancelled = new Cancelled(cancellationToken);
        try
        {
            return ComputedValues(cancelled.Options, null, inputs);
        }
        catch (CancelledException error)
        {
            throw new OperationCanceledException(error.Message, error, cancellationToken);
        }
    }

    /// <summary>Computes the outputs of named inputs of any types, unless the token is cancelled before the run
    /// has ended.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <param name="cancellationToken">A token that ends the run after the operation in progress.</param>
    /// <returns>New values by the names of <see cref="Outputs"/>, which the current scope owns; without one
    /// they are the caller's.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled; the model can be used again.</exception>
    /// <inheritdoc cref="RunValues(IEnumerable{KeyValuePair{string, OnnxValue}})"/>
    public Dictionary<string, OnnxValue> RunValues(
        IEnumerable<KeyValuePair<string, OnnxValue>> inputs, CancellationToken cancellationToken)
    {
        using var cancelled = new Cancelled(cancellationToken);
        ulong options = cancelled.Options;
        try
        {
            return OnnxNames.Run(inputs, () => Outputs, (names, values) => ComputedValues(options, names, values));
        }
        catch (CancelledException error)
        {
            throw new OperationCanceledException(error.Message, error, cancellationToken);
        }
    }

    private Dictionary<string, Tensor> Named(ulong options, IEnumerable<KeyValuePair<string, Tensor>> inputs) =>
        OnnxNames.Run(inputs, () => Outputs, (names, tensors) => Computed(options, names, tensors));

    /// <summary>Runs the model once with zeros, so that the first request does not wait for
    /// one-time initialization.</summary>
    /// <param name="shapes">The shapes that requests will have, by input name. An input that is not
    /// named gets the model's shape, with 1 for each dimension that the model leaves open.</param>
    /// <exception cref="InvalidArgumentException">A name does not exist, or an operation of the
    /// model rejects zeros or these shapes.</exception>
    /// <exception cref="ShapeMismatchException">A shape does not match the model.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void WarmUp(IReadOnlyDictionary<string, long[]>? shapes = null)
    {
        string? json = shapes is null ? null
            : $"{{{string.Join(',', shapes.Select(shape => $"{OnnxOptions.Text(shape.Key)}:[{string.Join(',', shape.Value)}]"))}}}";
        Scope? owner = CurrentScope.Get();
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_model_warm_up(Call.Number(owner), Handle, json);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        try
        {
            Errors.Check(status);
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    private OnnxValue[] ComputedValues(ulong options, string? names, ReadOnlySpan<OnnxValue> inputs)
    {
        using ModelRun? run = ModelRun.Begin(ModelRun.Onnx, this);
        try
        {
            return ComputeValues(options, names, inputs);
        }
        catch (Exception error)
        {
            run?.Failed(error);
            throw;
        }
    }

    private OnnxValue[] ComputeValues(ulong options, string? names, ReadOnlySpan<OnnxValue> inputs)
    {
        ulong[] handles = OnnxValue.Handles(inputs, nameof(inputs));
        Scope? owner = CurrentScope.Get();
        ulong[] made = new ulong[Outputs.Count];
        ulong count;
        int status, attempt = 0;
        fixed (ulong* list = handles, results = made)
        {
            do
            {
                status = options == 0
                    ? Native.tenure_onnx_model_run_values(
                        Call.Number(owner), Handle, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count)
                    : Native.tenure_onnx_model_run_values_with_options(
                        Call.Number(owner), Handle, options, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        foreach (OnnxValue input in inputs)
        {
            GC.KeepAlive(input);
        }
        GC.KeepAlive(this);
        try
        {
            Errors.Check(status);
            return [.. made.Select(handle => new OnnxValue(handle, Call.Made(status, handle, owner)))];
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    private Tensor[] Computed(ulong options, string? names, ReadOnlySpan<Tensor> inputs)
    {
        using ModelRun? run = ModelRun.Begin(ModelRun.Onnx, this);
        try
        {
            return Compute(options, names, inputs);
        }
        catch (Exception error)
        {
            run?.Failed(error);
            throw;
        }
    }

    private Tensor[] Compute(ulong options, string? names, ReadOnlySpan<Tensor> inputs)
    {
        ulong[] handles = Call.Handles(inputs);
        Scope? owner = Call.OwnerFor(inputs);
        ulong[] made = new ulong[Outputs.Count];
        ulong count;
        int status, attempt = 0;
        fixed (ulong* list = handles, results = made)
        {
            do
            {
                status = options == 0
                    ? Native.tenure_onnx_model_run(
                        Call.OwnerNumber(owner), Handle, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count)
                    : Native.tenure_onnx_model_run_with_options(
                        Call.OwnerNumber(owner), Handle, options, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        Call.KeepAlive(inputs);
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        try
        {
            Errors.Check(status);
            return Call.AdoptAll(made, owner);
        }
        finally
        {
            OnnxLog.Check();
        }
    }

    /// <summary>Ends profiling and completes the file that <see cref="OnnxOptions.Profile"/>
    /// requested.</summary>
    /// <returns>The path of the file; empty if there is none.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public string EndProfiling()
    {
        string path = NativeText.Read((buffer, room, needed) => Native.tenure_onnx_model_end_profiling(Handle, buffer, room, needed));
        GC.KeepAlive(this);
        return path;
    }
}
