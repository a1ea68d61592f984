// Waiting for finalizers, but not for ever: one of the user's may never return, and GC.WaitForPendingFinalizers has no
// time limit. So a thread of its own waits for them, and others for it.
// Invariant: the thread ends when nobody has asked for a second, and the next who asks starts another: a thread that waits for
// ever would keep a collectible AssemblyLoadContext alive. It captures no execution context, which would keep the scope that
// was current where it was started.

namespace Tenure.Interop;

internal static class Finalizers
{
    private static readonly Lock Gate = new();
    private static readonly AutoResetEvent Asked = new(false);
    private static readonly ManualResetEventSlim Done = new(true);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Idle = TimeSpan.FromSeconds(1);
    private static bool s_running;
    private static Thread? s_thread;

    /// <summary>Whether this is the thread that runs them: it must not wait for itself.</summary>
    internal static bool AreHere => Thread.CurrentThread == s_thread;

    /// <summary>Waits until those that are pending have run, but no longer than the core says: where threads make garbage all the
    /// time there are always some pending, and one of the user's may not return.</summary>
    internal static void Wait(ulong ticket)
    {
        Ask();
        while (!Done.Wait(Look) && IsWaiting(ticket))
        {
        }
    }

    /// <summary>Whether the core says to wait on.</summary>
    internal static unsafe bool IsWaiting(ulong ticket)
    {
        byte waits;
        Errors.Check(Native.tenure_pressure_waits(ticket, &waits));
        return waits != 0;
    }

    private static void Ask()
    {
        lock (Gate)
        {
            if (!s_running)
            {
                s_running = true;
                Drop();
                new Thread(Serve) { IsBackground = true, Name = "tenure finalizers" }.UnsafeStart();
            }
            if (Done.IsSet)
            {
                Done.Reset();
                Asked.Set();
            }
        }
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Drop() => _ = new Probe();

    private static void Serve()
    {
        while (IsAsked())
        {
            GC.WaitForPendingFinalizers();
            Done.Set();
        }
    }

    private static bool IsAsked()
    {
        if (Asked.WaitOne(Idle))
        {
            return true;
        }
        lock (Gate)
        {
            // Asked just now, perhaps.
            s_running = Asked.WaitOne(0);
            return s_running;
        }
    }

    /// <summary>Finds out which thread it is.</summary>
    private sealed class Probe
    {
        ~Probe() => s_thread = Thread.CurrentThread;
    }
}
