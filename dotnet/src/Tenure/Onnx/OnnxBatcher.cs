// Requests of several threads as one run of a model. Its other members are generated (OnnxBatcher.g.cs).

using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>Joins what several threads ask an <see cref="OnnxModel"/> for at the same time, and computes it in one run.</summary>
/// <remarks>
/// <para>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own request as new tensors; the
/// model must compute each row by itself, as models do that were trained on batches. A request whose other sizes differ waits
/// for others like it. An error concerns the request alone that it comes from: if a joined run fails, each request of it
/// runs by itself.</para>
/// <para>There is no thread behind it: one of the callers computes for the others. While a request waits, its thread is
/// blocked; in asynchronous code call it by <see cref="Task.Run(Action)"/>.</para>
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

    /// <summary>Makes a batcher. It shares the session of the model, which goes when both are closed.</summary>
    /// <param name="model">One whose inputs and outputs all have a first size that may be any.</param>
    /// <param name="batching">How requests are joined.</param>
    /// <returns>A new batcher, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">An input or output has a fixed first size, or a number is out of range.</exception>
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

    /// <summary>The model that it runs, which may be closed.</summary>
    public OnnxModel Model { get; } = null!;

    /// <summary>Computes the outputs, together with what other threads ask for. It waits for the run that the request becomes a
    /// part of.</summary>
    /// <param name="inputs">One for each of <see cref="OnnxModel.Inputs"/>, in that order, with the same number of rows.</param>
    /// <returns>New tensors, one for each of <see cref="OnnxModel.Outputs"/>.</returns>
    /// <exception cref="BusyException">As many requests wait as may, or this one has waited for too long.</exception>
    /// <exception cref="InvalidArgumentException">There are more or fewer, or an operation refuses what it is given.</exception>
    /// <exception cref="ShapeMismatchException">One has another shape than the model says, or sizes of one name differ.</exception>
    /// <exception cref="DTypeMismatchException">One has another element type.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it, or a limit is passed.</exception>
    /// <exception cref="ClosedException">This or an input is closed.</exception>
    public Tensor[] Run(params ReadOnlySpan<Tensor> inputs) => Computed(null, inputs);

    /// <summary>Computes the outputs of inputs by name, together with what other threads ask for.</summary>
    /// <param name="inputs">One for each of <see cref="OnnxModel.Inputs"/>, by its name.</param>
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
