// The tensor: what it is. What can be asked of it, and its operations, are generated (Tensor.g.cs).
// Invariant: a Tensor is one reference to storage in native memory, 32 bytes of managed memory, and knows nothing of its own
// but its handle and owner: every answer is the core's.

using System.Runtime.CompilerServices;
using System.Text;
using Tenure.Interop;
using Tenure.Options;

namespace Tenure;

/// <summary>An array of numbers in native memory, with any number of axes from none to eight.</summary>
/// <remarks>
/// <para>Every operation returns a new tensor. The current <see cref="Scope"/> owns it; without one, the scope of the first
/// operand; without that, you do: dispose it, or the collector will in its own time. In-place operations return nothing.</para>
/// <para>Two tensors may share storage (<see cref="Alias"/> and views): it goes with the last of them.</para>
/// <para>Any member throws <see cref="ClosedException"/> once the tensor, or the scope that owns it, was closed.</para>
/// </remarks>
public unsafe partial class Tensor : NativeResource
{
    /// <summary>The most axes a tensor has.</summary>
    public const int MaxRank = 8;

    internal Tensor(ulong handle, object? holder) : base(handle, holder)
    {
    }

    /// <summary>The elements as NumPy prints an array; "Tensor(closed)" for a closed one.</summary>
    public override string ToString() => Printed(null);

    /// <summary>The elements as NumPy's <c>array2string</c> prints an array with these options; "Tensor(closed)" for a closed
    /// one.</summary>
    /// <param name="precision">The most digits after the point of a float; 8 without options.</param>
    /// <param name="threshold">A tensor of more elements is summarized.</param>
    /// <param name="edgeItems">How many elements a summary keeps at either end of an axis, at least 1.</param>
    /// <param name="lineWidth">The columns of a line, at least 1.</param>
    /// <exception cref="InvalidArgumentException">A number is too small.</exception>
    public string ToString(int precision, long threshold = 1000, long edgeItems = 3, long lineWidth = 75) =>
        Printed((precision, threshold, edgeItems, lineWidth));

