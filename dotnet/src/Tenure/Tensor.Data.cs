// Elements in and out: copies, and spans over native memory.
// Invariant: a copy is checked by the core against the tensor's bytes, so that a wrong length is an error and no overrun.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>What <see cref="Access{T}"/> calls.</summary>
    public delegate void SpanAction<T>(Span<T> elements);

    /// <summary>What <see cref="Read{T}"/> calls.</summary>
    public delegate void ReadOnlySpanAction<T>(ReadOnlySpan<T> elements);

    /// <summary>The elements in a new array, the last axis fastest, whatever the strides.</summary>
    /// <typeparam name="T">The .NET type of the element type; of bfloat16, and of float16 too, float.</typeparam>
    /// <exception cref="DTypeMismatchException">The elements are of another type; <see cref="Cast(DType)"/> them.</exception>
    /// <exception cref="InvalidArgumentException">There are more than an array of .NET holds, or than it has along an axis.</exception>
    public T[] ToArray<T>() where T : unmanaged
    {
        Held<T>();
        T[] elements = GC.AllocateUninitializedArray<T>(Fitting(Shape));
        CopyTo<T>(elements);
        return elements;
    }

    /// <summary>The elements in a new array of two dimensions.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have two axes.</exception>
    public T[,] ToArray2D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(2);
        T[,] elements = new T[shape[0], shape[1]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>The elements in a new array of three dimensions.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have three axes.</exception>
    public T[,,] ToArray3D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(3);
        T[,,] elements = new T[shape[0], shape[1], shape[2]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>The elements in a new array of four dimensions.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have four axes.</exception>
    public T[,,,] ToArray4D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(4);
        T[,,,] elements = new T[shape[0], shape[1], shape[2], shape[3]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>Copies the elements to <paramref name="destination"/>, which has just as many places.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The lengths differ.</exception>
    public void CopyTo<T>(Span<T> destination) where T : unmanaged
    {
        DType elements = Held<T>();
        int status;
        fixed (T* start = destination)
        {
            status = Native.tenure_tensor_copy_to_as(Handle, (int)elements, start, (ulong)destination.Length * (ulong)sizeof(T));
        }
        CheckLength(status, destination.Length, "destination");
    }

    /// <summary>Overwrites the elements in place, the last axis fastest, whatever the strides.</summary>
    /// <inheritdoc cref="CopyTo{T}"/>
    public void CopyFrom<T>(ReadOnlySpan<T> source) where T : unmanaged
    {
        DType elements = Held<T>();
        int status;
        fixed (T* start = source)
        {
            status = Native.tenure_tensor_copy_from_as(Handle, (int)elements, start, (ulong)source.Length * (ulong)sizeof(T));
        }
        CheckLength(status, source.Length, "source");
    }

    /// <summary>The elements themselves, without a copy, until the view is disposed.</summary>
    /// <example><code>
    /// using var view = tensor.View&lt;float&gt;();
    /// view[0] = 1;
    /// float largest = System.Numerics.Tensors.TensorPrimitives.Max(view.Span);
    /// </code></example>
    /// <remarks>The view holds a reference of its own, so closing the tensor or its scope does not take the memory away under
    /// the span; disposing the view does. A view never disposed is memory never freed, since a span may be in use, of which
    /// the collector knows nothing; <see cref="Access{T}"/> disposes it. No tape sees what is written
    /// through it, so taking it counts as a write: a tape that has saved this memory refuses
    /// <see cref="Tape.Backward(Tensor, ReadOnlySpan{Tensor})"/>. What a tape saves later must not be written through a view
    /// that was taken before. <see cref="Read{T}"/> only reads.</remarks>
    /// <exception cref="DTypeMismatchException">The elements are of another type.</exception>
    /// <exception cref="InvalidArgumentException">The tensor is not contiguous, or too large for a span.</exception>
    public TensorView<T> View<T>() where T : unmanaged
    {
        Match<T>();
        return ViewAs<T>(writable: true);
    }

    private TensorView<T> ViewAs<T>(bool writable) where T : unmanaged
    {
        var pin = new ViewPin(this);
        try
        {
            return new TensorView<T>(pin, writable);
        }
        catch
        {
            pin.Dispose();
            throw;
        }
    }

    /// <summary>The elements themselves, without a copy, as memory that may be held on the heap, until it is disposed.</summary>
    /// <example><code>
    /// using TensorMemory&lt;float&gt; export = tensor.Export&lt;float&gt;();
    /// await stream.WriteAsync(Encode(export.Memory));
    /// </code></example>
    /// <inheritdoc cref="View{T}"/>
    public TensorMemory<T> Export<T>() where T : unmanaged
    {
        Match<T>();
        var pin = new ViewPin(this);
        try
        {
            return new TensorMemory<T>(pin);
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

    /// <summary>Runs <paramref name="action"/> on the elements themselves, to be read; the span cannot outlive it.</summary>
    /// <remarks>It does not count as a write: what a tape has saved may be looked at.</remarks>
    /// <exception cref="DTypeMismatchException">The elements are of another type.</exception>
    /// <exception cref="InvalidArgumentException">The tensor is not contiguous, or too large for a span.</exception>
    public void Read<T>(ReadOnlySpanAction<T> action) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(action);
        Match<T>();
        using TensorView<T> view = ViewAs<T>(writable: false);
        action(view.Span);
    }

    /// <summary>The core counts bytes; here lengths are of elements.</summary>
    private void CheckLength(int status, int length, string name)
    {
        if (status == (int)Status.ShapeMismatch && Size is var size && size != length)
        {
            throw new ShapeMismatchException($"shape [{string.Join(",", Shape)}] has {size} elements, the {name} {length}");
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <summary>What a copy holds: the element type, or float for those of two bytes, of which .NET lacks one.</summary>
    private DType Held<T>() where T : unmanaged
    {
        if (typeof(T) == typeof(float) && DType is DType.F16 or DType.BF16)
        {
            return DType.F32;
        }
        Match<T>();
        return DTypes.Of<T>();
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

    /// <summary>The shape of a tensor with so many axes.</summary>
    private long[] ShapeOf(int rank)
    {
        long[] shape = Shape;
        if (shape.Length != rank)
        {
            throw new ShapeMismatchException($"shape [{string.Join(",", shape)}] has {shape.Length} axes, the array {rank}");
        }
        Fitting(shape);
        return shape;
    }

    /// <summary>The number of elements of a shape, which an array of .NET's can have, along each axis and in all.</summary>
    private static int Fitting(long[] shape)
    {
        Int128 size = shape.Aggregate(Int128.One, (all, axis) => all * axis);
        long most = Math.Max(size > long.MaxValue ? long.MaxValue : (long)size, shape.DefaultIfEmpty(1).Max());
        return most <= Array.MaxLength
            ? (int)size
            : throw new InvalidArgumentException($"shape [{string.Join(",", shape)}] has {size} elements, an array at most {Array.MaxLength}");
    }
}
