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
    public override string ToString()
    {
        // A first guess that fits most; what is longer says how long it is.
        Span<byte> small = stackalloc byte[1024];
        int status = Print(small, out nuint needed, out string text);
        while (status == 0 && text.Length == 0 && needed > 1)
        {
            status = Print(new byte[needed], out needed, out text);
        }
        if (status == (int)Status.InvalidHandle)
        {
            return "Tensor(closed)";
        }
        Errors.Check(status);
        return text;
    }

    private protected override int Release() => Native.tenure_tensor_dispose(Handle);

    private int Print(Span<byte> buffer, out nuint needed, out string text)
    {
        nuint length = 0;
        int status;
        fixed (byte* start = buffer)
        {
            status = Native.tenure_tensor_to_string(Handle, start, (nuint)buffer.Length, &length);
        }
        GC.KeepAlive(this);
        needed = length;
        text = status == 0 && length >= 1 && length <= (nuint)buffer.Length
            ? Encoding.UTF8.GetString(buffer[..((int)length - 1)])
            : "";
        return status;
    }

    private long[] Axes(delegate*<ulong, long*, uint, uint*, int> core)
    {
        long* axes = stackalloc long[MaxRank];
        uint rank;
        int status = core(Handle, axes, MaxRank, &rank);
        GC.KeepAlive(this);
        Errors.Check(status);
        return new ReadOnlySpan<long>(axes, (int)rank).ToArray();
    }
}