    private string Printed((long Precision, long Threshold, long EdgeItems, long LineWidth)? options)
    {
        // A first guess that fits most; what is longer says how long it is.
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

    // Making tensors out of .NET's arrays and out of files. What makes them out of nothing is generated (Tensor.g.cs).

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

    // Brackets: windows by ranges and numbers, elements by masks and lists of indices, and writing into them.

    /// <summary>The window that an index names, on the same memory: <c>t[1..^1, .., 0]</c>; or what is written into it, broadcast
    /// and cast.</summary>
    /// <param name="index">A part for each axis from the first on; the others stay whole.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="InvalidArgumentException">It names too many axes, or an index that is not there.</exception>
    /// <exception cref="ShapeMismatchException">What is written does not broadcast to the window.</exception>
    /// <exception cref="DTypeMismatchException">What is written is of floats and this is not.</exception>
    [IndexerName("Window")]
    [OverloadResolutionPriority(1)] // a number is an index, not a tensor of one
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

    /// <summary>The elements that a mask names, one after another, or these indices of the first axis: a copy; or what is written
    /// in their place.</summary>
    /// <param name="index">Truth values of this shape, or integers.</param>
    /// <returns>A new tensor, which the current scope owns.</returns>
    /// <exception cref="ShapeMismatchException">A mask has another shape, or what is written does not broadcast.</exception>
    /// <exception cref="InvalidArgumentException">An index is not there.</exception>
    [IndexerName("Window")]
    public Tensor this[Tensor index]
    {
        get => Index([Given(index)]);
        set
        {
            if (Given(value) is NumberTensor number)
            {
                // Of this element type, as a number always is among tensors.
                using Tensor one = Full(DType, Device, number.Value).DetachFromScope();
                IndexPutInPlace([Given(index)], one);
            }
            else
            {
                IndexPutInPlace([Given(index)], value);
            }
        }
    }

    /// <summary>A number where a tensor is expected: <c>t[0] = 5</c> writes it into the window, and it takes the element type of
    /// the tensor. Anywhere else it is a tensor of float32 without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(double value) => NumberTensor.Of(value);

    /// <summary>An integer where a tensor is expected: <c>t[0] = 5</c> writes it into the window, and it takes the element type
    /// of the tensor. Anywhere else it is a tensor of int64 without axes, which the current scope owns.</summary>
    public static implicit operator Tensor(long value) => NumberTensor.Of(value);

    /// <summary>A truth value where a tensor is expected: <c>t[0] = true</c> writes it into the window, and it takes the element
    /// type of the tensor. Anywhere else it is a tensor of bool without axes, which the current scope owns.</summary>
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

    // The operators of C#, each the method of the same meaning. Those of long, int, ulong and double do what that of Scalar does:
    // F# looks for an operator of the very type.

    /// <summary>The sum, element by element.</summary>
    public static Tensor operator +(Tensor left, Tensor right) => Given(left).Add(Given(right));

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, double right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, long right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, int right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, ulong right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, Scalar right) => Given(left).Add(right);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(double left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(long left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(int left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(ulong left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(Scalar left, Tensor right) => Given(right).Add(left);

    /// <summary>The difference, element by element.</summary>
    public static Tensor operator -(Tensor left, Tensor right) => Given(left).Sub(Given(right));

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, double right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, long right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, int right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, ulong right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, Scalar right) => Given(left).Sub(right);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(double left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(long left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(int left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(ulong left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(Scalar left, Tensor right) => Given(right).RSub(left);

    /// <summary>The product, element by element.</summary>
    public static Tensor operator *(Tensor left, Tensor right) => Given(left).Mul(Given(right));

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, double right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, long right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, int right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, ulong right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, Scalar right) => Given(left).Mul(right);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(double left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(long left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(int left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(ulong left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(Scalar left, Tensor right) => Given(right).Mul(left);

    /// <summary>The quotient, element by element.</summary>
    public static Tensor operator /(Tensor left, Tensor right) => Given(left).Div(Given(right));

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, double right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, long right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, int right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, ulong right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, Scalar right) => Given(left).Div(right);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(double left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(long left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(int left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(ulong left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(Scalar left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The negative of every element.</summary>
    public static Tensor operator -(Tensor tensor) => Given(tensor).Neg();

    /// <summary>Where the left is less, element by element.</summary>
    public static Tensor operator <(Tensor left, Tensor right) => Given(left).Lt(Given(right));

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, double right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, long right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, int right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, ulong right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, Scalar right) => Given(left).Lt(right);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(double left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(long left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(int left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(ulong left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(Scalar left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is greater, element by element.</summary>
    public static Tensor operator >(Tensor left, Tensor right) => Given(left).Gt(Given(right));

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, double right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, long right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, int right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, ulong right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, Scalar right) => Given(left).Gt(right);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(double left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(long left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(int left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(ulong left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(Scalar left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is less or equal, element by element.</summary>
    public static Tensor operator <=(Tensor left, Tensor right) => Given(left).Le(Given(right));

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, double right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, long right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, int right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, ulong right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, Scalar right) => Given(left).Le(right);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(double left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(long left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(int left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(ulong left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(Scalar left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is greater or equal, element by element.</summary>
    public static Tensor operator >=(Tensor left, Tensor right) => Given(left).Ge(Given(right));

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, double right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, long right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, int right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, ulong right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, Scalar right) => Given(left).Ge(right);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(double left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(long left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(int left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(ulong left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(Scalar left, Tensor right) => Given(right).Le(left);

    /// <summary>What division leaves, with the sign of the divisor, as PyTorch's <c>%</c>; <see cref="Fmod(Tensor)"/> has that of the
    /// dividend, as numbers of C# do.</summary>
    public static Tensor operator %(Tensor left, Tensor right) => Given(left).Remainder(Given(right));

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, double right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, long right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, int right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, ulong right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, Scalar right) => Given(left).Remainder(right);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(double left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(long left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(int left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(ulong left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(Scalar left, Tensor right) => Given(right).RMod(left);

    /// <summary>The bits that both have; of truth values whether both are true.</summary>
    public static Tensor operator &(Tensor left, Tensor right) => Given(left).BitwiseAnd(Given(right));

    /// <summary>The bits that at least one has; of truth values whether one is true.</summary>
    public static Tensor operator |(Tensor left, Tensor right) => Given(left).BitwiseOr(Given(right));

    /// <summary>The bits that just one has; of truth values whether they differ.</summary>
    public static Tensor operator ^(Tensor left, Tensor right) => Given(left).BitwiseXor(Given(right));

    /// <summary>The bits that both have.</summary>
    public static Tensor operator &(Tensor left, long right) => Given(left).BitwiseAnd(right);

    /// <summary>The bits that at least one has.</summary>
    public static Tensor operator |(Tensor left, long right) => Given(left).BitwiseOr(right);

    /// <summary>The bits that just one has.</summary>
    public static Tensor operator ^(Tensor left, long right) => Given(left).BitwiseXor(right);

    /// <summary>The bits, further to the left.</summary>
    public static Tensor operator <<(Tensor left, Tensor right) => Given(left).BitwiseLeftShift(Given(right));

    /// <summary>The bits, further to the left.</summary>
    public static Tensor operator <<(Tensor left, long right) => Given(left).BitwiseLeftShift(right);

    /// <summary>The bits, further to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, Tensor right) => Given(left).BitwiseRightShift(Given(right));

    /// <summary>The bits, further to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, long right) => Given(left).BitwiseRightShift(right);

    /// <summary>Every bit of an integer, and every truth value, the other way.</summary>
    public static Tensor operator ~(Tensor tensor) => Given(tensor).BitwiseNot();

    private static Tensor Given(Tensor operand, [CallerArgumentExpression(nameof(operand))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(operand, name);
        return operand;
    }

    // Elements in and out: copies, and spans over native memory.
    // Invariant: a copy is checked by the core against the tensor's bytes, so that a wrong length is an error and no overrun.

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

    // Tensors of other libraries and for them, by DLPack.
    // Invariant: the core reads and writes the structures; an address is all that is seen of them here.

    /// <summary>
    /// A tensor on the memory of another library, by DLPack, without a copy where that is possible: memory that is read-only,
    /// misaligned or has negative strides is copied.
    /// </summary>
    /// <remarks>
    /// If this succeeds, the structure is this library's: its deleter is called once, when nothing uses the memory any more, on
    /// the thread that gives the last reference up, which may be the finalizer's. Of a copy it has been called when this
    /// returns. If this fails, the structure is the caller's as before. The memory is in no count and under no limit. An address
    /// that is not that of such a structure, or of one that was consumed before, ends the process.
    /// </remarks>
    /// <param name="address">Of the structure.</param>
    /// <param name="versioned">Whether it is a DLManagedTensorVersioned and not a DLManagedTensor.</param>
    /// <param name="copy">Never refuses what would be copied; Always copies in any case.</param>
    /// <returns>A new tensor, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">This is not the address of such a structure, or a copy is needed and not allowed.</exception>
    /// <exception cref="TensorException">There is no such element type, or the memory is not the processor's.</exception>
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

    /// <summary>Lends this memory to another library, by DLPack, without a copy.</summary>
    /// <remarks>
    /// Whoever has the address calls the deleter that stands in the structure, once, on any thread. Until then the memory stays,
    /// whatever is disposed of here. Nothing calls the deleter if nobody takes the address. Other libraries may write the
    /// memory, and no tape sees it, so this counts as a write, as <see cref="View{T}"/> does.
    /// </remarks>
    /// <param name="versioned">Whether the structure is a DLManagedTensorVersioned (of version 1.1) and not a DLManagedTensor.</param>
    /// <returns>The address of the structure.</returns>
    public nint ToDlpack(bool versioned = true)
    {
        void* address;
        int status = Native.tenure_tensor_to_dlpack(Handle, versioned ? (byte)1 : (byte)0, &address);
        GC.KeepAlive(this);
        Errors.Check(status);
        return (nint)address;
    }

    // Where a tensor's memory lies, and the ways out of a workspace that make another tensor.

    /// <summary>The workspace whose memory this lies in; null when that is the pool's.</summary>
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

    /// <summary>A new tensor of these elements that <paramref name="scope"/> owns, in its memory, which is a workspace's block or the
    /// pool's: a copy, or a second reference where they lie there already.</summary>
    /// <remarks>In a workspace it goes with the cycle.</remarks>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The scope is closed or takes no members.</exception>
    public Tensor LeverageTo(Scope scope)
    {
        ArgumentNullException.ThrowIfNull(scope);
        return CopyTo((scope as Workspace)?.CycleScope ?? scope);
    }

    /// <summary>As <see cref="LeverageTo(Scope)"/>, to this thread's workspace of that name (<see cref="Workspace.Find"/>).</summary>
    /// <exception cref="InvalidArgumentException">There is none.</exception>
    public Tensor LeverageTo(string id) => LeverageTo(
        Workspace.Find(id) ?? throw new InvalidArgumentException($"there is no workspace '{id}' to leverage to"));

    /// <summary>As <see cref="LeverageTo(string)"/>; where there is no such workspace a copy in the pool's memory that nobody owns: dispose
    /// it.</summary>
    public Tensor LeverageOrDetach(string id) => CopyTo(Workspace.Find(id)?.CycleScope);

    /// <summary>A new tensor of these elements that the current scope owns, in its memory; unowned and in the pool's, where none is open. A
    /// copy, or a second reference where they lie there already.</summary>
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
