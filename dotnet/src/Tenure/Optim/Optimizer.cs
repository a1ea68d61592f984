// Optimizers. Their members are generated (Optimizer.g.cs), except those that name a file.

using Tenure.Interop;

namespace Tenure.Optim;

/// <summary>Changes parameters by their gradients, by PyTorch's rules, names and settings: <see cref="Sgd(ReadOnlySpan{Tensor}, double, double, double, double, bool, bool)"/>,
/// <c>Adam</c>, <c>AdamW</c>, <c>NAdam</c>, <c>RAdam</c>, <c>RmsProp</c>, <c>Adagrad</c>, <c>Adadelta</c>,
/// <c>Adamax</c> and <c>Lbfgs</c>.</summary>
/// <remarks>It holds its own references to the parameters' storage. A step is one call of the core, and one pass over
/// each parameter. Parameters may be in groups (<c>AddParamGroup</c>) with a learning rate and a weight decay of their
/// own.</remarks>
/// <example><code>
/// var adam = Optimizer.Adam([weight, bias], learningRate: 1e-3);
/// adam.Step(tape.Backward(loss, weight, bias));
/// </code></example>
public sealed unsafe partial class Optimizer : NativeResource
{
    /// <summary>Makes one step by a closure, as PyTorch's <c>step(closure)</c>: the closure removes the gradients,
    /// computes the loss from the parameters, which are leaves, calls <c>Backward</c> and returns the loss. L-BFGS calls
    /// it several times, each time with other values of the parameters; all other optimizers call it once. What it makes
    /// is freed. If it throws, or a call fails, the parameters and the state are what they were before.</summary>
    /// <param name="closure">Computes the loss, a tensor of one element, and the gradients.</param>
    /// <returns>The loss of the first call.</returns>
    /// <exception cref="InvalidArgumentException">No parameter requires a gradient.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory for the optimizer's state.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <example><code>
    /// lbfgs.Step(() =>
    /// {
    ///     lbfgs.ZeroGradients();
    ///     Tensor loss = x.MatMul(w).MseLoss(y);
    ///     loss.Backward();
    ///     return loss;
    /// });
    /// </code></example>
    public double Step(Func<Tensor> closure)
    {
        ArgumentNullException.ThrowIfNull(closure);
        double? first = null;
        try
        {
            bool isWanted;
            do
            {
                double loss;
                using (Scope.Open("evaluation"))
                {
                    loss = (closure() ?? throw new InvalidArgumentException("the closure returned null, not the loss")).Item();
                }
                first ??= loss;
                isWanted = Step(loss, ReadOnlySpan<Tensor>.Empty);
            }
            while (isWanted);
        }
        catch
        {
            CancelStep();
            throw;
        }
        return first.Value;
    }

    /// <summary>Writes the optimizer's state and settings to a <c>.safetensors</c> file: tensors are named
    /// <c>state.0.exp_avg</c> and so on, and the metadata has <c>param_groups</c> as JSON. If this fails, the old file
    /// stays as it was.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="TensorException">The file cannot be written; the inner exception is an
    /// <see cref="IOException"/>.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void Save(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_optimizer_save(Handle, path);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }

    /// <summary>Replaces the optimizer's state and settings by those of a file that was saved, for an optimizer of the
    /// same kind and of parameters of the same shapes: it then goes on with the same bits. If this fails, nothing has
    /// changed.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="InvalidArgumentException">It is the state of another kind of optimizer or of another number of
    /// parameters.</exception>
    /// <exception cref="ShapeMismatchException">A tensor has another shape than its parameter.</exception>
    /// <exception cref="TensorException">The file cannot be read, or is not the state of an optimizer; the inner
    /// exception is an <see cref="IOException"/>.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public void Load(string path)
    {
        NativeText.Check(path, nameof(path));
        int status, attempt = 0;
        do
        {
            status = Native.tenure_optimizer_load(Handle, path);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }
}
