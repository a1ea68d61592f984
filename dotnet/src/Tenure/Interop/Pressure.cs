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

    // More is written in a circle that leaves the caches (measured: twice the time at 128 MiB), less collects more often.
    private const ulong Most = 48UL << 20;
    private const ulong Least = 1UL << 20;
    private const int LongestMilliseconds = 500;
    private static bool s_chosen;
    // At the end of the last climb: what was freed in all, and whether that climb freed nothing.
    [ThreadStatic]
    private static ulong t_freed;
    [ThreadStatic]
    private static bool t_fruitless;

    /// <summary>Whether a call that returned <paramref name="status"/> is worth making again: only a refusal of memory is, once, and as
    /// long as some is freed, since other threads may have taken what was; but not for ever.</summary>
    /// <param name="status">What the core said.</param>
    /// <param name="since">0 at first; then when memory was first refused.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int since) =>
        status is (int)Status.OutOfMemory or (int)Status.LimitExceeded && Again(ref since);

    /// <summary>Sets how much may gather unowned: what the user says, else what suits the limit.</summary>
    internal static void SetThreshold(Device device, ulong bytes)
    {
        s_chosen = bytes != 0;
        Errors.Check(Native.tenure_memory_set_unowned_threshold(device.Code, bytes));
        Tune();
    }

    /// <summary>A new limit: unless the user has chosen, a collection is due well before it is reached.</summary>
    internal static void Tune()
    {
        if (!s_chosen)
        {
            ulong limit = TenureRuntime.Stats().LimitBytes;
            Native.tenure_memory_set_unowned_threshold(Device.Cpu.Code, Math.Clamp(limit / 8, Least, Most));
        }
    }

    /// <summary>A call follows that cannot be made again: if it may want memory that only the collector can free, now is the
    /// time.</summary>
    internal static void BeforeTheOnlyTry()
    {
        MemoryStats stats = TenureRuntime.Stats();
        if (stats.UnownedBytes > stats.LimitBytes - Math.Min(stats.LimitBytes, stats.LiveBytes))
        {
            Ladder.LittleRoom(stats.UnownedBytes);
        }
    }

    /// <summary>Something was made, or moved, that nobody owns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void AfterUnowned()
    {
        if (Word != null && Volatile.Read(ref *Word) != 0)
        {
            Ladder.TooMuchUnowned();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Again(ref int since)
    {
        int now = Environment.TickCount | 1;
        bool first = since == 0;
        since = first ? now : since;
        if (now - since >= LongestMilliseconds)
        {
            return false;
        }
        // Another thread's ladder may have made room between the refusal and this one's.
        if (!first && t_fruitless && TenureRuntime.Stats().BackstopFreed == t_freed)
        {
            return false;
        }
        bool freed = Ladder.Refused();
        ulong total = TenureRuntime.Stats().BackstopFreed;
        freed |= !first && total != t_freed;
        t_freed = total;
        t_fruitless = !freed;
        // The first refusal may be older than what was freed last: no climb frees that again.
        return freed || first;
    }
}
