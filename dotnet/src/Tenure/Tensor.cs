// The hand-written members of Tensor. Its properties and operations are generated (Tensor.g.cs).
// Invariant: a Tensor is one reference to storage in native memory. It takes 32 bytes of managed
// memory and stores only its handle and owner; everything else is asked of the core.

using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using Tenure.Interop;
using Tenure.Options;

namespace Tenure;

/// <summary>An array of numbers in native memory, with up to 16 axes.</summary>
/// <remarks>
/// <para>Every operation returns a new tensor. The current <see cref="Scope"/> owns it. If no scope
/// is open, the scope of the first operand owns it. If there is none either, the tensor is unowned:
/// dispose it, or the collector frees it at some later time. In-place operations return
/// nothing.</para>
/// <para>Tensors may share storage (<see cref="Alias"/> and views). The storage is freed with the
/// last of them.</para>
/// <para>Every member throws <see cref="ClosedException"/> after the tensor, or the scope that owns
/// it, was closed.</para>
/// </remarks>
public unsafe partial class Tensor : NativeResource
{
    /// <summary>The most axes that a tensor can have.</summary>
    public const int MaxRank = 16;

    internal Tensor(ulong handle, object? holder) : base(handle, holder)
    {
    }

    /// <summary>Formats the elements as NumPy prints an array; "Tensor(closed)" if this is
    /// closed.</summary>
    public override string ToString() => Printed(null);

    /// <summary>Formats the elements as NumPy's <c>array2string</c> does with these options;
    /// "Tensor(closed)" if this is closed.</summary>
    /// <param name="precision">The most digits after the decimal point; <see cref="ToString()"/>
    /// uses 8.</param>
    /// <param name="threshold">A tensor with more elements than this is summarized.</param>
    /// <param name="edgeItems">The number of elements that a summary shows at each end of an axis,
    /// at least 1.</param>
    /// <param name="lineWidth">The number of columns of a line, at least 1.</param>
    /// <exception cref="InvalidArgumentException">An option is too small.</exception>
    public string ToString(int precision, long threshold = 1000, long edgeItems = 3, long lineWidth = 75) =>
        Printed((precision, threshold, edgeItems, lineWidth));

    private string Printed((long Precision, long Threshold, long EdgeItems, long LineWidth)? options)
    {
        // Most texts fit in this buffer. For a longer one the core returns the size that it needs.
        Span<byte> small = stackalloc byte[1024];
        int status = Print(options, small, out ulong needed, out string text);
        while (status == 0 && text.Length == 0 && needed > 1)
        {
            status = Print(options, new byte[needed], out needed, out text);
        }
        if (status == (int)Status.InvalidHandle)
        {
            return "Tensor(closed)";
        }
        Errors.Check(status);
        return text;
    }

    private protected override int Release() => Native.tenure_tensor_dispose(Handle);

    private int Print(
        (long Precision, long Threshold, long EdgeItems, long LineWidth)? options, Span<byte> buffer, out ulong needed, out string text)
    {
        ulong length = 0;
        int status;
        fixed (byte* start = buffer)
        {
            status = options is var (precision, threshold, edgeItems, lineWidth)
                ? Native.tenure_tensor_to_string_format(
                    Handle, precision, threshold, edgeItems, lineWidth, start, (ulong)buffer.Length, &length)
                : Native.tenure_tensor_to_string(Handle, start, (ulong)buffer.Length, &length);
        }
        GC.KeepAlive(this);
        needed = length;
        text = status == 0 && length >= 1 && length <= (ulong)buffer.Length
            ? Encoding.UTF8.GetString(buffer[..((int)length - 1)])
            : "";
        return status;
    }

    private long[] Axes(delegate*<ulong, long*, ulong, ulong*, int> core)
    {
        long* axes = stackalloc long[MaxRank];
        ulong rank;
        int status = core(Handle, axes, MaxRank, &rank);
        GC.KeepAlive(this);
        Errors.Check(status);
        return new ReadOnlySpan<long>(axes, (int)rank).ToArray();
    }

    // Creating tensors from .NET arrays and from files. Factories without input data are generated
    // (Tensor.g.cs).

    /// <summary>Creates a tensor with one element and no axes.</summary>
    public static Tensor Scalar(Scalar value, DType dtype = DType.F32) => Full(dtype, Device.OfScope, value);

    /// <summary>Creates a tensor of 0, 1, 2 and so on below <paramref name="end"/>. The default
    /// element type is int64 if the end is an integer, else float32.</summary>
    public static Tensor Arange(Scalar end, DType? dtype = null) => Arange(0, end, 1, dtype);

