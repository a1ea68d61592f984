// Joins requests of several threads to one run of a model. The other members are generated
// (Batcher.g.cs).

using Tenure.Interop;
using Tenure.Nn;
using Tenure.Onnx;

namespace Tenure.Models;

/// <summary>Joins concurrent requests to a <see cref="Module"/> or an <see cref="OnnxModel"/> from
/// several threads, and computes them in one run.</summary>
/// <remarks>
/// <para>Inputs are joined along their first axis, the rows. Each caller gets the rows of its own
/// request as new tensors. The model must compute each row independently of the others, as models
/// that were trained on batches do. Requests are joined only if their other dimensions have the same
/// sizes, and if the model gives one row for each row of the inputs. An error affects only the request
/// that causes it: if a joined run fails, each of its requests runs separately.</para>
/// <para>A batcher has no thread of its own: one of the callers computes for the others. While a
/// request waits, its thread is blocked; in asynchronous code call it through
/// <see cref="Task.Run(Action)"/>.</para>
/// </remarks>
/// <example><code>
/// Batcher batcher = Batcher.Of(net, new Batching { Size = 32 });
/// // on any number of threads:
/// using Scope scope = Scope.Open();
/// Tensor scores = batcher.Run(pixels)[0];
/// </code></example>
public sealed unsafe partial class Batcher : NativeResource
{
    private const int Room = 16; // results of a module for which one call usually has room

    private readonly OnnxModel? _model;

    private Batcher(ulong handle, object? holder, OnnxModel? model) : this(handle, holder) => _model = model;

    /// <summary>Creates a batcher of a module, which it runs in evaluation whatever the module's mode,
    /// without recording. Any number of threads use one set of weights. Closing the module releases
    /// them: later requests fail.</summary>
    /// <param name="module">A module of this library's parts.</param>
    /// <param name="batching">How requests are joined; null for the defaults.</param>
    /// <returns>A new batcher, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="InvalidArgumentException">An option is out of range.</exception>
    /// <exception cref="ClosedException">The module is closed.</exception>
    /// <exception cref="TensorException">A part of the module has a <c>Forward</c> in C#.</exception>
    public static Batcher Of(Module module, Batching? batching = null)
    {
        ArgumentNullException.ThrowIfNull(module);
        return Made(module, null, batching, &Native.tenure_batcher_of_module);
    }

    /// <summary>Creates a batcher of an ONNX model. It shares the session of the model, which is
    /// released when both are closed.</summary>
    /// <param name="model">A model whose inputs and outputs all have a first dimension of variable
    /// size.</param>
    /// <param name="batching">How requests are joined; null for the defaults.</param>
    /// <returns>A new batcher, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="InvalidArgumentException">An input or output has a first dimension of fixed
    /// size, or an option is out of range.</exception>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public static Batcher Of(OnnxModel model, Batching? batching = null)
    {
        ArgumentNullException.ThrowIfNull(model);
        _ = model.Outputs; // read while the model is open
        return Made(model, model, batching, &Native.tenure_batcher_of_onnx_model);
    }

    private static Batcher Made(
        NativeResource of, OnnxModel? model, Batching? batching, delegate*<ulong, ulong, long, long, long, long, long, ulong*, int> core)
    {
        batching ??= Batching.Default;
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = core(
                Call.Number(owner), of.Handle, batching.Size, Batching.Micros(batching.Delay), batching.Parallel,
                batching.Capacity, Batching.Micros(batching.Timeout), &made);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(of);
        return new Batcher(made, Call.Made(status, made, owner), model);
    }

    /// <summary>Computes the outputs, together with the requests of other threads. It blocks until
    /// the run that includes the request has ended.</summary>
    /// <param name="inputs">One tensor for each input of the model, in its order, with the same number
    /// of rows.</param>
    /// <returns>New tensors, one for each output of the model.</returns>
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
    /// <exception cref="ClosedException">This, its module or an input is closed.</exception>
    public Tensor[] Run(params ReadOnlySpan<Tensor> inputs) => Computed(null, inputs);

    /// <summary>Computes the outputs of an ONNX model from inputs given by name, together with the requests
    /// of other threads. The inputs of a module have no names.</summary>
    /// <param name="inputs">One tensor for each of <see cref="OnnxModel.Inputs"/>, by its
    /// name.</param>
    /// <returns>New tensors by the names of <see cref="OnnxModel.Outputs"/>.</returns>
    /// <inheritdoc cref="Run(ReadOnlySpan{Tensor})"/>
    public Dictionary<string, Tensor> Run(IEnumerable<KeyValuePair<string, Tensor>> inputs) =>
        OnnxNames.Run(inputs, () => _model?.Outputs ?? [], (names, tensors) => Computed(names, tensors));

    private Tensor[] Computed(string? names, ReadOnlySpan<Tensor> inputs)
    {
        using ModelRun? run = ModelRun.Begin(ModelRun.Batcher, this);
        try
        {
            return Compute(names, inputs);
        }
        catch (Exception error)
        {
            run?.Failed(error);
            throw;
        }
    }

    private Tensor[] Compute(string? names, ReadOnlySpan<Tensor> inputs)
    {
        ulong[] handles = Call.Handles(inputs);
        Scope? owner = Call.OwnerFor(inputs);
        ulong[] made = new ulong[_model?.Outputs.Count ?? Room];
        while (true)
        {
            ulong count;
            int status, attempt = 0;
            fixed (ulong* list = handles, results = made)
            {
                do
                {
                    status = Native.tenure_batcher_run(
                        Call.OwnerNumber(owner), Handle, names, list, (ulong)handles.Length, results, (ulong)made.Length, &count);
                }
                while (Pressure.Retry(status, ref attempt));
            }
            Call.KeepAlive(inputs);
            GC.KeepAlive(owner);
            GC.KeepAlive(this);
            Errors.Check(status);
            if (count <= (ulong)made.Length)
            {
                return Call.AdoptAll(made[..(int)count], owner);
            }
            made = new ulong[count]; // nothing was made
        }
    }
}
