// Multidimensional .NET arrays, whose elements are contiguous in row-major order.

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static class Arrays
{
    /// <summary>Returns the elements of an array with any number of dimensions.</summary>
    /// <typeparam name="T">The type of the elements.</typeparam>
    internal static Span<T> Elements<T>(Array array) where T : unmanaged =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);
}
