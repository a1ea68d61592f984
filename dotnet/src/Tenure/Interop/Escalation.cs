// Escalation under memory pressure: collect the young first (generation 1 costs what generation 0
// does, 50 us, and finds what an ordinary collection has just promoted), let the finalizers run,
// look, collect all (which stops a big heap for 100 ms and more).
//
// Invariant: one thread escalates at a time, and the others wait for it: those who were refused
// memory until it is their turn or somebody else's escalation has shown what there is, all others
// for half a second at most. What it costs stays in proportion: all generations are collected only
// when the young leave too much, or when several times as much has gathered since as was found to
// be in use.

using System.Diagnostics;
using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class Escalation
{
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(500);
    // To be refused what is garbage is worse than to wait: a machine may be so busy that finalizers do not run for a while.
    private static readonly TimeSpan LongestRefused = TimeSpan.FromSeconds(3);
    // A heap of this size is collected in the time of a few finalizers.
    private const long SmallHeap = 256L << 20;
    private static readonly Lock Rungs = new();
    // Bytes: unowned after the last time, and after the last time that all generations were collected; made since then.
    private static long s_left;
    private static long s_floor;
    private static long s_since;
    // How many have escalated since memory was refused to them. Written by whoever escalates.
    private static long s_escalations;
    // What was left when a call that has only one try wanted room.
    private static long s_inUse;

    /// <summary>More is unowned than the threshold allows.</summary>
    internal static void TooMuchUnowned()
    {
        long began = Stopwatch.GetTimestamp();
        if (Finalizers.AreHere)
        {
            return;
        }
        if (!Rungs.TryEnter())
        {
            // Whoever is on it works for this thread too.
            if (Rungs.TryEnter(Longest))
            {
                Rungs.Exit();
            }
            return;
        }
        try
        {
            Escalate(began);
        }
        finally
        {
            Rungs.Exit();
        }
    }

    /// <summary>There is less room than is unowned. What was found to be in use is not looked for again.</summary>
    internal static void LittleRoom(long unowned)
    {
        s_inUse = Math.Min(s_inUse, unowned);
        if (unowned > s_inUse + (s_inUse / 4))
        {
            Refused();
            s_inUse = TenureRuntime.Stats().UnownedBytes;
        }
    }

    /// <summary>Memory was refused. True when some was freed, so that the call is worth making again.</summary>
    internal static bool Refused()
    {
        if (Finalizers.AreHere)
        {
            return false;
        }
        MemoryStats before = TenureRuntime.Stats();
        long escalations = Volatile.Read(ref s_escalations);
        lock (Rungs)
        {
            // An escalation that began after this was refused shows what there is to this thread too.
            if (s_escalations == escalations && !Freed(before))
            {
                s_escalations++;
                long began = Stopwatch.GetTimestamp();
                Native.tenure_memory_relieving(Device.Cpu.Code);
                for (int generation = 1; generation <= 2 && !Freed(before); generation++)
                {
                    Collect(generation, began, LongestRefused, enough: 0);
                }
                Native.tenure_memory_relieved(Device.Cpu.Code);
            }
            // Blocks that were freed just now may be of sizes that this request cannot use.
            Native.tenure_memory_trim(Device.Cpu.Code);
            return Freed(before);
        }
    }

    private static bool Freed(MemoryStats before)
    {
        MemoryStats now = TenureRuntime.Stats();
        return now.LiveBytes < before.LiveBytes || now.BackstopFreed > before.BackstopFreed;
    }

    private static void Escalate(long began)
    {
        if (Volatile.Read(ref *Pressure.Word) == 0)
        {
            return;
        }
        Native.tenure_memory_relieving(Device.Cpu.Code);
        long before = TenureRuntime.Stats().UnownedBytes;
        s_floor = Math.Min(s_floor, before); // no more can be in use than there is
        s_since += before - Math.Min(before, s_left);
        // What died in an older generation is found in time, too: when as much again has been made.
        int first = s_since > (s_floor + before) * 8 ? 2 : 1;
        long left = before;
        for (int generation = first; generation <= 2; generation++)
        {
            if (!Collect(generation, began, Longest, Few(before)))
            {
                // The finalizers are behind. What they have still to free is not in use: whoever makes more waits in his turn.
                return;
            }
            left = TenureRuntime.Stats().UnownedBytes;
            s_floor = generation == 2 ? left : Math.Min(s_floor, left);
            if (generation == 2)
            {
                s_since = 0;
            }
            if (left <= Few(before))
            {
                break;
            }
        }
        s_left = left;
        Native.tenure_memory_relieved(Device.Cpu.Code);
    }

    /// <summary>Half of what there was above what is in use.</summary>
    private static long Few(long before) => s_floor + ((before - Math.Min(before, s_floor)) / 2);

    /// <summary>False when the time is up and the finalizers are not through.</summary>
    private static bool Collect(int generation, long began, TimeSpan longest, long enough)
    {
        // A big heap is not stopped for all of its collection; what that finds is waited for, if it comes in time.
        bool blocking = generation < 2 || GC.GetTotalMemory(false) < SmallHeap;
        int count = GC.CollectionCount(generation);
        GC.Collect(generation, GCCollectionMode.Forced, blocking);
        var wait = new SpinWait();
        while (!blocking && GC.CollectionCount(generation) == count && Stopwatch.GetElapsedTime(began) < longest)
        {
            wait.SpinOnce();
        }
        return Finalizers.Wait(longest - Stopwatch.GetElapsedTime(began), longest / 5, enough);
    }
}
