// Runs the garbage collector under memory pressure. The collector does not see native memory, so
// unreachable unowned tensors may hold the memory that an allocation needs. The core decides when
// to collect, which generations, and in which order waiting threads continue; this code executes
// its steps.
// Invariant: in a program in which scopes own everything, every function here returns at its first
// check, unless memory is refused.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Pressure
{
    /// <summary>The core's code for a collector with generations.</summary>
    internal const int Collector = 1;

    /// <summary>The address of the core's flag for too much unowned memory. Set when the library is
    /// loaded.</summary>
    internal static int* Word;

    // The core's steps: 0 ends the series, 1 retries the call, n > 1 collects generation n - 1.
    private const ulong Again = 1;
    // Collecting a heap of this size takes as long as a few finalizers.
    private const long SmallHeap = 256L << 20;

    /// <summary>Whether to retry a call that returned <paramref name="status"/>. Only a call that
    /// was refused memory is retried, at least once, and as long as the core requests it. Call this
    /// after each try.</summary>
    /// <param name="status">The status of the call.</param>
    /// <param name="ticket">0 before the first try; then the core's number for this series of
    /// tries.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int ticket) => (status | ticket) != 0 && IsMadeAgain(status, ref ticket);

    /// <summary>Called before a call that cannot be retried: collects now if it may need memory
    /// that only the collector can free.</summary>
    internal static void BeforeTheOnlyTry() => Follow(Enter(&Native.tenure_pressure_only_try));

    /// <summary>Called after a resource was created or became unowned; collects if too much is
    /// unowned.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void AfterUnowned()
    {
        if (Word != null && Volatile.Read(ref *Word) != 0)
        {
            Follow(Enter(&Native.tenure_pressure_high));
        }
    }

    /// <summary>Returns a ticket from the core; 0 if there is nothing to do.</summary>
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

    /// <summary>Executes the core's steps. Returns true if the call is to be retried; if not, the
    /// ticket is released.</summary>
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
        ulong next; // the core wakes this ticket's thread
        Native.tenure_pressure_leave(ticket, &next);
    }

    private static void Collect(int generation, ulong ticket)
    {
        // A large heap is collected in the background, and waited for only as long as the core
        // allows.
        bool blocking = generation < 2 || GC.GetTotalMemory(false) < SmallHeap;
        int count = GC.CollectionCount(generation);
        GC.Collect(generation, GCCollectionMode.Forced, blocking);
        SpinWait.SpinUntil(() => blocking || GC.CollectionCount(generation) != count || !Finalizers.IsWaiting(ticket));
        Native.tenure_pressure_over(ticket, 1, 0);
        Finalizers.Wait(ticket);
    }
}
