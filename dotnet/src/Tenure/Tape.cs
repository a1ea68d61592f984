// The tape: records the operations on watched tensors, and differentiates them once.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

/// <summary>Records operations on the tensors it watches, until <see cref="Backward(Tensor, ReadOnlySpan{Tensor})"/> consumes it.</summary>
/// <remarks>It holds its own references to the values it needs: closing the tensors of the forward
/// pass never changes a gradient.</remarks>
/// <example><code>
/// using var tape = Tape.Open();
/// var w = tape.Watch(weights);
/// Tensor[] gradients = tape.Backward(x.MatMul(w).CrossEntropy(y), w);
/// </code></example>
public sealed unsafe partial class Tape : NativeResource
{
    /// <summary>Computes the gradients of <paramref name="loss"/>, which has one element, with
    /// respect to each tensor of <paramref name="watched"/>. Consumes the tape.</summary>
    /// <returns>A new tensor for each; zeros if the loss does not depend on it.</returns>
    /// <exception cref="InvalidArgumentException">The loss was not recorded or does not have
    /// exactly one element, or a value that the tape needs was changed in place or exposed by
    /// <see cref="Tensor.View{T}()"/>.</exception>
    /// <exception cref="TensorException">A recorded operation has no gradient.</exception>
    [OverloadResolutionPriority(1)]
    public Tensor[] Backward(Tensor loss, params ReadOnlySpan<Tensor> watched)
    {
        ArgumentNullException.ThrowIfNull(loss);
        ulong[] wrt = Call.Handles(watched);
        ulong[] made = new ulong[wrt.Length];
        Scope? owner = CurrentScope.OwnerFor(loss);
        int status;
        // This call cannot be retried if memory is refused, because it may have consumed the tape
        // by then.
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
        // The core has consumed the tape; this only releases the handle.
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
