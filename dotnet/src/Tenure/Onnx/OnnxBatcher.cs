// Joins requests of several threads to one run of a model. The other members are generated
// (OnnxBatcher.g.cs).

using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>Joins concurrent requests to an <see cref="OnnxModel"/> from several threads, and
/// computes them in one run.</summary>
/// <remarks>
/// <para>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own
/// request as new tensors. The model must compute each row independently of the others, as models
/// that were trained on batches do. Only requests whose other dimensions have the same sizes are
/// joined. An error affects only the request that causes it: if a joined run fails, each of its
/// requests runs separately.</para>
/// <para>A batcher has no thread of its own: one of the callers computes for the others. While a
/// request waits, its thread is blocked; in asynchronous code call it through
/// <see cref="Task.Run(Action)"/>.</para>
/// </remarks>
/// <example><code>
/// OnnxModel model = OnnxModel.Load("model.onnx");
/// OnnxBatcher batcher = OnnxBatcher.Create(model, new OnnxBatching { Size = 32 });
/// // on any number of threads:
/// using Scope scope = Scope.Open();
/// Tensor scores = batcher.Run(pixels)[0];
/// </code></example>
public sealed unsafe partial class OnnxBatcher : NativeResource
{
    private OnnxBatcher(ulong handle, object? holder, OnnxModel model) : this(handle, holder) => Model = model;

    /// <summary>Creates a batcher. It shares the session of the model, which is released when both
    /// are closed.</summary>
    /// <param name="model">A model whose inputs and outputs all have a first dimension of variable
    /// size.</param>
    /// <param name="batching">How requests are joined; null for the defaults.</param>
    /// <returns>A new batcher, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="InvalidArgumentException">An input or output has a first dimension of fixed
    /// size, or an option is out of range.</exception>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public static OnnxBatcher Create(OnnxModel model, OnnxBatching? batching = null)
    {
        ArgumentNullException.ThrowIfNull(model);
        batching ??= OnnxBatching.Default;
        _ = model.Outputs; // read while the model is open
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_batcher_create(
                Call.Number(owner), model.Handle, batching.Size, OnnxBatching.Micros(batching.Delay), batching.Parallel,
                batching.Capacity, OnnxBatching.Micros(batching.Timeout), &made);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(model);
        return new OnnxBatcher(made, Call.Made(status, made, owner), model);
    }

    /// <summary>The model that this runs; it may be closed.</summary>
    public OnnxModel Model { get; } = null!;

    /// <summary>Computes the outputs, together with the requests of other threads. It blocks until
    /// the run that includes the request has ended.</summary>
    /// <param name="inputs">One tensor for each of <see cref="OnnxModel.Inputs"/>, in that order,
    /// with the same number of rows.</param>
    /// <returns>New tensors, one for each of <see cref="OnnxModel.Outputs"/>.</returns>
    /// <exception cref="BusyException">Too many requests are waiting, or this one has waited for
    /// too long.</exception>
    /// <exception cref="InvalidArgumentException">The number of inputs is wrong, or an operation of
    /// the model rejects its input.</exception>
    /// <exception cref="ShapeMismatchException">The shape of an input does not match the model, or
    /// dimensions of the same name have different sizes.</exception>
    /// <exception cref="DTypeMismatchException">The element type of an input does not match the
    /// model.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory, or a limit is
    /// exceeded.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public Tensor[] Run(params ReadOnlySpan<Tensor> inputs) => Computed(null, inputs);

    /// <summary>Computes the outputs from inputs given by name, together with the requests of other
    /// threads.</summary>
    /// <param name="inputs">One tensor for each of <see cref="OnnxModel.Inputs"/>, by its
    /// name.</param>
    /// <returns>New tensors by the names of <see cref="OnnxModel.Outputs"/>.</returns>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(IEnumerable<KeyValuePair<string, Tensor>> inputs) =>
        OnnxNames.Run(inputs, () => Model.Outputs, (names, tensors) => Computed(names, tensors));

    private Tensor[] Computed(string? names, ReadOnlySpan<Tensor> inputs)
    {
        ulong[] handles = Call.Handles(inputs);
        Scope? owner = Call.OwnerFor(inputs);
        ulong[] made = new ulong[Model.Outputs.Count];
        ulong count;
        int status, attempt = 0;
        fixed (ulong* list = handles, results = made)
        {
            do
            {
                status = Native.tenure_onnx_batcher_run(
                    Call.OwnerNumber(owner), Handle, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        Call.KeepAlive(inputs);
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        Errors.Check(status);
        return Call.AdoptAll(made, owner);
    }
}
