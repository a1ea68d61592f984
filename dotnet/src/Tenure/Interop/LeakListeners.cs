// Tells listeners what the collector had to free.
// Invariant: handlers run on a thread of their own, one leak after the other, never on the collector's; each leak is told
// once.

namespace Tenure.Interop;

internal static class LeakListeners
{
    private static readonly Lock Gate = new();
    private static readonly AutoResetEvent Found = new(false);
    private static Action<Leak>? s_handlers;
    private static bool s_running;

    internal static void Add(Action<Leak>? handler)
    {
        lock (Gate)
        {
            s_handlers += handler;
            if (!s_running)
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
        }
    }

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
        var told = new HashSet<ulong>();
        while (true)
        {
            Found.WaitOne();
            try
            {
                Leak[] collected = [.. TenureRuntime.FindLeaks(TenureRuntime.Snapshot()).Where(leak => leak.Collected)];
                foreach (Leak leak in collected.Where(leak => !told.Contains(leak.Handle)))
                {
                    Tell(leak);
                }
                // What the core has forgotten need not be remembered here.
                told = [.. collected.Select(leak => leak.Handle)];
            }
            catch (Exception error)
            {
                Say(error);
            }
        }
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
