// The number of times that scopes have ended because a scope above them was closed or emptied. The
// core counts.
// Invariant: if a scope was found open after this number was read, it stays open while the number
// is unchanged, unless it is closed through its own wrapper. So the core is asked about the scopes
// above the current one once, and not in every operation.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Endings
{
    /// <summary>The address of the number in the core. Set when the library is loaded.</summary>
    internal static ulong* Word;

    /// <summary>The current number; never 0.</summary>
    internal static ulong Now
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Word != null ? Volatile.Read(ref *Word) : First();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong First()
    {
        // Any call loads the library.
        _ = Native.tenure_abi_version();
        return Volatile.Read(ref *Word);
    }
}
