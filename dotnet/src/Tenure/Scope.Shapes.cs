// As Tensor.Shapes.cs, for a scope that one holds.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Scope
{
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public Tensor Zeros(int[] shape, DType dtype = DType.F32, Device device = default) => Zeros(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public Tensor Empty(int[] shape, DType dtype = DType.F32, Device device = default) => Empty(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public Tensor Ones(int[] shape, DType dtype = DType.F32, Device device = default) => Ones(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public Tensor Rand(int[] shape, DType dtype = DType.F32, Device device = default) => Rand(dtype, device, IntShape.Of(shape));

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public Tensor Randn(int[] shape, DType dtype = DType.F32, Device device = default) => Randn(dtype, device, IntShape.Of(shape));

    /// <summary>One value everywhere, in a shape: <c>Full([2, 3], 7)</c>, owned by this scope.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Full(ReadOnlySpan<long> shape, double value, DType dtype = DType.F32, Device device = default) =>
        Make.Full(this, dtype, device, value, shape);

    /// <inheritdoc cref="Full(ReadOnlySpan{long}, double, DType, Device)"/>
    public Tensor Full(int[] shape, double value, DType dtype = DType.F32, Device device = default) =>
        Make.Full(this, dtype, device, value, IntShape.Of(shape));
}
