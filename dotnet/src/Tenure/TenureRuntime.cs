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

    // Leaks: what is alive and should not be, what the collector had to free, what grows; and where it comes from.

    private static bool s_reportsAtExit;

    /// <summary>How much is recorded; the environment variable TENURE_LEAKS sets it from the start (off, sampled, all).</summary>
    /// <remarks>With a level other than <see cref="LeakLevel.Off"/> what is alive when the process ends, or the collectible load
    /// context that this assembly is in is unloaded, is written to the standard error stream.</remarks>
    public static LeakLevel LeakLevel
    {
        get => Interop.Leaks.Level;
        set
        {
            Errors.Check(Native.tenure_leak_set_level((int)value));
            Interop.Leaks.Level = value;
            if (value != LeakLevel.Off)
            {
                ReportAtExit();
            }
        }
    }

    /// <summary>Raised for each resource that the collector had to free while <see cref="LeakLevel"/> is not off, on a
    /// thread of its own.</summary>
    /// <remarks>An exception of a handler ends nothing; it is written to the standard error stream.</remarks>
    public static event Action<Leak>? LeakFound
    {
        add => LeakListeners.Handlers += value;
        remove => LeakListeners.Handlers -= value;
    }

    /// <summary>Everything that is alive, then what the collector had to free since <see cref="ForgetLeaks"/> while
    /// <see cref="LeakLevel"/> was not off; nothing of what was made before <paramref name="since"/>, whenever the collector
    /// finds it.</summary>
    /// <remarks>Workspaces that <see cref="Workspace.Get(string)"/> has made are not among it, nor what their rings keep: they
    /// are their thread's. One under <see cref="Workspaces.WorkspaceMode.Single"/> has no thread: it is among it while it holds
    /// tensors outside of a cycle. What lies in an open cycle of another workspace is, as in any scope.</remarks>
    public static IReadOnlyList<Leak> Leaks(LeakSnapshot? since = null) =>
        [.. Rows.Of(LeakReport(Rows.Format, since)).Select(Leak.From)];

    /// <summary>Collects, and throws if anything is alive or had to be freed by the collector that was made since
    /// <paramref name="since"/>.</summary>
    /// <exception cref="LeakException">Each leak with its shape, bytes, scope and line, as far as they are known.</exception>
    public static void AssertNoLeaks(LeakSnapshot? since = null)
    {
        Drain();
        IReadOnlyList<Leak> leaks = Leaks(since);
        if (leaks.Count > 0)
        {
            string list = string.Join("\n  ", leaks.Take(100));
            string more = leaks.Count > 100 ? $"\n  and {leaks.Count - 100} more" : "";
            throw new LeakException($"{leaks.Count} leaked:\n  {list}{more}", leaks);
        }
    }

    /// <summary>This moment: later reports can leave out what was made before it.</summary>
    public static LeakSnapshot Snapshot() => new();

    /// <summary>Forgets what the collector had to free so far.</summary>
    public static void ForgetLeaks() => Errors.Check(Native.tenure_leak_forget());

    /// <summary>The scopes that own more after each cycle.</summary>
    public static IReadOnlyList<Growth> Growing() =>
    [
        .. Rows.Of(NativeText.Read((buffer, room, needed) => Native.tenure_scope_growing(Rows.Format, buffer, room, needed)))
            .Select(row => new Growth(
                Rows.Text(row[1]),
                row[2],
                Rows.Number(row[3]),
                Rows.Number(row[4]),
                Rows.Number(row[5]),
                double.Parse(row[6], System.Globalization.CultureInfo.InvariantCulture),
                row[7])),
    ];

    /// <summary>What the environment asks for, before the library is loaded.</summary>
    internal static void Begin() => BeginWith(Interop.Leaks.FromEnvironment());

    /// <summary>The level is this one, before anything of this load context has set it.</summary>
    internal static void BeginWith(LeakLevel level)
    {
        Interop.Leaks.Level = level;
        if (level != LeakLevel.Off)
        {
            ReportAtExit();
        }
    }

    private static string LeakReport(int format, LeakSnapshot? since = null) => NativeText.Read((buffer, room, needed) =>
        Native.tenure_leak_since(since?.Moment ?? 0, format, buffer, room, needed));

    private static void ReportAtExit()
    {
        if (!Interlocked.Exchange(ref s_reportsAtExit, true))
        {
            AppDomain.CurrentDomain.ProcessExit += AtExit;
            Unloading.Then(() =>
            {
                AppDomain.CurrentDomain.ProcessExit -= AtExit;
                WriteReport("the load context was unloaded");
            });
        }
    }

    private static void AtExit(object? sender, EventArgs arguments) => WriteReport("the process ended");

    private static void WriteReport(string when)
    {
        try
        {
            if (Interop.Leaks.Level != LeakLevel.Off && NativeLoader.IsLoaded && Leaks() is { Count: > 0 } leaks)
            {
                Notices.Write(() => $"{leaks.Count} not closed when {when}:\n{LeakReport(0)}");
            }
        }
        catch (Exception error)
        {
            Notices.Write("no report of leaks", error);
        }
    }
}
