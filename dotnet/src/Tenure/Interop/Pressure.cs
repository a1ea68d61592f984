// When the collector is asked for memory: it does not see native bytes, so tensors that nobody owns and nobody uses may be all
// that stands in the way.
// Invariant: a program that owns everything by scopes never comes further than the first line of any function here, unless
// memory is refused.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Pressure
{
    /// <summary>Where the core says that too much is unowned. Set when the library is loaded.</summary>
    internal static int* Word;

    private const int Tries = 3;

    /// <summary>Whether a call that returned <paramref name="status"/> is worth making again: only a refusal of memory is, when
    /// the collector has freed some, and not for ever.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int attempt) =>
        status is (int)Status.OutOfMemory or (int)Status.LimitExceeded && ++attempt < Tries && Ladder.Refused();

    /// <summary>Something was made, or moved, that nobody owns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void AfterUnowned()
    {
        if (Word != null && Volatile.Read(ref *Word) != 0)
        {
            Ladder.TooMuchUnowned();
        }
    }
}
