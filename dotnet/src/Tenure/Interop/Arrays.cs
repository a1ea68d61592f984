// .NET's arrays of several dimensions, and arrays of arrays. Their elements lie one after another, the last dimension fastest.

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static class Arrays
{
    /// <summary>The elements of an array of any number of dimensions.</summary>
    /// <typeparam name="T">The type of its elements.</typeparam>
    internal static Span<T> Elements<T>(Array array) where T : unmanaged =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);

    /// <summary>Rows, which must have one length, as an array of two dimensions.</summary>
    internal static T[,] Joined<T>(T[][] rows) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(rows);
        int length = rows.Length == 0 ? 0 : rows[0]?.Length ?? 0;
        T[,] all = new T[rows.Length, length];
        Span<T> elements = Elements<T>(all);
        for (int i = 0; i < rows.Length; i++)
        {
            T[] row = rows[i] ?? throw new ArgumentNullException(nameof(rows), $"rows[{i}] is null");
            if (row.Length != length)
            {
                throw new ShapeMismatchException($"rows[{i}] has {row.Length} elements, and those before it have {length}");
            }
            row.CopyTo(elements[(i * length)..]);
        }
        return all;
    }
}
