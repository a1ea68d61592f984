using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>What was alive at a moment: later leak reports can leave it out.</summary>
public sealed unsafe class LeakSnapshot
{
    internal readonly ulong[] Handles = Call.Read<ulong>(Native.tenure_handle_live);
    private HashSet<ulong>? _known;

    internal LeakSnapshot()
    {
    }

    /// <summary>Whether it was alive then: whoever made it did so before.</summary>
    internal bool Knows(Leak leak) => (_known ??= [.. Handles]).Contains(leak.Handle);

    /// <summary>How many handles were alive.</summary>
    public int Count => Handles.Length;
}
