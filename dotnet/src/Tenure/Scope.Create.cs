// Making tensors for a scope that one holds, current or not: the owner that the call names goes before all others. What
// makes them out of nothing is generated (Scope.g.cs).

using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

public unsafe partial class Scope
{
    /// <summary>One value without axes that this scope owns.</summary>
    public Tensor Scalar(Scalar value, DType dtype = DType.F32) => Full(dtype, Device.Cpu, value);

    /// <summary>0, 1, 2 and so on below <paramref name="end"/>, owned by this scope; int64 if that is an integer, else float32.</summary>
    public Tensor Arange(Scalar end, DType? dtype = null) => Arange(0, end, 1, dtype);

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

    /// <inheritdoc cref="Tensor.Of{T}(DType, ReadOnlySpan{T})"/>
    public Tensor Of<T>(DType dtype, ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(dtype, data, new ReadOnlySpan<long>(in length));
    }

    /// <inheritdoc cref="Tensor.Of{T}(DType, ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(DType dtype, ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(this, dtype, data, shape);

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

    /// <summary>A copy of an array of two dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1)]);
    }

    /// <summary>A copy of an array of three dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2)]);
    }

    /// <summary>A copy of an array of four dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2), data.GetLongLength(3)]);
    }

    /// <summary>A copy of rows of one length that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[][])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[][] rows) where T : unmanaged => Make.FromRows(this, rows);

    /// <summary>Another reference to the elements of <paramref name="tensor"/> that this scope owns; of a workspace's tensor it
    /// may be a copy.</summary>
    /// <exception cref="ClosedException"><paramref name="tensor"/> is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; nothing was made.</exception>
    public Tensor Alias(Tensor tensor) => Make.Alias(this, tensor);

    /// <summary>Reads a <c>.npy</c> file into a tensor that this scope owns.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not what it claims to be.</exception>
    public Tensor LoadNpy(string path) => Make.LoadNpy(this, path);
}
