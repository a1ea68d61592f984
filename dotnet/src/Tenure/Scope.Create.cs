// Making tensors for a scope that one holds, current or not: the owner that the call names goes before all others.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Scope
{
    /// <summary>Zeros of type float32 that this scope owns.</summary>
    /// <exception cref="ScopeException">This scope is closed or takes no members; nothing was made.</exception>
    /// <exception cref="InvalidArgumentException">A negative dimension, more than eight, or more elements than can be counted.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it, or a limit refused it.</exception>
    [OverloadResolutionPriority(1)]
    public Tensor Zeros(params ReadOnlySpan<long> shape) => Zeros(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public Tensor Zeros(DType dtype, params ReadOnlySpan<long> shape) => Zeros(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public Tensor Zeros(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_zeros, this, dtype, device, shape);

    /// <summary>Elements of type float32 that are whatever the memory held, owned by this scope: for what is going to overwrite all of them.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Empty(params ReadOnlySpan<long> shape) => Empty(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public Tensor Empty(DType dtype, params ReadOnlySpan<long> shape) => Empty(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public Tensor Empty(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_empty, this, dtype, device, shape);

    /// <summary>Ones of type float32 that this scope owns.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Ones(params ReadOnlySpan<long> shape) => Ones(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public Tensor Ones(DType dtype, params ReadOnlySpan<long> shape) => Ones(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public Tensor Ones(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_ones, this, dtype, device, shape);

    /// <summary>One value everywhere, of type float32, that this scope owns.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Full(double value, params ReadOnlySpan<long> shape) => Full(DType.F32, Device.Cpu, value, shape);

    /// <inheritdoc cref="Full(double, ReadOnlySpan{long})"/>
    public Tensor Full(DType dtype, double value, params ReadOnlySpan<long> shape) => Full(dtype, Device.Cpu, value, shape);

    /// <inheritdoc cref="Full(double, ReadOnlySpan{long})"/>
    public Tensor Full(DType dtype, Device device, double value, params ReadOnlySpan<long> shape) =>
        Make.Full(this, dtype, device, value, shape);

    /// <summary>One value without axes that this scope owns.</summary>
    public Tensor Scalar(double value, DType dtype = DType.F32) => Full(dtype, Device.Cpu, value);

    /// <summary>Uniform random numbers in [0, 1), float32, that this scope owns.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Rand(params ReadOnlySpan<long> shape) => Rand(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public Tensor Rand(DType dtype, params ReadOnlySpan<long> shape) => Rand(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public Tensor Rand(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_rand, this, dtype, device, shape);

    /// <summary>Standard normal random numbers, float32, that this scope owns.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public Tensor Randn(params ReadOnlySpan<long> shape) => Randn(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public Tensor Randn(DType dtype, params ReadOnlySpan<long> shape) => Randn(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public Tensor Randn(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_randn, this, dtype, device, shape);

    /// <summary>0, 1, 2 and so on below <paramref name="end"/>, owned by this scope.</summary>
    public Tensor Arange(double end, DType dtype = DType.F32) => Arange(0, end, 1, dtype);

    /// <summary>From <paramref name="start"/> in steps of <paramref name="step"/>, up to but without <paramref name="end"/>,
    /// owned by this scope.</summary>
    /// <inheritdoc cref="Tensor.Arange(double, double, double, DType, Device)"/>
    [OverloadResolutionPriority(1)]
    public Tensor Arange(double start, double end, double step = 1, DType dtype = DType.F32, Device device = default) =>
        Make.Arange(this, dtype, device, start, end, step);

    /// <summary>A copy of <paramref name="data"/> along one axis that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(ReadOnlySpan{T})"/>
    public Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>A copy of <paramref name="data"/> in a shape, the last axis fastest, that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged => Make.From(this, data, shape);

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T})"/>
    public Tensor Of<T>(T[] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data);
    }

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(T[] data, params ReadOnlySpan<long> shape) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data, shape);
    }

    /// <summary>Another reference to the elements of <paramref name="tensor"/> that this scope owns; of a workspace's tensor it
    /// may be a copy.</summary>
    /// <exception cref="ClosedException"><paramref name="tensor"/> is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; nothing was made.</exception>
    public Tensor Alias(Tensor tensor) => Make.Alias(this, tensor);

    /// <summary>Reads a <c>.npy</c> file into a tensor that this scope owns.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not what it claims to be.</exception>
    public Tensor LoadNpy(string path) => Make.LoadNpy(this, path);
}
