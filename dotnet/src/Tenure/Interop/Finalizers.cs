// Waiting for finalizers, but not for ever: one of the user's may never return, and GC.WaitForPendingFinalizers has no
// time limit. So a thread of its own waits for them, and others for it.

namespace Tenure.Interop;

internal static class Finalizers
{
    private static readonly Lock Gate = new();
    private static readonly AutoResetEvent Asked = new(false);
    private static readonly ManualResetEventSlim Done = new(true);
    private static bool s_running;
    private static Thread? s_thread;

    /// <summary>Whether this is the thread that runs them: it must not wait for itself.</summary>
    internal static bool AreHere => Thread.CurrentThread == s_thread;

    /// <summary>Waits until those that are pending have run, at most so long.</summary>
    internal static void Wait(TimeSpan longest)
    {
        lock (Gate)
        {
            if (!s_running)
            {
                s_running = true;
                Drop();
                new Thread(Serve) { IsBackground = true, Name = "tenure finalizers" }.Start();
            }
            if (Done.IsSet)
            {
                Done.Reset();
                Asked.Set();
            }
            else
            {
                // It hangs in the last request: some finalizer does not return, and waiting for it is in vain.
                longest = TimeSpan.FromMilliseconds(1);
            }
        }
        Done.Wait(longest > TimeSpan.Zero ? longest : TimeSpan.Zero);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Drop() => _ = new Probe();

    private static void Serve()
    {
        while (true)
        {
            Asked.WaitOne();
            GC.WaitForPendingFinalizers();
            Done.Set();
        }
    }

    /// <summary>Finds out which thread it is.</summary>
    private sealed class Probe
    {
        ~Probe() => s_thread = Thread.CurrentThread;
    }
}
