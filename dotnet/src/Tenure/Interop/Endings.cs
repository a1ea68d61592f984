// How often scopes have ended with another: closed with one further up, or when that was emptied. The core counts.
// Invariant: a scope that was found open after this number was read is open for as long as it stays the same, unless it was
// closed through its own wrapper. So of what is above the current scope the core is asked once, and not at every operation.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Endings
{
    /// <summary>Where the core keeps it. Set when the library is loaded.</summary>
    internal static ulong* Word;

    /// <summary>The number; never 0.</summary>
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
