// Making tensors out of nothing, out of .NET's arrays, and out of files.

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>Zeros of type float32.</summary>
    /// <exception cref="InvalidArgumentException">A negative dimension, more than eight, or more elements than can be counted.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for it.</exception>
    [OverloadResolutionPriority(1)]
    public static Tensor Zeros(params ReadOnlySpan<long> shape) => Zeros(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public static Tensor Zeros(DType dtype, params ReadOnlySpan<long> shape) => Zeros(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    public static Tensor Zeros(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_zeros, CurrentScope.Get(), dtype, device, shape);

    /// <summary>Elements of type float32 that are whatever the memory held: for what is going to overwrite all of them.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Empty(params ReadOnlySpan<long> shape) => Empty(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public static Tensor Empty(DType dtype, params ReadOnlySpan<long> shape) => Empty(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Empty(ReadOnlySpan{long})"/>
    public static Tensor Empty(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_empty, CurrentScope.Get(), dtype, device, shape);

    /// <summary>Ones of type float32.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Ones(params ReadOnlySpan<long> shape) => Ones(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public static Tensor Ones(DType dtype, params ReadOnlySpan<long> shape) => Ones(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Ones(ReadOnlySpan{long})"/>
    public static Tensor Ones(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_ones, CurrentScope.Get(), dtype, device, shape);

    /// <summary>One value everywhere, of type float32.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Full(double value, params ReadOnlySpan<long> shape) => Full(DType.F32, Device.Cpu, value, shape);

    /// <inheritdoc cref="Full(double, ReadOnlySpan{long})"/>
    public static Tensor Full(DType dtype, double value, params ReadOnlySpan<long> shape) => Full(dtype, Device.Cpu, value, shape);

    /// <inheritdoc cref="Full(double, ReadOnlySpan{long})"/>
    public static Tensor Full(DType dtype, Device device, double value, params ReadOnlySpan<long> shape) =>
        Make.Full(CurrentScope.Get(), dtype, device, value, shape);

    /// <summary>One value without axes.</summary>
    public static Tensor Scalar(double value, DType dtype = DType.F32) => Full(dtype, Device.Cpu, value);

    /// <summary>Uniform random numbers in [0, 1), float32, from the generator that <see cref="TenureRuntime.Seed"/> seeds.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Rand(params ReadOnlySpan<long> shape) => Rand(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public static Tensor Rand(DType dtype, params ReadOnlySpan<long> shape) => Rand(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Rand(ReadOnlySpan{long})"/>
    public static Tensor Rand(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_rand, CurrentScope.Get(), dtype, device, shape);

    /// <summary>Standard normal random numbers, float32, from the generator that <see cref="TenureRuntime.Seed"/> seeds.</summary>
    /// <inheritdoc cref="Zeros(ReadOnlySpan{long})"/>
    [OverloadResolutionPriority(1)]
    public static Tensor Randn(params ReadOnlySpan<long> shape) => Randn(DType.F32, Device.Cpu, shape);

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public static Tensor Randn(DType dtype, params ReadOnlySpan<long> shape) => Randn(dtype, Device.Cpu, shape);

    /// <inheritdoc cref="Randn(ReadOnlySpan{long})"/>
    public static Tensor Randn(DType dtype, Device device, params ReadOnlySpan<long> shape) =>
        Make.Shaped(&Native.tenure_tensor_randn, CurrentScope.Get(), dtype, device, shape);

    /// <summary>0, 1, 2 and so on below <paramref name="end"/>.</summary>
    public static Tensor Arange(double end, DType dtype = DType.F32) => Arange(0, end, 1, dtype);

    /// <summary>From <paramref name="start"/> in steps of <paramref name="step"/>, up to but without <paramref name="end"/>.</summary>
    /// <exception cref="InvalidArgumentException">The step is 0, or a number is not finite.</exception>
    [OverloadResolutionPriority(1)]
    public static Tensor Arange(double start, double end, double step = 1, DType dtype = DType.F32, Device device = default) =>
        Make.Arange(CurrentScope.Get(), dtype, device, start, end, step);

    /// <summary>A copy of <paramref name="data"/> along one axis.</summary>
    /// <typeparam name="T">float, double, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    public static Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>A copy of <paramref name="data"/> in a shape, the last axis fastest.</summary>
    /// <typeparam name="T">float, double, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    /// <exception cref="ShapeMismatchException">The shape does not have as many elements as the data.</exception>
    public static Tensor Of<T>(ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(CurrentScope.Get(), data, shape);

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T})"/>
    public static Tensor Of<T>(T[] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data);
    }

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public static Tensor Of<T>(T[] data, params ReadOnlySpan<long> shape) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data, shape);
    }

    /// <summary>Reads a <c>.npy</c> file.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not what it claims to be.</exception>
    public static Tensor LoadNpy(string path) => Make.LoadNpy(CurrentScope.Get(), path);

    /// <summary>Writes a <c>.npy</c> file.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public void SaveNpy(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_npy_save(path, Handle);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }
}
