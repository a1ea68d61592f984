// Averages of weights.
// Invariant: the core has the average; this passes handles.

using Tenure.Interop;

namespace Tenure.Nn;

/// <summary>A copy of a module whose weights are an average of those that the module has had: their mean
/// (stochastic weight averaging), or an exponential average.</summary>
/// <remarks>A <see cref="Tenure.Models.Trainer"/> updates one by itself. The state is that of PyTorch's
/// <c>AveragedModel</c>: <c>n_averaged</c>, and the copy under <c>module</c>.</remarks>
/// <example><code>
/// var average = new AveragedModel(net, 0.999);
/// trainer.Step(x, y);
/// average.UpdateParameters(net);
/// Tensor prediction = average.Call(x);
/// </code></example>
public sealed unsafe class AveragedModel : Module
{
    /// <summary>Makes an average. The current scope owns it; without one it is the caller's.</summary>
    /// <param name="module">The module, of which every part is of a kind of this library.</param>
    /// <param name="decay">The share of an exponential average that an update keeps; none for the mean.</param>
    /// <param name="useBuffers">Whether buffers are averaged too, or else copied at each update.</param>
    /// <exception cref="InvalidArgumentException"><paramref name="decay"/> is not from 0 to 1, or a part of the module
    /// is written in C#.</exception>
    /// <exception cref="ClosedException">The module is closed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public AveragedModel(Module module, double? decay = null, bool useBuffers = false)
        : base(MakerOf(Whole(module), decay, useBuffers))
    {
        GC.KeepAlive(module);
    }

    private static Module Whole(Module module)
    {
        ArgumentNullException.ThrowIfNull(module);
        return module.IsPartlyManaged
            ? throw new InvalidArgumentException("a module that is written in C# cannot be copied: average its parts")
            : module;
    }

    private static Maker MakerOf(Module module, double? decay, bool useBuffers) => (owner, made) =>
    {
        double value = decay.GetValueOrDefault();
        return Native.tenure_module_averaged(
            owner, module.Handle, decay.HasValue ? &value : null, useBuffers ? (byte)1 : (byte)0, made);
    };

    /// <summary>Takes the weights that a module has now into the average; the first ones are copied. If this fails,
    /// nothing has changed.</summary>
    /// <param name="module">The module that this is a copy of, or one like it.</param>
    /// <exception cref="InvalidArgumentException">It has other parameters.</exception>
    /// <exception cref="ShapeMismatchException">A parameter has another shape.</exception>
    /// <exception cref="DTypeMismatchException">A parameter has another dtype.</exception>
    /// <exception cref="ClosedException">This or the module is closed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public void UpdateParameters(Module module)
    {
        ArgumentNullException.ThrowIfNull(module);
        int status, attempt = 0;
        do
        {
            status = Native.tenure_module_update_average(Handle, module.Handle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        GC.KeepAlive(module);
        Errors.Check(status);
    }

    /// <summary>The number of updates that the average has had.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public long Updates
    {
        get
        {
            ulong updates;
            int status = Native.tenure_module_averaged_updates(Handle, &updates);
            GC.KeepAlive(this);
            Errors.Check(status);
            return (long)updates;
        }
    }
}
