// Models of ONNX. What is one call of the core is generated (OnnxModel.g.cs); here is what passes texts and several results.

using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>A model in ONNX's format, computed by ONNX Runtime. It is loaded once and run by any number of threads.</summary>
/// <remarks>
/// <para>Inputs are read where they lie, and outputs are ordinary tensors, on the memory that the run has taken for them. The
/// session's own memory comes from the same pool, so limits, statistics and leak reports hold for all of it.</para>
/// <para>ONNX Runtime, from version 1.18 on, is looked for when the first model is loaded: where
/// <see cref="OnnxOptions.Library"/> says, else where the environment variable <c>TENURE_ONNXRUNTIME</c> says, else beside the
/// program, where the package <c>Microsoft.ML.OnnxRuntime</c> puts it, else where the system's loader looks.</para>
/// </remarks>
/// <example><code>
/// using OnnxModel model = OnnxModel.Load("model.onnx");
/// using Scope scope = Scope.Open();
/// Tensor scores = model.Run(pixels)[0];
/// </code></example>
public sealed unsafe partial class OnnxModel : NativeResource
{
    private IReadOnlyList<OnnxValue>? _inputs;
    private IReadOnlyList<OnnxValue>? _outputs;

    /// <summary>Loads the model of a file, with what it keeps in files beside it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="options">How it is run.</param>
    /// <returns>A new model, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="TensorException">There is no such file, or it is no model, or there is no ONNX Runtime that can run it.</exception>
    /// <exception cref="InvalidArgumentException">An option names an output that is not there.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it.</exception>
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

    /// <summary>Loads a model whose file is in memory.</summary>
    /// <param name="file">Its bytes, which are not needed any more then.</param>
    /// <param name="options">How it is run.</param>
    /// <returns>A new model, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="TensorException">It is no model, or there is no ONNX Runtime that can run it.</exception>
    /// <exception cref="InvalidArgumentException">An option names an output that is not there.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it.</exception>
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

    /// <summary>Is told what ONNX Runtime logs, on the thread whose call has just ended. What a handler throws is ignored.
    /// Without handlers the log goes to the <see cref="System.Diagnostics.TraceSource"/> named <c>Tenure.Onnx</c>.</summary>
    public static event Action<OnnxLogRecord>? Logged
    {
        add => OnnxLog.Handlers += value;
        remove => OnnxLog.Handlers -= value;
    }

    /// <summary>What the model takes, in the order of the model.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyList<OnnxValue> Inputs =>
        _inputs ??= Values((buffer, room, needed) => Native.tenure_onnx_model_inputs(Handle, buffer, room, needed));

    /// <summary>What the model gives, in the order in which <see cref="Run(ReadOnlySpan{Tensor})"/> returns it.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IReadOnlyList<OnnxValue> Outputs =>
        _outputs ??= Values((buffer, room, needed) => Native.tenure_onnx_model_outputs(Handle, buffer, room, needed));

    private IReadOnlyList<OnnxValue> Values(NativeText.Source source)
    {
        string text = NativeText.Read(source);
        GC.KeepAlive(this);
        return [.. Rows.Of(text).Select(OnnxValue.Of)];
    }

    /// <summary>What the file says of itself: <c>producer</c>, <c>graph</c>, <c>domain</c>, <c>description</c>,
    /// <c>version</c>, and <c>runtime</c>, the release of ONNX Runtime; then what its makers have added.</summary>
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

    /// <summary>Computes the outputs. Nothing is recorded on a tape. Inputs that are not contiguous are copied first.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
    /// <returns>New tensors, one for each of <see cref="Outputs"/>.</returns>
    /// <exception cref="InvalidArgumentException">There are more or fewer, or an operation refuses what it is given.</exception>
    /// <exception cref="ShapeMismatchException">One has another shape than the model says, or sizes of one name differ.</exception>
    /// <exception cref="DTypeMismatchException">One has another element type.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it, or a limit is passed; the model can be used again.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public Tensor[] Run(params ReadOnlySpan<Tensor> inputs) => Computed(0, null, inputs);

    /// <summary>Computes the outputs in a run that can be cancelled. Nothing is recorded on a tape. Inputs that are not
    /// contiguous are copied first.</summary>
    /// <param name="options">By which it can be cancelled, and how it is logged.</param>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
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

    /// <summary>Computes the outputs, unless the token is cancelled before the run has ended. Nothing is recorded on a tape.
    /// Inputs that are not contiguous are copied first.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, in that order.</param>
    /// <param name="cancellationToken">Ends the run after the operation that it is in.</param>
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

    /// <summary>Options that a token cancels; none for a token that nobody can cancel.</summary>
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

        /// <summary>The token's callback has ended when this has, so that nobody cancels a handle that is closed.</summary>
        public void Dispose()
        {
            _registration.Dispose();
            if (Options != 0)
            {
                Native.tenure_onnx_run_options_dispose(Options);
            }
        }
    }

    /// <summary>Computes the outputs of inputs by name.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <returns>New tensors by the names of <see cref="Outputs"/>.</returns>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(IEnumerable<KeyValuePair<string, Tensor>> inputs) => Named(0, inputs);

    /// <summary>Computes the outputs of inputs by name, in a run that can be cancelled.</summary>
    /// <param name="options">By which it can be cancelled, and how it is logged.</param>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <returns>New tensors by the names of <see cref="Outputs"/>.</returns>
    /// <inheritdoc cref="Run(OnnxRunOptions, ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(OnnxRunOptions options, IEnumerable<KeyValuePair<string, Tensor>> inputs)
    {
        ArgumentNullException.ThrowIfNull(options);
        Dictionary<string, Tensor> results = Named(options.Handle, inputs);
        GC.KeepAlive(options);
        return results;
    }

    /// <summary>Computes the outputs of inputs by name, unless the token is cancelled before the run has ended.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>, by its name.</param>
    /// <param name="cancellationToken">Ends the run after the operation that it is in.</param>
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

    private Dictionary<string, Tensor> Named(ulong options, IEnumerable<KeyValuePair<string, Tensor>> inputs) =>
        OnnxNames.Run(inputs, () => Outputs, (names, tensors) => Computed(options, names, tensors));

    /// <summary>Runs the model once with zeros, so that the first request does not wait for what is done once.</summary>
    /// <param name="shapes">Sizes by the names of inputs, as requests will have them; an input without any has the sizes of the
    /// model, and 1 for those that it leaves open.</param>
    /// <exception cref="InvalidArgumentException">A name is not there, or an operation refuses zeros or these shapes.</exception>
    /// <exception cref="ShapeMismatchException">A shape is not one that the model takes.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it.</exception>
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

    private Tensor[] Computed(ulong options, string? names, ReadOnlySpan<Tensor> inputs)
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

    /// <summary>Ends the file that <see cref="OnnxOptions.Profile"/> asked for.</summary>
    /// <returns>Its path; empty if there is none.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public string EndProfiling()
    {
        string path = NativeText.Read((buffer, room, needed) => Native.tenure_onnx_model_end_profiling(Handle, buffer, room, needed));
        GC.KeepAlive(this);
        return path;
    }
}
