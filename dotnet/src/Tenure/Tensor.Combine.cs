// Operations that take more than one tensor beside the receiver, or another form in C#: joining and picking. ci/generate
// writes the others into Tensor.g.cs.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>Takes from <paramref name="a"/> where <paramref name="condition"/> is true, else from <paramref name="b"/>.</summary>
    /// <exception cref="DTypeMismatchException">The condition is not bool.</exception>
    public static Tensor Where(Tensor condition, Tensor a, Tensor b) => Call.Ternary(&Native.tenure_tensor_where, condition, a, b);

    /// <summary>The tensors one after the other along an axis they have.</summary>
    /// <exception cref="ShapeMismatchException">They differ along another axis.</exception>
    [OverloadResolutionPriority(1)]
    public static Tensor Concat(ReadOnlySpan<Tensor> tensors, long axis = 0) => Call.Join(&Native.tenure_tensor_concat, tensors, axis);

    /// <inheritdoc cref="Concat(ReadOnlySpan{Tensor}, long)"/>
    public static Tensor Concat(IEnumerable<Tensor> tensors, long axis = 0) => Concat(Call.Listed(tensors), axis);

    /// <summary>The tensors, all of one shape, one after the other along a new axis.</summary>
    /// <exception cref="ShapeMismatchException">Their shapes differ.</exception>
    [OverloadResolutionPriority(1)]
    public static Tensor Stack(ReadOnlySpan<Tensor> tensors, long axis = 0) => Call.Join(&Native.tenure_tensor_stack, tensors, axis);

    /// <inheritdoc cref="Stack(ReadOnlySpan{Tensor}, long)"/>
    public static Tensor Stack(IEnumerable<Tensor> tensors, long axis = 0) => Stack(Call.Listed(tensors), axis);

    /// <summary>The slices of <paramref name="axis"/> that the integers of <paramref name="index"/> name, in their order.</summary>
    /// <exception cref="InvalidArgumentException">An index is out of range.</exception>
    public Tensor IndexSelect(long axis, Tensor index)
    {
        ArgumentNullException.ThrowIfNull(index);
        Scope? owner = CurrentScope.OwnerFor(this);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_index_select(Call.OwnerNumber(owner), Handle, axis, index.Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, this, index);
    }
}
