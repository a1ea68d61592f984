// The library as a whole: its version, its random numbers, its memory.

using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>What concerns the native library rather than one tensor.</summary>
public static unsafe partial class TenureRuntime
{
    /// <summary>The version of the native library.</summary>
    public static string Version => NativeText.Read(Native.tenure_version);

    /// <summary>Starts the one generator of random numbers anew; the stream is the same on every machine and in every language.</summary>
    public static void Seed(ulong seed) => Errors.Check(Native.tenure_random_seed(seed));

    /// <summary>What the core counts for a device, the CPU unless said.</summary>
    /// <exception cref="TensorException">There is no such device.</exception>
    public static MemoryStats Stats(Device device = default)
    {
        MemoryStats stats;
        Errors.Check(Native.tenure_memory_stats(device.Code, &stats));
        return stats;
    }

    /// <summary>The most bytes a device may hold; 0 goes back to the default.</summary>
    public static void SetMemoryLimit(long bytes, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_limit(device.Code, unchecked((ulong)bytes)));

    /// <summary>What happens in the process while <paramref name="body"/> runs.</summary>
    public static CounterStats Measure(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        using Counter counter = Measure();
        body();
        return counter.Stats;
    }

    /// <summary>How many bytes may gather in tensors that nobody owns before the collector is asked for them; each
    /// counts 192 bytes more than its data, what the library keeps of it. 0 for the default, an eighth of the memory limit, at most
    /// 48 MiB.</summary>
    public static void SetUnownedThreshold(long bytes, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_unowned_threshold(device.Code, unchecked((ulong)bytes)));

    /// <summary>Sets how long memory that no tensor uses is kept for the next tensor, 10 seconds at first. Then it goes back to the
    /// system by itself, at the latest after twice as long. In a loop whose steps are further apart than that, each step asks the system
    /// again.</summary>
    /// <exception cref="InvalidArgumentException">The period is shorter than a millisecond.</exception>
    public static void SetDecay(TimeSpan period, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_decay(device.Code, period.Ticks / TimeSpan.TicksPerMillisecond));

    /// <summary>How long memory that no tensor uses is kept for the next tensor.</summary>
    public static unsafe TimeSpan Decay(Device device = default)
    {
        long millis;
        Errors.Check(Native.tenure_memory_decay(device.Code, &millis));
        return TimeSpan.FromMilliseconds(Math.Min(millis, TimeSpan.MaxValue.Ticks / TimeSpan.TicksPerMillisecond));
    }

    /// <summary>Frees what the collector finds forgotten: unowned tensors and scopes that nobody can reach. For tests, and
    /// before a count is asserted.</summary>
    public static void Drain()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
