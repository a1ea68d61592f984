// A span over native memory that cannot dangle by accident.
// Invariant: the span is readable exactly as long as the pin holds its handle. The handle is
// unowned and has no backstop, because a scope or the collector, which cannot see spans, could
// otherwise free it while the span is in use. So a view that is never disposed leaks, visibly in
// the live counts, and never dangles. [UnscopedRef] makes the compiler tie the span to the variable
// that holds the view, so it can be neither returned nor stored beyond it.

using System.Diagnostics.CodeAnalysis;
using Tenure.Interop;

namespace Tenure;

/// <summary>The elements of a contiguous tensor, in place, until it is disposed. See <see cref="Tensor.View{T}"/>.</summary>
/// <remarks>A copy of a view is the same view: once either is disposed, both are.</remarks>
public unsafe ref struct TensorView<T> where T : unmanaged
{
    internal readonly ViewPin Pin;
    private readonly T* _start;
    private readonly int _length;

    internal TensorView(ViewPin pin, bool writable)
    {
        (nint start, _length) = pin.Elements<T>(writable);
        Pin = pin;
        _start = (T*)start;
    }

    /// <summary>The elements in row-major order.</summary>
    /// <exception cref="ClosedException">The view was disposed.</exception>
    [UnscopedRef]
    public Span<T> Span => Pin is { IsOpen: true } ? new Span<T>(_start, _length) : throw new ClosedException("the view is closed");

    /// <summary>The number of elements.</summary>
    public readonly int Length => _length;

    /// <summary>One element.</summary>
    /// <exception cref="IndexOutOfRangeException">There is no such element.</exception>
    [UnscopedRef]
    public ref T this[int index] => ref Span[index];

    /// <summary>Releases the memory. Do not use a span that was taken from the view before; this
    /// mistake is not detected.</summary>
    public readonly void Dispose() => Pin?.Dispose();
}

/// <summary>The reference to the memory that an export holds, or that a view and its copies
/// share.</summary>
internal sealed unsafe class ViewPin : IDisposable
{
    internal readonly ulong Handle;
    private volatile bool _closed;

    internal ViewPin(Tensor tensor)
    {
        ulong handle;
        int status = Native.tenure_tensor_share(tensor.Handle, &handle);
        GC.KeepAlive(tensor);
        Errors.Check(status);
        Handle = handle;
        Leaks.Made(handle);
    }

    internal bool IsOpen => !_closed;

    /// <summary>Returns the address and the number of the elements, which must fit in a
    /// span.</summary>
    internal (nint Start, int Length) Elements<T>(bool writable) where T : unmanaged
    {
        void* start;
        ulong bytes;
        Errors.Check(writable
            ? Native.tenure_tensor_data(Handle, &start, &bytes)
            : Native.tenure_tensor_data_const(Handle, &start, &bytes));
        ulong length = bytes / (ulong)sizeof(T);
        return length <= int.MaxValue
            ? ((nint)start, (int)length)
            : throw new InvalidArgumentException($"the tensor has {length} elements, a span at most {int.MaxValue}");
    }

    public void Dispose()
    {
        // A copy of the view may have been disposed first, on this or another thread: the core
        // releases only once.
        _closed = true;
        Native.tenure_tensor_dispose(Handle);
    }
}
