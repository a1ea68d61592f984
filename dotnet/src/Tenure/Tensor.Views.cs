// Other ways to look at the same elements, and copies. A view shares the storage and keeps it alive, unless its owner lies
// outside of the workspace that the memory is of: memory that is used anew in each cycle is copied for such an owner.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>The same elements in another shape; one dimension may be -1 and is found out. A view where that is possible.</summary>
    /// <exception cref="ShapeMismatchException">The shapes have different numbers of elements.</exception>
    [OverloadResolutionPriority(1)]
    public Tensor Reshape(params ReadOnlySpan<long> shape) => Call.WithList(&Native.tenure_tensor_reshape, this, shape);

    /// <summary>A view with the axes in another order.</summary>
    [OverloadResolutionPriority(1)]
    public Tensor Permute(params ReadOnlySpan<long> axes) => Call.WithList(&Native.tenure_tensor_permute, this, axes);

    /// <summary>A view with two axes exchanged; by default the last two.</summary>
    public Tensor Transpose(long first = -2, long second = -1) => Call.With(&Native.tenure_tensor_transpose, this, first, second);

    /// <summary>A view of every <paramref name="step"/>-th element from <paramref name="start"/> up to but without
    /// <paramref name="end"/> along <paramref name="axis"/>. Negative numbers count from the end; too large ones are cut.</summary>
    /// <remarks>As every view it shares the storage, except for an owner outside of the workspace whose memory that is: for such an
    /// owner it is a copy.</remarks>
    public Tensor Slice(long axis, long start, long end, long step = 1)
    {
        Scope? owner = CurrentScope.OwnerFor(this);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_slice(Call.OwnerNumber(owner), Handle, axis, start, end, step, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, this);
    }

    /// <summary>A view of one index of <paramref name="axis"/>, without that axis.</summary>
    public Tensor Select(long axis, long index) => Call.With(&Native.tenure_tensor_select, this, axis, index);

    /// <summary>A view without the axes of length 1.</summary>
    public Tensor Squeeze() => Call.Unary(&Native.tenure_tensor_squeeze_all, this);

    /// <summary>A view without <paramref name="axis"/>, if its length is 1.</summary>
    public Tensor Squeeze(long axis) => Call.With(&Native.tenure_tensor_squeeze, this, axis);

    /// <summary>A view with one more axis, of length 1, before <paramref name="axis"/>.</summary>
    public Tensor Unsqueeze(long axis) => Call.With(&Native.tenure_tensor_unsqueeze, this, axis);

    /// <summary>A view that repeats axes of length 1 to <paramref name="shape"/>; -1 leaves one as it is.</summary>
    /// <exception cref="ShapeMismatchException">An axis is neither 1 nor the length asked for.</exception>
    [OverloadResolutionPriority(1)]
    public Tensor Expand(params ReadOnlySpan<long> shape) => Call.WithList(&Native.tenure_tensor_expand, this, shape);

    /// <summary>The same elements one after the other: a second reference where they already are, else a copy.</summary>
    public Tensor Contiguous() => Call.Unary(&Native.tenure_tensor_contiguous, this);

    /// <summary>A copy in storage of its own.</summary>
    public Tensor Copy() => Call.Unary(&Native.tenure_tensor_copy, this);

    /// <summary>The elements converted to another type.</summary>
    public Tensor Cast(DType dtype) => Call.With(&Native.tenure_tensor_cast, this, (int)dtype);

    /// <summary>The elements on another device.</summary>
    /// <exception cref="TensorException">There is no such device.</exception>
    public Tensor ToDevice(Device device) => Call.With(&Native.tenure_tensor_to_device, this, device.Code);
}
