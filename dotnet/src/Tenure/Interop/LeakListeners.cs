// Tells listeners what the collector had to free.
// Invariant: handlers run on a thread of their own, one leak after the other, never on the collector's; each leak is told
// once, which is why the core numbers them. The thread is there while there is something to tell, so that an idle one
// keeps no load context. What a handler throws ends nothing.

using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class LeakListeners
{
    private static ulong s_told;
    private static int s_telling;

    internal static event Action<Leak>? Handlers;

    /// <summary>The backstop has freed something. Called on the finalizer thread: waits for no handler.</summary>
    internal static void Notify()
    {
        if (Handlers is not null && Interlocked.Exchange(ref s_telling, 1) == 0)
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

    /// <summary>Tells what was found, also what is found meanwhile. It is all that its thread runs, so nothing may come out.</summary>
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
