// When the collector is asked for memory: it does not see native bytes, so tensors that nobody owns and nobody uses may be all
// that stands in the way.
// Invariant: a program that owns everything by scopes never comes further than the first line of any function here, unless
// memory is refused.

using System.Runtime.CompilerServices;
using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class Pressure
{
    /// <summary>Where the core says that too much is unowned. Set when the library is loaded.</summary>
    internal static int* Word;

    // More is written in a circle that leaves the caches (measured: twice the time at 128 MiB), less collects more often.
    private const long Most = 48L << 20;
    private const long Least = 1L << 20;
    // So often may threads that were not refused yet take what was freed.
    private const int Futile = 64;
    private const int LastTry = -1;
    private static bool s_chosen;

    /// <summary>Whether a call that returned <paramref name="status"/> is worth making again: only a refusal of memory is, once, and as
    /// long as some is freed, since other threads may have taken what was; but not for ever. A call is refused for good only
    /// after a collection that began after its first refusal: that others have to be waited for is no reason.</summary>
    /// <param name="status">What the core said.</param>
    /// <param name="tries">0 at first; then what the tries have shown.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int tries) =>
        status is (int)Status.OutOfMemory or (int)Status.LimitExceeded && Again(ref tries);

    /// <summary>Sets how much may gather unowned: what the user says, else what suits the limit.</summary>
    internal static void SetThreshold(Device device, long bytes)
    {
        s_chosen = bytes != 0;
        Errors.Check(Native.tenure_memory_set_unowned_threshold(device.Code, unchecked((ulong)bytes)));
        Tune();
    }

    /// <summary>A new limit: unless the user has chosen, a collection is due well before it is reached.</summary>
    internal static void Tune()
    {
        if (!s_chosen)
        {
            long limit = TenureRuntime.Stats().LimitBytes;
            Native.tenure_memory_set_unowned_threshold(Device.Cpu.Code, (ulong)Math.Clamp(limit / 8, Least, Most));
        }
    }

    /// <summary>A call follows that cannot be made again: if it may want memory that only the collector can free, now is the
    /// time.</summary>
    internal static void BeforeTheOnlyTry()
    {
        MemoryStats stats = TenureRuntime.Stats();
        if (stats.UnownedBytes > stats.LimitBytes - Math.Min(stats.LimitBytes, stats.LiveBytes))
        {
            Escalation.LittleRoom(stats.UnownedBytes);
        }
    }

    /// <summary>Something was made, or moved, that nobody owns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void AfterUnowned()
    {
        if (Word != null && Volatile.Read(ref *Word) != 0)
        {
            Escalation.TooMuchUnowned();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Again(ref int tries)
    {
        if (tries == LastTry)
        {
            return false;
        }
        bool freed = Escalation.Refused();
        // Once more in any case: the refusal may be older than what was freed last, which no escalation frees again.
        tries = freed && tries < Futile ? tries + 1 : LastTry;
        return true;
    }
}
