// Shapes as the arrays of int that .NET's own APIs have, and as the first argument of Full, where NumPy and PyTorch have it.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public static Tensor Zeros(int[] shape, DType dtype = DType.F32, Device device = default) => Zeros(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public static Tensor Empty(int[] shape, DType dtype = DType.F32, Device device = default) => Empty(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public static Tensor Ones(int[] shape, DType dtype = DType.F32, Device device = default) => Ones(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public static Tensor Rand(int[] shape, DType dtype = DType.F32, Device device = default) => Rand(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public static Tensor Randn(int[] shape, DType dtype = DType.F32, Device device = default) => Randn(dtype, device, IntShape.Of(shape));

    /// <summary>One value everywhere, in a shape: <c>Full([2, 3], 7)</c>.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Full(ReadOnlySpan<long> shape, double value, DType dtype = DType.F32, Device device = default) =>
        Make.Full(CurrentScope.Get(), dtype, device, value, shape);

    /// <inheritdoc cref="Full(ReadOnlySpan{long}, double, DType, Device)"/>
    public static Tensor Full(int[] shape, double value, DType dtype = DType.F32, Device device = default) =>
        Make.Full(CurrentScope.Get(), dtype, device, value, IntShape.Of(shape));

    /// <inheritdoc cref="Reshape(ReadOnlySpan{long})"/>
    public Tensor Reshape(int[] shape) => Reshape((ReadOnlySpan<long>)IntShape.Of(shape));

    /// <inheritdoc cref="Expand(ReadOnlySpan{long})"/>
    public Tensor Expand(int[] shape) => Expand((ReadOnlySpan<long>)IntShape.Of(shape));

    /// <inheritdoc cref="Permute(ReadOnlySpan{long})"/>
    public Tensor Permute(int[] axes) => Permute((ReadOnlySpan<long>)IntShape.Of(axes));
}
