// Elements in and out: copies, and spans over native memory.
// Invariant: a copy is checked by the core against the tensor's bytes, so that a wrong length is an error and no overrun.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>What <see cref="Access{T}"/> calls.</summary>
    public delegate void SpanAction<T>(Span<T> elements);

    /// <summary>The only element, as a double.</summary>
    /// <exception cref="InvalidArgumentException">There is not exactly one.</exception>
    public double Item() => Call.Get<double>(&Native.tenure_tensor_item, this);

    /// <summary>The elements in a new array, the last axis fastest, whatever the strides.</summary>
    /// <typeparam name="T">The .NET type of the element type.</typeparam>
    /// <exception cref="DTypeMismatchException">The elements are of another type; <see cref="Cast"/> them.</exception>
    public T[] ToArray<T>() where T : unmanaged
    {
        Match<T>();
        T[] elements = new T[Size];
        CopyTo<T>(elements);
        return elements;
    }

    /// <summary>Copies the elements to <paramref name="destination"/>, which has just as many places.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The lengths differ.</exception>
    public void CopyTo<T>(Span<T> destination) where T : unmanaged
    {
        Match<T>();
        int status;
        fixed (T* start = destination)
        {
            status = Native.tenure_tensor_copy_to(Handle, start, (nuint)destination.Length * (nuint)sizeof(T));
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <summary>Overwrites the elements in place, the last axis fastest, whatever the strides.</summary>
    /// <inheritdoc cref="CopyTo{T}"/>
    public void CopyFrom<T>(ReadOnlySpan<T> source) where T : unmanaged
    {
        Match<T>();
        int status;
        fixed (T* start = source)
        {
            status = Native.tenure_tensor_copy_from(Handle, start, (nuint)source.Length * (nuint)sizeof(T));
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <summary>The elements themselves, without a copy, until the view is disposed.</summary>
    /// <example><code>
    /// using var view = tensor.View&lt;float&gt;();
    /// view[0] = 1;
    /// float largest = System.Numerics.Tensors.TensorPrimitives.Max(view.Span);
    /// </code></example>
    /// <remarks>The view holds a reference of its own, so closing the tensor or its scope does not take the memory away under
    /// the span; disposing the view does. A view never disposed is memory never freed. Writing through it is not
    /// seen by a tape: what a tape has saved must not be changed.</remarks>
    /// <exception cref="DTypeMismatchException">The elements are of another type.</exception>
    /// <exception cref="InvalidArgumentException">The tensor is not contiguous, or too large for a span.</exception>
    public TensorView<T> View<T>() where T : unmanaged
    {
        Match<T>();
        var pin = new ViewPin(this);
        try
        {
            return new TensorView<T>(pin);
        }
        catch
        {
            pin.Dispose();
            throw;
        }
    }

    /// <summary>Runs <paramref name="action"/> on the elements themselves; the span cannot outlive it.</summary>
    /// <inheritdoc cref="View{T}"/>
    public void Access<T>(SpanAction<T> action) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(action);
        using TensorView<T> view = View<T>();
        action(view.Span);
    }

    private void Match<T>() where T : unmanaged
    {
        DType asked = DTypes.Of<T>();
        DType held = DType;
        if (asked != held)
        {
            throw new DTypeMismatchException($"the tensor is {held.Name()}, {asked.Name()} was asked for");
        }
    }
}
