// Waits for finalizers with a time limit: a user's finalizer may never return, and
// GC.WaitForPendingFinalizers has no time limit. So a separate thread waits for the finalizers, and
// callers wait for that thread.
// Invariant: the thread ends after a second without requests, and the next request starts a new
// one, because a permanent thread would keep a collectible AssemblyLoadContext alive. It does not
// capture the execution context, which would keep the scope alive that was current when it was
// started.

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

    /// <summary>Whether this is the finalizer thread, which must not wait for itself.</summary>
    internal static bool AreHere => Thread.CurrentThread == s_thread;

    /// <summary>Waits until the pending finalizers have run, but no longer than the core allows: if
    /// threads create garbage continuously, finalizers are always pending, and a user's finalizer
    /// may not return.</summary>
    internal static void Wait(ulong ticket)
    {
        Ask();
        while (!Done.Wait(Look) && IsWaiting(ticket))
        {
        }
    }

    /// <summary>Whether the core allows to keep waiting.</summary>
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
            // A request may have arrived after the timeout.
            s_running = Asked.WaitOne(0);
            return s_running;
        }
    }

    /// <summary>An object whose finalizer stores the finalizer thread.</summary>
    private sealed class Probe
    {
        ~Probe() => s_thread = Thread.CurrentThread;
    }
}
