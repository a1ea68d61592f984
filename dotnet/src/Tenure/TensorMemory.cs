// Access to elements in place that may be stored on the heap: across await, in a field, or by an
// API that takes Memory<T>.
// Invariant: the memory stays until this is disposed and no MemoryHandle pins it. As with a view,
// neither a scope nor the collector frees it, because they cannot see whether a span is in use.

using System.Buffers;
using Tenure.Interop;

namespace Tenure;

/// <summary>The elements of a contiguous tensor, in place, as <see cref="Memory{T}"/>, until it is disposed. See
/// <see cref="Tensor.Export{T}"/>.</summary>
public sealed unsafe class TensorMemory<T> : MemoryManager<T> where T : unmanaged
{
    private readonly ViewPin _pin;
    private readonly T* _start;
    private readonly int _length;
    // The number of references: one until this is disposed, and one for each MemoryHandle.
    private int _holders = 1;
    private int _disposed;

    internal TensorMemory(ViewPin pin)
    {
        _pin = pin;
        (nint start, _length) = pin.Elements<T>(writable: true);
        _start = (T*)start;
    }

    /// <summary>The number of elements.</summary>
    public int Length => _length;

    /// <summary>Returns the elements in row-major order.</summary>
    /// <exception cref="ClosedException">This was disposed.</exception>
    public override Span<T> GetSpan() => Volatile.Read(ref _disposed) == 0 ? new Span<T>(_start, _length) : throw Closed();

    /// <summary>Returns the address of an element, for native code. The memory stays until the
    /// result is disposed, even if this is disposed earlier.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    /// <exception cref="ClosedException">This was disposed.</exception>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(elementIndex);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(elementIndex, _length);
        int holders = Volatile.Read(ref _holders);
        while (true)
        {
            if (holders == 0 || Volatile.Read(ref _disposed) != 0)
            {
                throw Closed();
            }
            int seen = Interlocked.CompareExchange(ref _holders, holders + 1, holders);
            if (seen == holders)
            {
                return new MemoryHandle(_start + elementIndex, default, this);
            }
            holders = seen;
        }
    }

    /// <summary>Releases a pin of <see cref="Pin"/>; called by the handle. Without a pin it does
    /// nothing.</summary>
    public override void Unpin() => Release();

    /// <summary>Releases the memory; if a handle pins it, when the last such handle is disposed. Do
    /// not use a span that was taken before; this mistake is not detected. A second call does
    /// nothing.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Returns the number of elements, or that this was disposed.</summary>
    public override string ToString() =>
        Volatile.Read(ref _disposed) == 0 ? $"TensorMemory<{typeof(T).Name}>[{_length}]" : "TensorMemory(closed)";

    /// <inheritdoc cref="Dispose()"/>
    protected override void Dispose(bool disposing)
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            Release();
        }
    }

    /// <summary>Gives up one reference, other than that of this while it is not disposed.</summary>
    private void Release()
    {
        int holders = Volatile.Read(ref _holders);
        while (true)
        {
            // A copy of a handle that is disposed too unpins again: the memory stays until this is disposed.
            if (holders <= (Volatile.Read(ref _disposed) == 0 ? 1 : 0))
            {
                return;
            }
            int seen = Interlocked.CompareExchange(ref _holders, holders - 1, holders);
            if (seen == holders)
            {
                break;
            }
            holders = seen;
        }
        if (holders == 1)
        {
            _pin.Dispose();
        }
    }

    private static ClosedException Closed() => new("the exported memory is closed");
}
