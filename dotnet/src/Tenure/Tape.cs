// The tape: records what is done to watched tensors, and differentiates it once.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

/// <summary>Records operations on the tensors it watches, until <see cref="Backward(Tensor, ReadOnlySpan{Tensor})"/> consumes it.</summary>
/// <remarks>It holds what it needs itself: closing the tensors of the forward pass never changes a gradient.</remarks>
/// <example><code>
/// using var tape = Tape.Open();
/// var w = tape.Watch(weights);
/// Tensor[] gradients = tape.Backward(x.MatMul(w).CrossEntropy(y), w);
/// </code></example>
public sealed unsafe partial class Tape : NativeResource
{
    /// <summary>The gradients of <paramref name="loss"/>, one element, by each of <paramref name="watched"/>; consumes the tape.</summary>
    /// <returns>A new tensor for each; zeros where the loss does not depend on it.</returns>
    /// <exception cref="InvalidArgumentException">The loss is no recorded scalar, or a value the tape needs was changed in
    /// place or handed out by <see cref="Tensor.View{T}()"/>.</exception>
    /// <exception cref="TensorException">An operation was recorded that has no gradient.</exception>
    [OverloadResolutionPriority(1)]
    public Tensor[] Backward(Tensor loss, params ReadOnlySpan<Tensor> watched)
    {
        ArgumentNullException.ThrowIfNull(loss);
        ulong[] wrt = Call.Handles(watched);
        ulong[] made = new ulong[wrt.Length];
        Scope? owner = CurrentScope.OwnerFor(loss);
        int status;
        // Not tried again when memory is refused: by then the tape may have been consumed.
        Pressure.BeforeTheOnlyTry();
        fixed (ulong* inputs = wrt)
        fixed (ulong* outputs = made)
        {
            status = Native.tenure_tape_backward(Call.OwnerNumber(owner), Handle, loss.Handle, inputs, (ulong)wrt.Length, outputs);
        }
        Call.KeepAlive(watched);
        GC.KeepAlive(loss);
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        Errors.Check(status);
        // Consumed in the core; this only lets go of the number.
        Dispose();
        return Call.AdoptAll(made, owner);
    }

    /// <inheritdoc cref="Backward(Tensor, ReadOnlySpan{Tensor})"/>
    public Tensor[] Backward(Tensor loss, IEnumerable<Tensor> watched)
    {
        ArgumentNullException.ThrowIfNull(loss);
        return Backward(loss, Call.Listed(watched));
    }
}
