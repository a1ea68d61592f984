// Making tensors out of .NET's arrays and out of files. What makes them out of nothing is generated (Tensor.g.cs).

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>One value without axes.</summary>
    public static Tensor Scalar(Scalar value, DType dtype = DType.F32) => Full(dtype, Device.Cpu, value);

    /// <summary>0, 1, 2 and so on below <paramref name="end"/>; int64 if that is an integer, else float32.</summary>
    public static Tensor Arange(Scalar end, DType? dtype = null) => Arange(0, end, 1, dtype);

    /// <summary>A copy of <paramref name="data"/> along one axis.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    public static Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>A copy of <paramref name="data"/> in a shape, the last axis fastest.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    /// <exception cref="ShapeMismatchException">The shape does not have as many elements as the data.</exception>
    public static Tensor Of<T>(ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(CurrentScope.Get(), data, shape);

    /// <summary>The elements of <paramref name="data"/> along one axis, each converted to <paramref name="dtype"/>: so floats
    /// make a tensor of bfloat16, which .NET has no type for.</summary>
    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T})"/>
    public static Tensor Of<T>(DType dtype, ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(dtype, data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>The elements of <paramref name="data"/>, each converted to <paramref name="dtype"/>, in a shape, the last axis
    /// fastest: so floats make a tensor of bfloat16, which .NET has no type for.</summary>
    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public static Tensor Of<T>(DType dtype, ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(CurrentScope.Get(), dtype, data, shape);

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

    /// <summary>A copy of an array of two dimensions.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public static Tensor Of<T>(T[,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1)]);
    }

    /// <summary>A copy of an array of three dimensions.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public static Tensor Of<T>(T[,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2)]);
    }

    /// <summary>A copy of an array of four dimensions.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public static Tensor Of<T>(T[,,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2), data.GetLongLength(3)]);
    }

    /// <summary>A copy of rows of one length.</summary>
    /// <typeparam name="T">float, double, Half, sbyte, short, int, long, byte or bool: the tensor has the matching element type.</typeparam>
    /// <exception cref="ShapeMismatchException">The rows have several lengths; the message names the place.</exception>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public static Tensor Of<T>(T[][] rows) where T : unmanaged => Make.FromRows(CurrentScope.Get(), rows);

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
