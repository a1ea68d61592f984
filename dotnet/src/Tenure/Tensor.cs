// The tensor: what it is. What can be asked of it, and its operations, are generated (Tensor.g.cs).
// Invariant: a Tensor is one reference to storage in native memory, 32 bytes of managed memory, and knows nothing of its own
// but its handle and owner: every answer is the core's.

using System.Text;
using Tenure.Interop;

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
}
