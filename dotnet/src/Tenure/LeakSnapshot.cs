using Tenure.Interop;

namespace Tenure;

/// <summary>What was alive at a moment: later leak reports can leave it out.</summary>
public sealed unsafe class LeakSnapshot
{
    internal readonly ulong[] Handles;

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

    /// <summary>How many handles were alive.</summary>
    public int Count => Handles.Length;
}
