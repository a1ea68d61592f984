// .NET's arrays of several dimensions. Their elements lie one after another, the last dimension fastest.

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static class Arrays
{
    /// <summary>The elements of an array of any number of dimensions.</summary>
    /// <typeparam name="T">The type of its elements.</typeparam>
    internal static Span<T> Elements<T>(Array array) where T : unmanaged =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);
}
