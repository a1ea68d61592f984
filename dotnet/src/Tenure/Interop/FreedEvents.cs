// Tells listeners of the event source how many handles the backstop has freed.
// Invariant: the finalizer thread only counts, and only while a listener wants that; the listener's
// code runs on a thread of the pool, which gets what has gathered as one event.

namespace Tenure.Interop;

internal static class FreedEvents
{
    private static long s_freed;

    /// <summary>Called on the finalizer thread for each freed handle.</summary>
    internal static void Count()
    {
        if (TenureEvents.Log.WantsFreed && Interlocked.Increment(ref s_freed) == 1)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static _ => Logs.Quietly(Tell), null);
        }
    }

    private static void Tell() => TenureEvents.Log.BackstopFreed(Interlocked.Exchange(ref s_freed, 0));
}
