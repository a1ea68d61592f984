// Elements in place that may be held on the heap: across await, in a field, by an API that takes Memory<T>.
// Invariant: the memory stays as long as this was not disposed or a MemoryHandle pins it. As with a view, neither a scope nor the
// collector ends it: a span may be in use, of which they know nothing.

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
    // Those who hold it: one until it is disposed, and one for each MemoryHandle.
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

    /// <summary>The elements, the last axis fastest.</summary>
    /// <exception cref="ClosedException">This was disposed.</exception>
    public override Span<T> GetSpan() => Volatile.Read(ref _disposed) == 0 ? new Span<T>(_start, _length) : throw Closed();

    /// <summary>The address of an element, for native code. The memory stays until the result is disposed, also when this is
    /// disposed before.</summary>
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

    /// <summary>Ends what <see cref="Pin"/> began; called by the handle.</summary>
    public override void Unpin() => Release();

    /// <summary>Gives the memory back, when no handle pins it any more. Using a span taken before is the one mistake nothing
    /// catches. A second call does nothing.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Its number of elements, and whether it was disposed.</summary>
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

    private void Release()
    {
        // One too many, by a handle that was disposed twice as a copy, frees nothing twice: the core releases once.
        if (Interlocked.Decrement(ref _holders) == 0)
        {
            _pin.Dispose();
        }
    }

    private static ClosedException Closed() => new("the exported memory is closed");
}
