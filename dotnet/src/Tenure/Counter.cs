// Measuring a block of code.

using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>Counts what happens in the process between its start and each reading. Counters may nest and overlap.</summary>
/// <example><code>
/// using Counter counter = TenureRuntime.Measure();
/// Train();
/// Console.WriteLine(counter.Stats.PeakBytes);
/// </code></example>
public sealed unsafe partial class Counter : NativeResource
{
    /// <summary>What has happened since the start, on all threads.</summary>
    /// <exception cref="ClosedException">The counter is closed.</exception>
    public CounterStats Stats
    {
        get
        {
            CounterStats stats;
            int status = Native.tenure_counter_read(Handle, &stats);
            GC.KeepAlive(this);
            Errors.Check(status);
            return stats;
        }
    }

    internal static Counter Start()
    {
        Scope? owner = CurrentScope.Get();
        ulong handle;
        int status = Native.tenure_counter_start(Call.Number(owner), &handle);
        GC.KeepAlive(owner);
        Errors.Check(status);
        Leaks.Made(handle);
        return new Counter(handle, Call.HolderOf(owner, handle));
    }
}
