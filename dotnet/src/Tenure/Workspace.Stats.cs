// What there is to see of a workspace, and of all of them.

using Tenure.Interop;
using Tenure.Workspaces;

namespace Tenure;

public sealed unsafe partial class Workspace
{
    /// <summary>Whether a cycle is open.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public bool IsEntered => Moment().Depth > 0;

    /// <summary>The number of the last cycle that was entered; 0 before the first.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public long Cycle => Moment().Cycle;

    private (long Cycle, long Depth) Moment()
    {
        ulong cycle, depth;
        int status = Native.tenure_workspace_cycle(Handle, &cycle, &depth);
        GC.KeepAlive(this);
        Errors.Check(status);
        return ((long)cycle, (long)depth);
    }

    /// <summary>What is being done wrong with workspaces: not left, used for too long, members held past their cycle, too many of
    /// them, parameters that do not fit.</summary>
    public static IReadOnlyList<WorkspaceMisuse> Misuses() =>
        [.. Rows.Of(NativeText.Read(Native.tenure_workspace_misuse_rows)).Select(WorkspaceMisuse.From)];
}
