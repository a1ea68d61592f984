// Tells listeners what the collector had to free.
// Invariant: handlers run on a thread of their own, one leak after the other, never on the collector's; each leak is told
// once. The thread is there as long as there are handlers and the load context is not unloaded.

using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class LeakListeners
{
    private static readonly Lock Gate = new();
    private static readonly AutoResetEvent Found = new(false);
    private static Action<Leak>? s_handlers;
    private static ulong s_told;
    private static bool s_running;

    static LeakListeners() => Unloading.Then(RemoveAll);

    internal static void Add(Action<Leak>? handler)
    {
        lock (Gate)
        {
            s_handlers += handler;
            if (!s_running && s_handlers is not null)
            {
                s_running = true;
                new Thread(Listen) { IsBackground = true, Name = "tenure leak listener" }.Start();
            }
        }
    }

    internal static void Remove(Action<Leak>? handler)
    {
        lock (Gate)
        {
            s_handlers -= handler;
            if (s_handlers is null)
            {
                // So that the thread sees it, and ends.
                Found.Set();
            }
        }
    }

    private static void RemoveAll() => Remove(s_handlers);

    /// <summary>The backstop has freed something. Called on the finalizer thread: takes no lock that a handler may hold.</summary>
    internal static void Notify()
    {
        if (s_handlers is not null)
        {
            Found.Set();
        }
    }

    private static void Listen()
    {
        while (IsWanted())
        {
            try
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
            catch (Exception error)
            {
                Say(error);
            }
        }
    }

    /// <summary>Waits until something was found. False when nobody listens any more.</summary>
    private static bool IsWanted()
    {
        Found.WaitOne();
        lock (Gate)
        {
            s_running = s_handlers is not null;
            return s_running;
        }
    }

    private static ulong FoundSoFar()
    {
        ulong count;
        Errors.Check(Native.tenure_leak_found_count(&count));
        return count;
    }

    private static void Tell(Leak leak)
    {
        foreach (Action<Leak> handler in Delegate.EnumerateInvocationList(s_handlers))
        {
            try
            {
                handler(leak);
            }
            catch (Exception error)
            {
                Say(error);
            }
        }
    }

    private static void Say(Exception error) => Console.Error.WriteLine($"tenure: a listener for leaks failed: {error}");
}
