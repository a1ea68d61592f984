// Waiting for finalizers, but not for ever: one of the user's may never return, and GC.WaitForPendingFinalizers has no
// time limit. So a thread of its own waits for them, and others for it.

using System.Diagnostics;

namespace Tenure.Interop;

internal static class Finalizers
{
    private static readonly Lock Gate = new();
    private static readonly AutoResetEvent Asked = new(false);
    private static readonly ManualResetEventSlim Done = new(true);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(1);
    // Nothing was freed for so long: nothing will be.
    private static readonly TimeSpan Stuck = TimeSpan.FromMilliseconds(100);
    private static bool s_running;
    private static Thread? s_thread;

    /// <summary>Whether this is the thread that runs them: it must not wait for itself.</summary>
    internal static bool AreHere => Thread.CurrentThread == s_thread;

    /// <summary>Waits until those that are pending have run, at most so long. False when the time is up, they are still at it, and more
    /// than <paramref name="enough"/> bytes are unowned.</summary>
    /// <remarks>Where threads make garbage all the time there are always some pending. One of the user's that does not return ends
    /// the wait, too: nothing comes any more.</remarks>
    internal static bool Wait(TimeSpan longest, ulong enough)
    {
        Ask();
        long began = Stopwatch.GetTimestamp(), last = began;
        ulong freed = TenureRuntime.Stats().BackstopFreed;
        while (!Done.Wait(Look))
        {
            MemoryStats now = TenureRuntime.Stats();
            if (Stopwatch.GetElapsedTime(began) >= longest)
            {
                return now.UnownedBytes <= enough || Stopwatch.GetElapsedTime(last) >= Stuck;
            }
            if (now.BackstopFreed != freed)
            {
                freed = now.BackstopFreed;
                last = Stopwatch.GetTimestamp();
            }
            else if (Stopwatch.GetElapsedTime(last) >= Stuck)
            {
                return true;
            }
        }
        return true;
    }

    private static void Ask()
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
        }
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
