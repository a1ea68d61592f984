// The library as a whole: version, random numbers, memory and leak reports.

using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>Settings, statistics and leak reports of the native library.</summary>
public static unsafe partial class TenureRuntime
{
    /// <summary>The version of the native library.</summary>
    public static string Version => NativeText.Read(Native.tenure_version);

    /// <summary>Seeds the random number generator of the process. The same seed gives the same
    /// numbers on every machine and in every language.</summary>
    public static void Seed(ulong seed) => Errors.Check(Native.tenure_random_seed(seed));

    /// <summary>Returns the memory statistics of a device, by default the CPU.</summary>
    /// <exception cref="TensorException">There is no such device.</exception>
    public static MemoryStats Stats(Device device = default)
    {
        MemoryStats stats;
        Errors.Check(Native.tenure_memory_stats(device.Code, &stats));
        Logs.Check();
        return stats;
    }

    /// <summary>Lists the devices whose memory this process has used, the CPU first.</summary>
    public static IReadOnlyList<Device> Devices() =>
    [
        .. Rows.Of(NativeText.Read(Native.tenure_memory_devices)).Select(row => new Device((int)Rows.Number(row[0]))),
    ];

    /// <summary>The names of scopes whose memory the meter <c>Tenure</c> shows, each as a tag of
    /// <c>tenure.scope.memory.used</c> and <c>tenure.scope.tensor.count</c>; none at first. Choose
    /// few names that do not change: each is a time series of its own.</summary>
    /// <exception cref="InvalidArgumentException">A name has a NUL or an unpaired surrogate.</exception>
    public static IReadOnlyList<string> MetricScopes
    {
        get => TenureMeter.Scopes;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            string[] names = [.. value.Distinct()];
            foreach (string name in names)
            {
                NativeText.Check(name, nameof(name)); // here, since a meter cannot throw to the caller
            }
            TenureMeter.Scopes = Array.AsReadOnly(names);
        }
    }

    /// <summary>Sets the most bytes that a device may hold; 0 restores the default.</summary>
    public static void SetMemoryLimit(long bytes, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_limit(device.Code, unchecked((ulong)bytes)));

    /// <summary>Runs <paramref name="body"/> and returns what was counted in the whole process
    /// meanwhile.</summary>
    public static CounterStats Measure(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        using Counter counter = Measure();
        body();
        return counter.Stats;
    }

    /// <summary>Sets how many bytes unowned tensors may hold before the garbage collector is run to
    /// free them. Each tensor counts 192 bytes more than its data, for the library's own metadata.
    /// 0 restores the default, an eighth of the memory limit but at most 48 MiB.</summary>
    public static void SetUnownedThreshold(long bytes, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_unowned_threshold(device.Code, unchecked((ulong)bytes)));

    /// <summary>Sets how long memory that no tensor uses is kept for reuse; the default is 10
    /// seconds. After that, and at the latest after twice that time, it is returned to the system.
    /// If the steps of a loop are further apart than that, each step allocates from the system
    /// again.</summary>
    /// <exception cref="InvalidArgumentException">The period is shorter than a millisecond.</exception>
    public static void SetDecay(TimeSpan period, Device device = default) =>
        Errors.Check(Native.tenure_memory_set_decay(device.Code, period.Ticks / TimeSpan.TicksPerMillisecond));

    /// <summary>Returns how long memory that no tensor uses is kept for reuse.</summary>
    public static unsafe TimeSpan Decay(Device device = default)
    {
        long millis;
        Errors.Check(Native.tenure_memory_decay(device.Code, &millis));
        return TimeSpan.FromMilliseconds(Math.Min(millis, TimeSpan.MaxValue.Ticks / TimeSpan.TicksPerMillisecond));
    }

    /// <summary>Runs the garbage collector and frees the unowned tensors and scopes that can no
    /// longer be reached. For tests, and before checking counts.</summary>
    public static void Drain()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        HostMemory.Release();
    }

    /// <summary>Which records the library passes to <see cref="Logged"/>: those of this level and of
    /// more important ones. The environment variable TENURE_LOG (off, error, warning, info, debug,
    /// trace) sets the initial level; the default is <see cref="LogLevel.Warning"/>.</summary>
    /// <remarks>The <see cref="System.Diagnostics.Tracing.EventSource"/> named <c>Tenure</c> follows
    /// the level of its listeners instead, and a <see cref="LogListener"/> has a level of its
    /// own.</remarks>
    public static LogLevel LogLevel
    {
        get
        {
            _ = Version; // loading the library reads the setting
            return Logs.Level;
        }
        set
        {
            LogLevel level = Logs.Checked(value);
            _ = Version;
            Logs.Level = level;
        }
    }

    /// <summary>Raised for each record of the library's log, up to <see cref="LogLevel"/>, on a
    /// thread whose call has just ended, or on a thread of the pool. Exceptions of handlers are
    /// ignored.</summary>
    public static event Action<LogRecord>? Logged
    {
        add => Logs.Handlers += value;
        remove => Logs.Handlers -= value;
    }

    /// <summary>Starts to record memory events on all threads. An event takes 32 bytes; if more
    /// happen, the oldest are dropped and counted. Each thread that allocates may keep up to 4096
    /// events beyond that number. No limit counts the memory of a recording.</summary>
    /// <param name="events">How many events are kept, up to 67,108,864.</param>
    /// <param name="siteBytes">The line that made a tensor is recorded for a sample: the mean of the
    /// bytes between two of them. A tensor of twice as much and more is always one. 0 records no
    /// lines, 1 all.</param>
    /// <returns>The recording, which ends when it is disposed.</returns>
    /// <exception cref="InvalidArgumentException">The number is below 1 or above the
    /// maximum.</exception>
    /// <exception cref="BusyException">Another recording is in progress.</exception>
    public static Recording Record(long events = 1 << 20, long siteBytes = 512 << 10) => new(events, siteBytes);

    /// <summary>Writes a page that shows who holds native memory now and, if a recording is in
    /// progress, what has happened: one HTML file, which needs no network.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public static void MemoryPage(string file) => MemorySnapshot.Take().SavePage(file);

    /// <summary>Serves the page of <see cref="MemoryPage"/> to browsers on this machine until the
    /// result is disposed: read only, on the loopback address, under an
    /// <see cref="MemoryServer.Address"/> with a token that nobody can guess. The page is made anew
    /// for each request, and a browser asks again every few seconds.</summary>
    /// <param name="port">The port, 0 for any free one.</param>
    /// <returns>What serves the page.</returns>
    /// <exception cref="InvalidArgumentException">The port is not from 0 to 65535.</exception>
    /// <exception cref="BusyException">The port is in use.</exception>
    /// <exception cref="TensorException">The system refuses otherwise.</exception>
    public static MemoryServer ServeMemoryPage(int port) => MemoryServer.Start(port);

    // Leaks: resources that are alive, resources that the collector had to free, and scopes that
    // grow, with the lines that created them.

    private static bool s_reportsAtExit;

    /// <summary>How much is recorded for leak reports. The environment variable TENURE_LEAKS (off,
    /// sampled, all) sets the initial level.</summary>
    /// <remarks>If the level is not <see cref="LeakLevel.Off"/>, a report of the resources that are
    /// still alive is written to the standard error stream when the process ends, or when the
    /// collectible load context of this assembly is unloaded.</remarks>
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

    /// <summary>Raised for each resource that the collector had to free while
    /// <see cref="LeakLevel"/> is not off. Handlers run on a separate thread.</summary>
    /// <remarks>If a handler throws, the exception is written to the standard error stream, and the
    /// other handlers still run.</remarks>
    public static event Action<Leak>? LeakFound
    {
        add => LeakListeners.Handlers += value;
        remove => LeakListeners.Handlers -= value;
    }

    /// <summary>Lists all resources that are alive, and then those that the collector had to free
    /// since <see cref="ForgetLeaks"/> while <see cref="LeakLevel"/> was not off. Resources created
    /// before <paramref name="since"/> are left out.</summary>
    /// <remarks>Workspaces from <see cref="Workspace.Get(string)"/>, and the tensors that their
    /// rings keep, are not listed, because they end with their thread. A workspace with
    /// <see cref="Workspaces.WorkspaceMode.Single"/> has no thread: it is listed while it holds
    /// tensors outside of a cycle. Tensors in an open cycle of any other workspace are listed, as
    /// in any scope.</remarks>
    public static IReadOnlyList<Leak> Leaks(LeakSnapshot? since = null) =>
        [.. Rows.Of(LeakReport(Rows.Format, since)).Select(Leak.From)];

    /// <summary>Runs the garbage collector, and throws if a resource created since
    /// <paramref name="since"/> is still alive or had to be freed by the collector.</summary>
    /// <exception cref="LeakException">There are leaks. The message lists each with its shape,
    /// bytes, scope and line, if known.</exception>
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

    /// <summary>Returns a snapshot of this moment; later reports can leave out the resources
    /// created before it.</summary>
    public static LeakSnapshot Snapshot() => new();

    /// <summary>Clears the list of resources that the collector had to free so far.</summary>
    public static void ForgetLeaks() => Errors.Check(Native.tenure_leak_forget());

    /// <summary>Lists the scopes that own more after each cycle.</summary>
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

    /// <summary>Applies the leak level of the environment variable, before the library is
    /// loaded.</summary>
    internal static void Begin() => BeginWith(Interop.Leaks.FromEnvironment());

    /// <summary>Sets the initial level of this load context.</summary>
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