    /// <summary>Copies <paramref name="data"/> to a tensor with one axis.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    public static Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>Copies <paramref name="data"/>, in row-major order, to a tensor of the given
    /// shape.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    /// <exception cref="ShapeMismatchException">The number of elements of the shape and of the data
    /// differ.</exception>
    public static Tensor Of<T>(ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(CurrentScope.Get(), data, shape);

    /// <summary>Converts the elements of <paramref name="data"/> to <paramref name="dtype"/>, in a
    /// tensor with one axis. For example, floats can make a tensor of bfloat16, for which .NET has
    /// no type.</summary>
    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T})"/>
    public static Tensor Of<T>(DType dtype, ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(dtype, data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>Converts the elements of <paramref name="data"/>, in row-major order, to
    /// <paramref name="dtype"/>, in a tensor of the given shape. For example, floats can make a
    /// tensor of bfloat16, for which .NET has no type.</summary>
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

    /// <summary>Copies a two-dimensional array to a tensor.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public static Tensor Of<T>(T[,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1)]);
    }

    /// <summary>Copies a three-dimensional array to a tensor.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public static Tensor Of<T>(T[,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2)]);
    }

    /// <summary>Copies a four-dimensional array to a tensor.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public static Tensor Of<T>(T[,,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2), data.GetLongLength(3)]);
    }

    /// <summary>Copies rows of equal length to a tensor with two axes.</summary>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    /// <exception cref="ShapeMismatchException">The rows differ in length; the message names the
    /// row.</exception>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public static Tensor Of<T>(T[][] rows) where T : unmanaged => Make.FromRows(CurrentScope.Get(), rows);

    /// <summary>Reads a <c>.npy</c> file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="dtype">The element type of the result, to which the elements are converted: then also elements that
    /// no tensor holds, which are those of uint16, uint32 and uint64. Null for as they are stored.</param>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npy</c>
    /// file.</exception>
    public static Tensor LoadNpy(string path, DType? dtype = null) => Make.LoadNpy(CurrentScope.Get(), path, dtype);

    /// <summary>Writes a <c>.npy</c> file.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public void SaveNpy(string path)
    {
        NativeText.Check(path, nameof(path));
        int status = Native.tenure_npy_save(path, Handle);
        GC.KeepAlive(this);
        Errors.CheckFile(status, path);
    }

    // Indexers: windows by ranges and numbers, elements by masks and index tensors, and writing
    // into them.

    /// <summary>The getter returns the window that the index selects, as a view of the same memory:
    /// <c>t[1..^1, .., 0]</c>. The setter writes a value into the window, broadcast and
    /// cast.</summary>
    /// <param name="index">One part for each axis, from the first axis on; the remaining axes are
    /// taken whole.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="InvalidArgumentException">There are more parts than axes, or an index is
    /// out of range.</exception>
    /// <exception cref="ShapeMismatchException">The value does not broadcast to the shape of the
    /// window.</exception>
    /// <exception cref="DTypeMismatchException">The value has a floating-point type and this tensor
    /// does not.</exception>
    [IndexerName("Window")]
    [OverloadResolutionPriority(1)] // a number is an index, not converted to a tensor
    public Tensor this[params ReadOnlySpan<TensorIndex> index]
    {
        get => Get(Joined(index));
        set
        {
            if (value is NumberTensor number)
            {
                Set(Joined(index), number.Value);
            }
            else
            {
                Set(Joined(index), value);
            }
        }
    }

    /// <summary>The getter copies the elements that a mask selects, in row-major order, or the
    /// given indices of the first axis. The setter overwrites these elements.</summary>
    /// <param name="index">A bool mask of this tensor's shape, or integer indices.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="ShapeMismatchException">The mask has another shape, or the value does not
    /// broadcast.</exception>
    /// <exception cref="InvalidArgumentException">An index is out of range.</exception>
    [IndexerName("Window")]
    public Tensor this[Tensor index]
    {
        get => Index([Given(index)]);
        set
        {
            if (Given(value) is NumberTensor number)
            {
                // A number takes the element type of the tensor that it is combined with.
                using Tensor one = Full(DType, Device, number.Value).DetachFromScope();
                IndexPutInPlace([Given(index)], one);
            }
            else
            {
                IndexPutInPlace([Given(index)], value);
            }
        }
    }

    /// <summary>Converts a number where a tensor is expected. <c>t[0] = 0.5</c> writes it into the
    /// window, converted to the element type of the tensor. Anywhere else the result is a float32
    /// tensor without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(double value) => NumberTensor.Of(value);

    /// <summary>Converts an integer where a tensor is expected. <c>t[0] = 5</c> writes it into the
    /// window, converted to the element type of the tensor. Anywhere else the result is an int64
    /// tensor without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(long value) => NumberTensor.Of(value);

    /// <summary>Converts a bool where a tensor is expected. <c>t[0] = true</c> writes it into the
    /// window, converted to the element type of the tensor. Anywhere else the result is a bool
    /// tensor without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(bool value) => NumberTensor.Of(value);

    private static string Joined(ReadOnlySpan<TensorIndex> index)
    {
        string[] parts = new string[index.Length];
        for (int i = 0; i < parts.Length; i++)
        {
            parts[i] = index[i].ToString();
        }
        return string.Join(", ", parts);
    }

    // The C# operators, each of which calls the method of the same meaning. The overloads for long,
    // int, ulong and double do the same as the one for Scalar; F# needs them because it looks for
    // an operator of exactly the operand's type.

    /// <summary>Adds element by element.</summary>
    public static Tensor operator +(Tensor left, Tensor right) => Given(left).Add(Given(right));

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Tensor left, double right) => Given(left).Add(right);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Tensor left, long right) => Given(left).Add(right);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Tensor left, int right) => Given(left).Add(right);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Tensor left, ulong right) => Given(left).Add(right);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Tensor left, Scalar right) => Given(left).Add(right);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(double left, Tensor right) => Given(right).Add(left);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(long left, Tensor right) => Given(right).Add(left);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(int left, Tensor right) => Given(right).Add(left);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(ulong left, Tensor right) => Given(right).Add(left);

    /// <summary>Adds a scalar to each element.</summary>
    public static Tensor operator +(Scalar left, Tensor right) => Given(right).Add(left);

    /// <summary>Subtracts element by element.</summary>
    public static Tensor operator -(Tensor left, Tensor right) => Given(left).Sub(Given(right));

    /// <summary>Subtracts a scalar from each element.</summary>
    public static Tensor operator -(Tensor left, double right) => Given(left).Sub(right);

    /// <summary>Subtracts a scalar from each element.</summary>
    public static Tensor operator -(Tensor left, long right) => Given(left).Sub(right);

    /// <summary>Subtracts a scalar from each element.</summary>
    public static Tensor operator -(Tensor left, int right) => Given(left).Sub(right);

    /// <summary>Subtracts a scalar from each element.</summary>
    public static Tensor operator -(Tensor left, ulong right) => Given(left).Sub(right);

    /// <summary>Subtracts a scalar from each element.</summary>
    public static Tensor operator -(Tensor left, Scalar right) => Given(left).Sub(right);

    /// <summary>Subtracts each element from a scalar.</summary>
    public static Tensor operator -(double left, Tensor right) => Given(right).RSub(left);

    /// <summary>Subtracts each element from a scalar.</summary>
    public static Tensor operator -(long left, Tensor right) => Given(right).RSub(left);

    /// <summary>Subtracts each element from a scalar.</summary>
    public static Tensor operator -(int left, Tensor right) => Given(right).RSub(left);

    /// <summary>Subtracts each element from a scalar.</summary>
    public static Tensor operator -(ulong left, Tensor right) => Given(right).RSub(left);

    /// <summary>Subtracts each element from a scalar.</summary>
    public static Tensor operator -(Scalar left, Tensor right) => Given(right).RSub(left);

    /// <summary>Multiplies element by element.</summary>
    public static Tensor operator *(Tensor left, Tensor right) => Given(left).Mul(Given(right));

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Tensor left, double right) => Given(left).Mul(right);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Tensor left, long right) => Given(left).Mul(right);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Tensor left, int right) => Given(left).Mul(right);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Tensor left, ulong right) => Given(left).Mul(right);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Tensor left, Scalar right) => Given(left).Mul(right);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(double left, Tensor right) => Given(right).Mul(left);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(long left, Tensor right) => Given(right).Mul(left);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(int left, Tensor right) => Given(right).Mul(left);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(ulong left, Tensor right) => Given(right).Mul(left);

    /// <summary>Multiplies each element by a scalar.</summary>
    public static Tensor operator *(Scalar left, Tensor right) => Given(right).Mul(left);

    /// <summary>Divides element by element.</summary>
    public static Tensor operator /(Tensor left, Tensor right) => Given(left).Div(Given(right));

    /// <summary>Divides each element by a scalar.</summary>
    public static Tensor operator /(Tensor left, double right) => Given(left).Div(right);

    /// <summary>Divides each element by a scalar.</summary>
    public static Tensor operator /(Tensor left, long right) => Given(left).Div(right);

    /// <summary>Divides each element by a scalar.</summary>
    public static Tensor operator /(Tensor left, int right) => Given(left).Div(right);

    /// <summary>Divides each element by a scalar.</summary>
    public static Tensor operator /(Tensor left, ulong right) => Given(left).Div(right);

    /// <summary>Divides each element by a scalar.</summary>
    public static Tensor operator /(Tensor left, Scalar right) => Given(left).Div(right);

    /// <summary>Divides a scalar by each element.</summary>
    public static Tensor operator /(double left, Tensor right) => Given(right).RDiv(left);

    /// <summary>Divides a scalar by each element.</summary>
    public static Tensor operator /(long left, Tensor right) => Given(right).RDiv(left);

    /// <summary>Divides a scalar by each element.</summary>
    public static Tensor operator /(int left, Tensor right) => Given(right).RDiv(left);

    /// <summary>Divides a scalar by each element.</summary>
    public static Tensor operator /(ulong left, Tensor right) => Given(right).RDiv(left);

    /// <summary>Divides a scalar by each element.</summary>
    public static Tensor operator /(Scalar left, Tensor right) => Given(right).RDiv(left);

    /// <summary>Negates each element.</summary>
    public static Tensor operator -(Tensor tensor) => Given(tensor).Neg();

    /// <summary>Compares element by element: true where the left element is less than the right
    /// one.</summary>
    public static Tensor operator <(Tensor left, Tensor right) => Given(left).Lt(Given(right));

    /// <summary>True where the element is less than the scalar.</summary>
    public static Tensor operator <(Tensor left, double right) => Given(left).Lt(right);

    /// <summary>True where the element is less than the scalar.</summary>
    public static Tensor operator <(Tensor left, long right) => Given(left).Lt(right);

    /// <summary>True where the element is less than the scalar.</summary>
    public static Tensor operator <(Tensor left, int right) => Given(left).Lt(right);

    /// <summary>True where the element is less than the scalar.</summary>
    public static Tensor operator <(Tensor left, ulong right) => Given(left).Lt(right);

    /// <summary>True where the element is less than the scalar.</summary>
    public static Tensor operator <(Tensor left, Scalar right) => Given(left).Lt(right);

    /// <summary>True where the scalar is less than the element.</summary>
    public static Tensor operator <(double left, Tensor right) => Given(right).Gt(left);

    /// <summary>True where the scalar is less than the element.</summary>
    public static Tensor operator <(long left, Tensor right) => Given(right).Gt(left);

    /// <summary>True where the scalar is less than the element.</summary>
    public static Tensor operator <(int left, Tensor right) => Given(right).Gt(left);

    /// <summary>True where the scalar is less than the element.</summary>
    public static Tensor operator <(ulong left, Tensor right) => Given(right).Gt(left);

    /// <summary>True where the scalar is less than the element.</summary>
    public static Tensor operator <(Scalar left, Tensor right) => Given(right).Gt(left);

    /// <summary>Compares element by element: true where the left element is greater than the right
    /// one.</summary>
    public static Tensor operator >(Tensor left, Tensor right) => Given(left).Gt(Given(right));

    /// <summary>True where the element is greater than the scalar.</summary>
    public static Tensor operator >(Tensor left, double right) => Given(left).Gt(right);

    /// <summary>True where the element is greater than the scalar.</summary>
    public static Tensor operator >(Tensor left, long right) => Given(left).Gt(right);

    /// <summary>True where the element is greater than the scalar.</summary>
    public static Tensor operator >(Tensor left, int right) => Given(left).Gt(right);

    /// <summary>True where the element is greater than the scalar.</summary>
    public static Tensor operator >(Tensor left, ulong right) => Given(left).Gt(right);

    /// <summary>True where the element is greater than the scalar.</summary>
    public static Tensor operator >(Tensor left, Scalar right) => Given(left).Gt(right);

    /// <summary>True where the scalar is greater than the element.</summary>
    public static Tensor operator >(double left, Tensor right) => Given(right).Lt(left);

    /// <summary>True where the scalar is greater than the element.</summary>
    public static Tensor operator >(long left, Tensor right) => Given(right).Lt(left);

    /// <summary>True where the scalar is greater than the element.</summary>
    public static Tensor operator >(int left, Tensor right) => Given(right).Lt(left);

    /// <summary>True where the scalar is greater than the element.</summary>
    public static Tensor operator >(ulong left, Tensor right) => Given(right).Lt(left);

    /// <summary>True where the scalar is greater than the element.</summary>
    public static Tensor operator >(Scalar left, Tensor right) => Given(right).Lt(left);

    /// <summary>Compares element by element: true where the left element is less than or equal to
    /// the right one.</summary>
    public static Tensor operator <=(Tensor left, Tensor right) => Given(left).Le(Given(right));

    /// <summary>True where the element is less than or equal to the scalar.</summary>
    public static Tensor operator <=(Tensor left, double right) => Given(left).Le(right);

    /// <summary>True where the element is less than or equal to the scalar.</summary>
    public static Tensor operator <=(Tensor left, long right) => Given(left).Le(right);

    /// <summary>True where the element is less than or equal to the scalar.</summary>
    public static Tensor operator <=(Tensor left, int right) => Given(left).Le(right);

    /// <summary>True where the element is less than or equal to the scalar.</summary>
    public static Tensor operator <=(Tensor left, ulong right) => Given(left).Le(right);

    /// <summary>True where the element is less than or equal to the scalar.</summary>
    public static Tensor operator <=(Tensor left, Scalar right) => Given(left).Le(right);

    /// <summary>True where the scalar is less than or equal to the element.</summary>
    public static Tensor operator <=(double left, Tensor right) => Given(right).Ge(left);

    /// <summary>True where the scalar is less than or equal to the element.</summary>
    public static Tensor operator <=(long left, Tensor right) => Given(right).Ge(left);

    /// <summary>True where the scalar is less than or equal to the element.</summary>
    public static Tensor operator <=(int left, Tensor right) => Given(right).Ge(left);

    /// <summary>True where the scalar is less than or equal to the element.</summary>
    public static Tensor operator <=(ulong left, Tensor right) => Given(right).Ge(left);

    /// <summary>True where the scalar is less than or equal to the element.</summary>
    public static Tensor operator <=(Scalar left, Tensor right) => Given(right).Ge(left);

    /// <summary>Compares element by element: true where the left element is greater than or equal
    /// to the right one.</summary>
    public static Tensor operator >=(Tensor left, Tensor right) => Given(left).Ge(Given(right));

    /// <summary>True where the element is greater than or equal to the scalar.</summary>
    public static Tensor operator >=(Tensor left, double right) => Given(left).Ge(right);

    /// <summary>True where the element is greater than or equal to the scalar.</summary>
    public static Tensor operator >=(Tensor left, long right) => Given(left).Ge(right);

    /// <summary>True where the element is greater than or equal to the scalar.</summary>
    public static Tensor operator >=(Tensor left, int right) => Given(left).Ge(right);

    /// <summary>True where the element is greater than or equal to the scalar.</summary>
    public static Tensor operator >=(Tensor left, ulong right) => Given(left).Ge(right);

    /// <summary>True where the element is greater than or equal to the scalar.</summary>
    public static Tensor operator >=(Tensor left, Scalar right) => Given(left).Ge(right);

    /// <summary>True where the scalar is greater than or equal to the element.</summary>
    public static Tensor operator >=(double left, Tensor right) => Given(right).Le(left);

    /// <summary>True where the scalar is greater than or equal to the element.</summary>
    public static Tensor operator >=(long left, Tensor right) => Given(right).Le(left);

    /// <summary>True where the scalar is greater than or equal to the element.</summary>
    public static Tensor operator >=(int left, Tensor right) => Given(right).Le(left);

    /// <summary>True where the scalar is greater than or equal to the element.</summary>
    public static Tensor operator >=(ulong left, Tensor right) => Given(right).Le(left);

    /// <summary>True where the scalar is greater than or equal to the element.</summary>
    public static Tensor operator >=(Scalar left, Tensor right) => Given(right).Le(left);

    /// <summary>The remainder of division element by element, with the sign of the divisor, as
    /// PyTorch's <c>%</c>. <see cref="Fmod(Tensor)"/> gives the sign of the dividend, as <c>%</c>
    /// does for numbers in C#.</summary>
    public static Tensor operator %(Tensor left, Tensor right) => Given(left).Remainder(Given(right));

    /// <summary>The remainder of dividing each element by a scalar, with the sign of the
    /// scalar.</summary>
    public static Tensor operator %(Tensor left, double right) => Given(left).Remainder(right);

    /// <summary>The remainder of dividing each element by a scalar, with the sign of the
    /// scalar.</summary>
    public static Tensor operator %(Tensor left, long right) => Given(left).Remainder(right);

    /// <summary>The remainder of dividing each element by a scalar, with the sign of the
    /// scalar.</summary>
    public static Tensor operator %(Tensor left, int right) => Given(left).Remainder(right);

    /// <summary>The remainder of dividing each element by a scalar, with the sign of the
    /// scalar.</summary>
    public static Tensor operator %(Tensor left, ulong right) => Given(left).Remainder(right);

    /// <summary>The remainder of dividing each element by a scalar, with the sign of the
    /// scalar.</summary>
    public static Tensor operator %(Tensor left, Scalar right) => Given(left).Remainder(right);

    /// <summary>The remainder of dividing a scalar by each element; the same as
    /// <see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(double left, Tensor right) => Given(right).RMod(left);

    /// <summary>The remainder of dividing a scalar by each element; the same as
    /// <see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(long left, Tensor right) => Given(right).RMod(left);

    /// <summary>The remainder of dividing a scalar by each element; the same as
    /// <see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(int left, Tensor right) => Given(right).RMod(left);

    /// <summary>The remainder of dividing a scalar by each element; the same as
    /// <see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(ulong left, Tensor right) => Given(right).RMod(left);

    /// <summary>The remainder of dividing a scalar by each element; the same as
    /// <see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(Scalar left, Tensor right) => Given(right).RMod(left);

    /// <summary>Bitwise AND element by element; logical AND for bool tensors.</summary>
    public static Tensor operator &(Tensor left, Tensor right) => Given(left).BitwiseAnd(Given(right));

    /// <summary>Bitwise OR element by element; logical OR for bool tensors.</summary>
    public static Tensor operator |(Tensor left, Tensor right) => Given(left).BitwiseOr(Given(right));

    /// <summary>Bitwise XOR element by element; logical XOR for bool tensors.</summary>
    public static Tensor operator ^(Tensor left, Tensor right) => Given(left).BitwiseXor(Given(right));

    /// <summary>Bitwise AND of each element and a scalar.</summary>
    public static Tensor operator &(Tensor left, long right) => Given(left).BitwiseAnd(right);

    /// <summary>Bitwise OR of each element and a scalar.</summary>
    public static Tensor operator |(Tensor left, long right) => Given(left).BitwiseOr(right);

    /// <summary>Bitwise XOR of each element and a scalar.</summary>
    public static Tensor operator ^(Tensor left, long right) => Given(left).BitwiseXor(right);

    /// <summary>Shifts the bits of each element to the left.</summary>
    public static Tensor operator <<(Tensor left, Tensor right) => Given(left).BitwiseLeftShift(Given(right));

    /// <summary>Shifts the bits of each element to the left.</summary>
    public static Tensor operator <<(Tensor left, long right) => Given(left).BitwiseLeftShift(right);

    /// <summary>Shifts the bits of each element to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, Tensor right) => Given(left).BitwiseRightShift(Given(right));

    /// <summary>Shifts the bits of each element to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, long right) => Given(left).BitwiseRightShift(right);

    /// <summary>Bitwise NOT of each element; logical NOT for bool tensors.</summary>
    public static Tensor operator ~(Tensor tensor) => Given(tensor).BitwiseNot();

    private static Tensor Given(Tensor operand, [CallerArgumentExpression(nameof(operand))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(operand, name);
        return operand;
    }

    // Single elements, without a tensor for each.

    /// <summary>The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53 is
    /// rounded; <see cref="GetInt64"/> is exact. A bool is 0 or 1.</summary>
    /// <param name="indices">One index for each axis; a negative one counts from the end. None for a tensor without
    /// axes.</param>
    /// <exception cref="InvalidArgumentException">There is not one index for each axis, or one is out of
    /// range.</exception>
    public double GetDouble(params ReadOnlySpan<long> indices)
    {
        double element;
        int status;
        fixed (long* list = indices)
        {
            status = Native.tenure_tensor_get_f64(Handle, list, (ulong)indices.Length, &element);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
        return element;
    }

    /// <summary>The element of an integer or bool tensor at one index of each axis, exactly: no tensor is made. A
    /// bool is 0 or 1.</summary>
    /// <inheritdoc cref="GetDouble"/>
    /// <exception cref="DTypeMismatchException">The element is floating-point.</exception>
    public long GetInt64(params ReadOnlySpan<long> indices)
    {
        long element;
        int status;
        fixed (long* list = indices)
        {
            status = Native.tenure_tensor_get_i64(Handle, list, (ulong)indices.Length, &element);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
        return element;
    }

    /// <summary>Writes a number into every element of the part at one index of each of the first axes: with an index
    /// for each axis, into that element.</summary>
    /// <param name="value">The number.</param>
    /// <param name="indices">An index of each of the first axes; a negative one counts from the end. None for the
    /// whole tensor.</param>
    /// <exception cref="InvalidArgumentException">There are more indices than axes, one is out of range, the number is
    /// out of range for an integer type, or this tensor is recorded on a tape or its elements overlap.</exception>
    public void SetItem(Scalar value, params ReadOnlySpan<long> indices)
    {
        int status;
        fixed (long* list = indices)
        {
            status = Native.tenure_tensor_set_at_scalar(Handle, list, (ulong)indices.Length, value.Kind, value.Bits);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <summary>The only element as a number that keeps its kind: an integer, a floating-point number or a truth
    /// value.</summary>
    /// <exception cref="InvalidArgumentException">This tensor does not have exactly one element.</exception>
    public Scalar ToScalar() => DType switch
    {
        DType.F32 or DType.F64 or DType.F16 or DType.BF16 => Item(),
        DType.Bool => ItemInt64() != 0,
        DType.U64 => unchecked((ulong)ItemInt64()),
        _ => ItemInt64(),
    };

    // Elements in and out: copies, and spans over native memory.
    // Invariant: the core checks the length of each copy against the tensor's size in bytes, so a
    // wrong length raises an error and never overruns memory.

    /// <summary>The delegate that <see cref="Access{T}"/> calls.</summary>
    public delegate void SpanAction<T>(Span<T> elements);

    /// <summary>The delegate that <see cref="Read{T}"/> calls.</summary>
    public delegate void ReadOnlySpanAction<T>(ReadOnlySpan<T> elements);

    /// <summary>Copies the elements to a new array, in row-major order, for any strides.</summary>
    /// <typeparam name="T">The .NET type that matches the element type. For bfloat16 it is float;
    /// for float16 both float and Half are accepted.</typeparam>
    /// <exception cref="DTypeMismatchException">The elements have another type;
    /// <see cref="Cast(DType)"/> them first.</exception>
    /// <exception cref="InvalidArgumentException">The tensor has more elements, in all or along an
    /// axis, than a .NET array can hold.</exception>
    public T[] ToArray<T>() where T : unmanaged
    {
        Held<T>();
        T[] elements = GC.AllocateUninitializedArray<T>(Fitting(Shape));
        CopyTo<T>(elements);
        return elements;
    }

    /// <summary>Copies the elements to a new two-dimensional array.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have two axes.</exception>
    public T[,] ToArray2D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(2);
        T[,] elements = new T[shape[0], shape[1]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>Copies the elements to a new three-dimensional array.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have three axes.</exception>
    public T[,,] ToArray3D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(3);
        T[,,] elements = new T[shape[0], shape[1], shape[2]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>Copies the elements to a new four-dimensional array.</summary>
    /// <inheritdoc cref="ToArray{T}"/>
    /// <exception cref="ShapeMismatchException">The tensor does not have four axes.</exception>
    public T[,,,] ToArray4D<T>() where T : unmanaged
    {
        long[] shape = ShapeOf(4);
        T[,,,] elements = new T[shape[0], shape[1], shape[2], shape[3]];
        CopyTo(Arrays.Elements<T>(elements));
        return elements;
    }

    /// <summary>Copies the elements, in row-major order, to <paramref name="destination"/>, which
    /// must have the same length.</summary>
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

    /// <summary>Copies the elements, row by row, to a part of an array, for any strides.</summary>
    /// <remarks>What index <c>i</c> along the first axis selects, a row, begins at
    /// <c><paramref name="offset"/> + i * <paramref name="rowStride"/></c>, as the rows of an image do that has a greater
    /// pitch. What is before, between and behind the rows stays.</remarks>
    /// <typeparam name="T">As for <see cref="ToArray{T}"/>.</typeparam>
    /// <param name="destination">An array, or another part of memory.</param>
    /// <param name="offset">The position of the first element.</param>
    /// <param name="rowStride">The distance between the starts of two rows, in elements; 0 for the size of a row.</param>
    /// <exception cref="DTypeMismatchException">The elements have another type;
    /// <see cref="Cast(DType)"/> them first.</exception>
    /// <exception cref="ShapeMismatchException">The destination ends before the last row does.</exception>
    /// <exception cref="InvalidArgumentException">A number is negative, or <paramref name="rowStride"/> is less than a
    /// row.</exception>
    public void CopyTo<T>(Span<T> destination, int offset, int rowStride = 0) where T : unmanaged
    {
        DType elements = Held<T>();
        int status;
        fixed (T* start = destination)
        {
            status = Native.tenure_tensor_copy_to_rows(
                Handle, (int)elements, start, (ulong)destination.Length * (ulong)sizeof(T), offset, rowStride);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <inheritdoc cref="CopyTo{T}(Span{T}, int, int)"/>
    public void CopyTo<T>(T[] destination, int offset, int rowStride = 0) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(destination);
        CopyTo(destination.AsSpan(), offset, rowStride);
    }

    /// <summary>Overwrites the elements in place, row by row, from a part of an array, for any strides of this
    /// tensor.</summary>
    /// <remarks>The rows lie as <see cref="CopyTo{T}(Span{T}, int, int)"/> writes them.</remarks>
    /// <param name="source">An array, or another part of memory.</param>
    /// <param name="offset">The position of the first element.</param>
    /// <param name="rowStride">The distance between the starts of two rows, in elements; 0 for the size of a row.</param>
    /// <inheritdoc cref="CopyTo{T}(Span{T}, int, int)"/>
    public void CopyFrom<T>(ReadOnlySpan<T> source, int offset, int rowStride = 0) where T : unmanaged
    {
        DType elements = Held<T>();
        int status;
        fixed (T* start = source)
        {
            status = Native.tenure_tensor_copy_from_rows(
                Handle, (int)elements, start, (ulong)source.Length * (ulong)sizeof(T), offset, rowStride);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <inheritdoc cref="CopyFrom{T}(ReadOnlySpan{T}, int, int)"/>
    public void CopyFrom<T>(T[] source, int offset, int rowStride = 0) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(source);
        CopyFrom(new ReadOnlySpan<T>(source), offset, rowStride);
    }

    /// <summary>Overwrites the elements in place, in row-major order, for any strides.</summary>
    /// <inheritdoc cref="CopyTo{T}(Span{T})"/>
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

    /// <summary>Gives access to the elements in place, without a copy, until the view is
    /// disposed.</summary>
    /// <example><code>
    /// using var view = tensor.View&lt;float&gt;();
    /// view[0] = 1;
    /// float largest = System.Numerics.Tensors.TensorPrimitives.Max(view.Span);
    /// </code></example>
    /// <remarks>The view holds its own reference, so closing the tensor or its scope does not free
    /// the memory under the span; disposing the view does. If a view is never disposed, its memory
    /// is never freed, because the collector cannot see whether a span is in use;
    /// <see cref="Access{T}"/> disposes its view. A tape cannot see writes through a view, so
    /// taking a view counts as a write: if a tape has saved this memory, its
    /// <see cref="Tape.Backward(Tensor, ReadOnlySpan{Tensor})"/> throws. Do not write through an
    /// older view to memory that a tape has saved later. <see cref="Read{T}"/> only
    /// reads.</remarks>
    /// <exception cref="DTypeMismatchException">The elements have another type.</exception>
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

    /// <summary>Gives access to the elements in place, without a copy, as memory that may be stored
    /// on the heap, until it is disposed.</summary>
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

    /// <summary>Runs <paramref name="action"/> on the elements in place; the span cannot outlive
    /// the call.</summary>
    /// <inheritdoc cref="View{T}"/>
    public void Access<T>(SpanAction<T> action) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(action);
        using TensorView<T> view = View<T>();
        action(view.Span);
    }

    /// <summary>Runs <paramref name="action"/> on a read-only span of the elements; the span cannot
    /// outlive the call.</summary>
    /// <remarks>This does not count as a write, so memory that a tape has saved may be
    /// read.</remarks>
    /// <exception cref="DTypeMismatchException">The elements have another type.</exception>
    /// <exception cref="InvalidArgumentException">The tensor is not contiguous, or too large for a span.</exception>
    public void Read<T>(ReadOnlySpanAction<T> action) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(action);
        Match<T>();
        using TensorView<T> view = ViewAs<T>(writable: false);
        action(view.Span);
    }

    /// <summary>Replaces the core's length error, which is in bytes, by one in elements.</summary>
    private void CheckLength(int status, int length, string name)
    {
        if (status == (int)Status.ShapeMismatch && Size is var size && size != length)
        {
            throw new ShapeMismatchException($"shape [{string.Join(",", Shape.ToArray())}] has {size} elements, the {name} {length}");
        }
        GC.KeepAlive(this);
        Errors.Check(status);
    }

    /// <summary>The element type of a copy: that of the tensor, or float32 if floats are requested
    /// from float16 or bfloat16.</summary>
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

    /// <summary>Returns the shape, after checking its number of axes.</summary>
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

    /// <summary>Returns the number of elements of a shape, after checking that a .NET array can
    /// have it, in all and along each axis.</summary>
    private static int Fitting(long[] shape)
    {
        Int128 size = shape.Aggregate(Int128.One, (all, axis) => all * axis);
        long most = Math.Max(size > long.MaxValue ? long.MaxValue : (long)size, shape.DefaultIfEmpty(1).Max());
        return most <= Array.MaxLength
            ? (int)size
            : throw new InvalidArgumentException($"shape [{string.Join(",", shape)}] has {size} elements, an array at most {Array.MaxLength}");
    }

    // Memory of the caller.

    /// <summary>Creates a tensor with one axis on memory of the caller, without a copy.</summary>
    /// <inheritdoc cref="Wrap{T}(Memory{T}, ReadOnlySpan{long})"/>
    public static Tensor Wrap<T>(Memory<T> memory) where T : unmanaged
    {
        long length = memory.Length;
        return Wrap(memory, new ReadOnlySpan<long>(in length));
    }

    /// <summary>Creates a tensor on memory of the caller, in row-major order, without a copy: a write through one is
    /// visible through the other.</summary>
    /// <remarks>The memory is pinned until the last tensor, view, alias and tape that uses it is gone, and is unpinned at
    /// most a quarter of a second later, or by the next call of this. No limit and no statistics count it. A tape does not
    /// see what is written to the memory: do not write between a forward and a backward pass.</remarks>
    /// <typeparam name="T">float, double, Half, bool, or an integer with or without a sign: the tensor has the matching element type.</typeparam>
    /// <param name="memory">An array, a part of one, or what a memory manager has.</param>
    /// <param name="shape">The size along each axis.</param>
    /// <returns>A new tensor, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="ShapeMismatchException">The number of elements of the shape and of the memory
    /// differ.</exception>
    /// <exception cref="InvalidArgumentException">The address is not a multiple of the size of an element, as memory of a
    /// memory manager may have it.</exception>
    public static Tensor Wrap<T>(Memory<T> memory, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Wrapped<T>(memory, shape, writable: true);

    /// <summary>Creates a read-only tensor with one axis on memory of the caller, without a copy.</summary>
    /// <inheritdoc cref="Wrap{T}(ReadOnlyMemory{T}, ReadOnlySpan{long})"/>
    public static Tensor Wrap<T>(ReadOnlyMemory<T> memory) where T : unmanaged
    {
        long length = memory.Length;
        return Wrap(memory, new ReadOnlySpan<long>(in length));
    }

    /// <summary>Creates a read-only tensor on memory of the caller, in row-major order, without a copy: what writes to it
    /// or to a view of it is refused, and a copy can be written (<see cref="IsReadOnly"/>).</summary>
    /// <inheritdoc cref="Wrap{T}(Memory{T}, ReadOnlySpan{long})"/>
    public static Tensor Wrap<T>(ReadOnlyMemory<T> memory, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Wrapped(memory, shape, writable: false);

    private static Tensor Wrapped<T>(ReadOnlyMemory<T> memory, ReadOnlySpan<long> shape, bool writable) where T : unmanaged
    {
        Scope? owner = CurrentScope.Get();
        DType dtype = DTypes.Of<T>();
        ulong nbytes = (ulong)memory.Length * (ulong)sizeof(T);
        ulong result;
        int status, attempt = 0;
        fixed (long* dims = shape)
        {
            do
            {
                // Of each attempt, because the ticket of a failed one comes back.
                MemoryHandle pin = memory.Pin();
                ulong ticket = HostMemory.Hold(pin);
                ulong scope = Call.Number(owner), rank = (ulong)shape.Length;
                status = writable
                    ? Native.tenure_tensor_wrap_ticket(scope, (int)dtype, pin.Pointer, nbytes, dims, rank, ticket, &result)
                    : Native.tenure_tensor_wrap_const_ticket(scope, (int)dtype, pin.Pointer, nbytes, dims, rank, ticket, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    /// <inheritdoc cref="Wrap{T}(Memory{T})"/>
    public static Tensor Wrap<T>(T[] array) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(array);
        return Wrap(array.AsMemory());
    }

    /// <inheritdoc cref="Wrap{T}(Memory{T}, ReadOnlySpan{long})"/>
    public static Tensor Wrap<T>(T[] array, params ReadOnlySpan<long> shape) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(array);
        return Wrap(array.AsMemory(), shape);
    }

    // Exchange of tensors with other libraries, through DLPack.
    // Invariant: only the core reads and writes the structures; this code handles their addresses.

    /// <summary>
    /// Creates a tensor on the memory of another library, through DLPack, without a copy
    /// if possible. Memory that is read-only, misaligned or has negative strides is copied.
    /// </summary>
    /// <remarks>
    /// If this succeeds, it consumes the structure: the deleter is called once, when the
    /// memory is no longer in use, on the thread that releases the last reference, which may be the
    /// finalizer thread. After a copy, the deleter has been called when this returns. If this
    /// fails, the caller still owns the structure. The memory is not counted in statistics or
    /// limits. Memory of a CUDA device stays on its device: wait for the other library's stream
    /// before this call; the deleter is called after the work here on the memory is complete.
    /// Passing the address of anything else, or of a structure that was already consumed,
    /// crashes the process.
    /// </remarks>
    /// <param name="address">The address of the structure.</param>
    /// <param name="versioned">Whether it is a DLManagedTensorVersioned and not a DLManagedTensor.</param>
    /// <param name="copy"><see cref="CopyMode.Never"/> throws if a copy is needed;
    /// <see cref="CopyMode.Always"/> copies in any case.</param>
    /// <returns>A new tensor, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="InvalidArgumentException">The address is invalid, or a copy is needed and
    /// not allowed.</exception>
    /// <exception cref="TensorException">The element type is not supported, or the memory is neither
    /// on the CPU nor on a CUDA device that is available.</exception>
    public static Tensor FromDlpack(nint address, bool versioned = true, CopyMode copy = CopyMode.IfNeeded)
    {
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_from_dlpack(Call.Number(owner), (void*)address, versioned ? (byte)1 : (byte)0, (int)copy, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Exports this tensor's memory to another library, through DLPack, without a
    /// copy.</summary>
    /// <remarks>
    /// The consumer must call the deleter in the structure once, on any thread. Until
    /// then the memory stays alive, even if this tensor is disposed. If the structure is never
    /// consumed, the memory leaks. The consumer may write to the memory, and a tape cannot see
    /// that, so exporting counts as a write, as with <see cref="View{T}"/>.
    /// </remarks>
    /// <param name="versioned">Whether the structure is a DLManagedTensorVersioned (version 1.1)
    /// and not a DLManagedTensor.</param>
    /// <returns>The address of the structure.</returns>
    public nint ToDlpack(bool versioned = true)
    {
        void* address;
        int status = Native.tenure_tensor_to_dlpack(Handle, versioned ? (byte)1 : (byte)0, &address);
        GC.KeepAlive(this);
        Errors.Check(status);
        return (nint)address;
    }

    // Where a tensor's memory is, and copies that outlive a workspace's cycle.

    /// <summary>The workspace that this tensor's memory belongs to; null if it belongs to the
    /// pool.</summary>
    public Workspace? Workspace
    {
        get
        {
            ulong workspace, cycle;
            int status = Native.tenure_tensor_workspace(Handle, &workspace, &cycle);
            GC.KeepAlive(this);
            Errors.Check(status);
            return workspace == 0 ? null : Workspace.Of(workspace, "");
        }
    }

    /// <summary>Returns a tensor with the same elements that <paramref name="scope"/> owns, in the
    /// memory of that scope: a workspace's block or the pool. The elements are copied, or shared if
    /// they are in that memory already.</summary>
    /// <remarks>In a workspace it ends with the cycle.</remarks>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The scope is closed or takes no members.</exception>
    public Tensor LeverageTo(Scope scope)
    {
        ArgumentNullException.ThrowIfNull(scope);
        return CopyTo((scope as Workspace)?.CycleScope ?? scope);
    }

    /// <summary>As <see cref="LeverageTo(Scope)"/>, for this thread's workspace of that name
    /// (<see cref="Workspace.Find"/>).</summary>
    /// <exception cref="InvalidArgumentException">There is no such workspace.</exception>
    public Tensor LeverageTo(string id) => LeverageTo(
        Workspace.Find(id) ?? throw new InvalidArgumentException($"there is no workspace '{id}' to leverage to"));

    /// <summary>As <see cref="LeverageTo(string)"/>. If there is no such workspace, the result is
    /// unowned and in the pool's memory; dispose it.</summary>
    public Tensor LeverageOrDetach(string id) => CopyTo(Workspace.Find(id)?.CycleScope);

    /// <summary>Returns a tensor with the same elements that the current scope owns, in the memory
    /// of that scope. If no scope is open, the result is unowned and in the pool's memory. The
    /// elements are copied, or shared if they are in that memory already.</summary>
    public Tensor Migrate() => CopyTo(CurrentScope.Get());

    private Tensor CopyTo(Scope? owner)
    {
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_leverage(Call.Number(owner), Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, this);
    }
}
