using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>A point in time; later leak reports can leave out the resources created before
/// it.</summary>
public sealed unsafe class LeakSnapshot
{
    /// <summary>The core's number of that moment.</summary>
    internal readonly ulong Moment;

    internal LeakSnapshot()
    {
        ulong moment;
        Errors.Check(Native.tenure_leak_begin(&moment));
        Moment = moment;
    }

    /// <summary>The number of handles that were alive.</summary>
    public int Count { get; } = (int)TenureRuntime.Stats().LiveHandles;
}
