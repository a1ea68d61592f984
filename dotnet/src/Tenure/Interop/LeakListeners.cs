// Reports to handlers and to the event source which resources the collector had to free.
// Invariant: handlers run on a separate thread, one leak after the other, and never on the
// finalizer thread. Each leak is reported once; the core numbers them for this. The thread exists
// only while there are leaks to report, so that an idle thread does not keep a load context alive.
// If a handler throws, the others still run.

using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class LeakListeners
{
    private static ulong s_told;
    private static int s_telling;

    internal static event Action<Leak>? Handlers;

    /// <summary>Called on the finalizer thread after a backstop has freed a resource. Does not wait
    /// for handlers.</summary>
    internal static void Notify()
    {
        if ((Handlers is not null || TenureEvents.Log.WantsLeaks) && Interlocked.Exchange(ref s_telling, 1) == 0)
        {
            try
            {
                new Thread(TellAll) { IsBackground = true, Name = "tenure leak listener" }.UnsafeStart();
            }
            catch (Exception)
            {
                Volatile.Write(ref s_telling, 0);
                throw;
            }
        }
    }

    /// <summary>Reports all leaks that were found, including those found meanwhile. It must not
    /// throw, because it is the body of a thread.</summary>
    private static void TellAll()
    {
        try
        {
            do
            {
                TellNew();
                Volatile.Write(ref s_telling, 0);
            }
            while (s_told != FoundSoFar() && Interlocked.Exchange(ref s_telling, 1) == 0);
        }
        catch (Exception error)
        {
            Volatile.Write(ref s_telling, 0);
            Notices.Write("leaks could not be told to their listeners", error);
        }
    }

    private static void TellNew()
    {
        ulong found = FoundSoFar();
        string rows = NativeText.Read((buffer, room, needed) =>
            Native.tenure_leak_found(s_told, found, Rows.Format, buffer, room, needed));
        foreach (string[] row in Rows.Of(rows))
        {
            Tell(Leak.From(row));
        }
        s_told = found;
    }

    private static ulong FoundSoFar()
    {
        ulong count;
        Errors.Check(Native.tenure_leak_found_count(&count));
        return count;
    }

    private static void Tell(Leak leak)
    {
        if (TenureEvents.Log.WantsLeaks)
        {
            Logs.Quietly(() => TenureEvents.Log.Leak(leak.Line, leak.Path ?? "", leak.Site ?? ""));
        }
        foreach (Action<Leak> handler in Delegate.EnumerateInvocationList(Handlers))
        {
            try
            {
                handler(leak);
            }
            catch (Exception error)
            {
                Notices.Write("a listener for leaks failed", error);
            }
        }
    }
}
