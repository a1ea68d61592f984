using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>A moment: later leak reports can leave out what was made before it.</summary>
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

    /// <summary>How many handles were alive.</summary>
    public int Count { get; } = (int)TenureRuntime.Stats().LiveHandles;
}
