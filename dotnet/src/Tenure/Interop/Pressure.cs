// When the collector is asked for memory: it does not see native bytes, so tensors that nobody owns and nobody uses may be all
// that stands in the way. The core says when, how hard, and in which order threads that need it come; this does what it is told.
// Invariant: a program that owns everything by scopes never comes further than the first line of any function here, unless
// memory is refused.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Pressure
{
    /// <summary>What the core calls a collector with generations.</summary>
    internal const int Collector = 1;

    /// <summary>Where the core says that too much is unowned. Set when the library is loaded.</summary>
    internal static int* Word;

    // What the core says to do next: 0 is nothing, and more is to collect the generations below that number.
    private const ulong Again = 1;
    // A heap of this size is collected in the time of a few finalizers.
    private const long SmallHeap = 256L << 20;

    /// <summary>Whether a call that returned <paramref name="status"/> is to be made again: only one that was refused memory is, at
    /// least once, and as long as the core says so. It is called after each try.</summary>
    /// <param name="status">What the core said.</param>
    /// <param name="ticket">0 at first; then the core's name for what the tries have shown.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int ticket) => (status | ticket) != 0 && IsMadeAgain(status, ref ticket);

    /// <summary>A call follows that cannot be made again: if it may want memory that only the collector can free, now is the
    /// time.</summary>
    internal static void BeforeTheOnlyTry() => Follow(Enter(&Native.tenure_pressure_only_try));

    /// <summary>Something was made, or moved, that nobody owns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void AfterUnowned()
    {
        if (Word != null && Volatile.Read(ref *Word) != 0)
        {
            Follow(Enter(&Native.tenure_pressure_high));
        }
    }

    /// <summary>A ticket; 0 if there is nothing to do.</summary>
    private static ulong Enter(delegate*<int, ulong, ulong*, int> core)
    {
        ulong ticket;
        Errors.Check(core(Collector, Finalizers.AreHere ? 0 : (ulong)Environment.CurrentManagedThreadId, &ticket));
        return ticket;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsMadeAgain(int status, ref int ticket)
    {
        if (status is (int)Status.OutOfMemory or (int)Status.LimitExceeded)
        {
            ticket = ticket == 0 ? (int)Enter(&Native.tenure_pressure_refused) : ticket;
            return Follow((ulong)ticket);
        }
        Leave((ulong)ticket);
        return false;
    }

    /// <summary>Does what the core says. True when the call is to be made again; else the ticket is done with.</summary>
    private static bool Follow(ulong ticket)
    {
        ulong step = 0;
        try
        {
            while (ticket != 0 && Native.tenure_pressure_wait_next(ticket, &step) == 0 && step > Again)
            {
                Collect((int)step - 1, ticket);
            }
        }
        finally
        {
            if (step != Again)
            {
                Leave(ticket);
            }
        }
        return step == Again;
    }

    private static void Leave(ulong ticket)
    {
        ulong next; // is woken by the core
        Native.tenure_pressure_leave(ticket, &next);
    }

    private static void Collect(int generation, ulong ticket)
    {
        // A big heap is not stopped for all of its collection; what that finds is waited for, if it comes in time.
        bool blocking = generation < 2 || GC.GetTotalMemory(false) < SmallHeap;
        int count = GC.CollectionCount(generation);
        GC.Collect(generation, GCCollectionMode.Forced, blocking);
        SpinWait.SpinUntil(() => blocking || GC.CollectionCount(generation) != count || !Finalizers.IsWaiting(ticket));
        Native.tenure_pressure_over(ticket, 1, 0);
        Finalizers.Wait(ticket);
    }
}
