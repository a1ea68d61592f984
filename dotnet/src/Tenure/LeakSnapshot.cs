using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>What was alive at a moment: later leak reports can leave it out.</summary>
public sealed unsafe class LeakSnapshot
{
    internal readonly ulong[] Handles;
    private HashSet<ulong>? _known;

    internal LeakSnapshot()
    {
        ulong[] handles = [];
        nuint count = 0;
        do
        {
            handles = new ulong[count + 64];
            fixed (ulong* live = handles)
            {
                Errors.Check(Native.tenure_handle_live(live, (nuint)handles.Length, &count));
            }
        }
        while (count > (nuint)handles.Length);
        Handles = handles[..(int)count];
    }

    /// <summary>Whether it was alive then: whoever made it did so before.</summary>
    internal bool Knows(Leak leak) => (_known ??= [.. Handles]).Contains(leak.Handle);

    /// <summary>How many handles were alive.</summary>
    public int Count => Handles.Length;
}
