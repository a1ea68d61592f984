// The meter Tenure, which dotnet-counters, OpenTelemetry and meter listeners read.
// Invariant: its instruments are asked only while a listener collects, so they cost nothing else.
// It is made by a thread of the pool once the library is loaded, because a listener's code runs when
// it is, and it ends with the load context of this assembly. The names and units are those of
// docs/guides/metrics.md.

using System.Diagnostics.Metrics;
using Tenure.Reports;

namespace Tenure.Interop;

internal static class TenureMeter
{
    internal const string Name = "Tenure";

    // The scopes that have numbers of their own, by name.
    internal static volatile IReadOnlyList<string> Scopes = [];

    private static readonly Lock s_gate = new();
    private static Meter? s_meter;

    /// <summary>Makes the meter soon, on a thread of the pool.</summary>
    internal static void StartLater() =>
        ThreadPool.UnsafeQueueUserWorkItem(static _ => Logs.Quietly(() => Start()), null);

    /// <summary>Makes the meter unless it is there.</summary>
    internal static Meter Start()
    {
        Meter meter;
        lock (s_gate)
        {
            if (s_meter is not null)
            {
                return s_meter;
            }
            s_meter = meter = new Meter(Name, LibraryVersion.Library);
        }
        if (!Unloading.Then(meter.Dispose))
        {
            meter.Dispose(); // instruments of a disposed meter are known to nobody
        }
        OfDevices(meter);
        OfProcess(meter);
        OfScopes(meter);
        ModelRun.Start(meter);
        return meter;
    }

    private static void OfDevices(Meter meter)
    {
        void Add(string name, string description, Func<MemoryStats, long> value) =>
            meter.CreateObservableUpDownCounter(name, () => EachDevice(value), "By", description);

        Add("tenure.memory.used", "Bytes of live tensors", stats => stats.LiveBytes);
        Add("tenure.memory.peak", "The most bytes of live tensors so far", stats => stats.PeakBytes);
        Add("tenure.memory.reserved", "Bytes taken from the system", stats => stats.ReservedBytes);
        Add("tenure.memory.limit", "The limit in force", stats => stats.LimitBytes);
        Add(
            "tenure.memory.foreign",
            "Bytes of other libraries and of the program that tensors use",
            stats => stats.ForeignBytes);
        meter.CreateObservableCounter(
            "tenure.memory.allocations",
            () => EachDevice(stats => stats.Allocations),
            "{allocation}",
            "Blocks of memory handed out");
    }

    private static void OfProcess(Meter meter)
    {
        void Up(string name, string unit, Func<MemoryStats, long> value, string description) =>
            meter.CreateObservableUpDownCounter(name, () => value(TenureRuntime.Stats()), unit, description);
        void Count(string name, string unit, Func<MemoryStats, long> value, string description) =>
            meter.CreateObservableCounter(name, () => value(TenureRuntime.Stats()), unit, description);

        Up("tenure.memory.unowned", "By", stats => stats.UnownedBytes, "Bytes that unowned tensors keep alive");
        Up("tenure.tensor.count", "{tensor}", stats => stats.LiveTensors, "Live tensors");
        Up("tenure.scope.count", "{scope}", stats => stats.LiveScopes, "Live scopes");
        Up("tenure.workspace.count", "{workspace}", stats => stats.LiveWorkspaces, "Live workspaces");
        Count(
            "tenure.memory.refusals", "{call}", stats => stats.Refusals, "Calls that a limit or the system refused memory");
        Count("tenure.backstop.freed", "{handle}", stats => stats.BackstopFreed, "Handles that the garbage collector freed");
        Count("tenure.backstop.collections", "{collection}", stats => stats.Collections, "Collections that were asked for");
        Count("tenure.leaks", "{leak}", stats => stats.Leaks, "Leaks that were found");
    }

    private static void OfScopes(Meter meter)
    {
        meter.CreateObservableUpDownCounter(
            "tenure.scope.memory.used",
            () => EachScope(stats => stats.Bytes),
            "By",
            "Bytes that the scopes of a name keep alive");
        meter.CreateObservableUpDownCounter(
            "tenure.scope.tensor.count",
            () => EachScope(stats => stats.Tensors),
            "{tensor}",
            "Tensors of the scopes of a name");
    }

    private static IEnumerable<Measurement<long>> EachDevice(Func<MemoryStats, long> value) =>
        TenureRuntime.Devices().Select(device => Tagged(value(TenureRuntime.Stats(device)), "tenure.device", device.ToString()));

    private static IEnumerable<Measurement<long>> EachScope(Func<ScopeStats, long> value) =>
        Scopes.Select(name => Tagged(value(TenureRuntime.ScopeStats(name)), "tenure.scope.name", name));

    private static Measurement<long> Tagged(long value, string tag, string of) => new(value, new KeyValuePair<string, object?>(tag, of));
}
