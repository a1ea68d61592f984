// What there is to see of a workspace, and of all of them.

using System.Text.Json;
using Tenure.Interop;
using Tenure.Workspaces;

namespace Tenure;

public sealed unsafe partial class Workspace
{
    private const int MostCycles = 64;

    /// <summary>Whether a cycle is open.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public bool IsEntered => Moment().Depth > 0;

    /// <summary>The number of the last cycle that was entered; 0 before the first.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public long Cycle => Moment().Cycle;

    /// <summary>What this counts at this moment. What its members are as a scope's is in <see cref="Scope.Stats"/>.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public WorkspaceStats WorkspaceStats
    {
        get
        {
            WorkspaceStats stats;
            int status = Native.tenure_workspace_stats(Handle, &stats);
            GC.KeepAlive(this);
            Errors.Check(status);
            return stats;
        }
    }

    private (long Cycle, long Depth) Moment()
    {
        ulong cycle, depth;
        int status = Native.tenure_workspace_cycle(Handle, &cycle, &depth);
        GC.KeepAlive(this);
        Errors.Check(status);
        return ((long)cycle, (long)depth);
    }

    /// <summary>The sum over all workspaces that there are, of all threads.</summary>
    public static WorkspaceStats Total()
    {
        WorkspaceStats stats;
        Errors.Check(Native.tenure_workspace_stats(0, &stats));
        return stats;
    }

    /// <summary>What is being done wrong with workspaces: not left, used for too long, members held past their cycle, too many of
    /// them, parameters that do not fit.</summary>
    public static IReadOnlyList<WorkspaceMisuse> Misuses()
    {
        string json = NativeText.Read(Native.tenure_workspace_misuses);
        using JsonDocument list = JsonDocument.Parse(json);
        return [.. list.RootElement.EnumerateArray().Select(WorkspaceMisuse.From)];
    }

    /// <summary>The last cycles that were left, at most 32, the oldest first.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public IReadOnlyList<WorkspaceCycle> History()
    {
        var rows = new WorkspaceCycle[MostCycles];
        nuint count;
        int status;
        fixed (WorkspaceCycle* start = rows)
        {
            status = Native.tenure_workspace_history(Handle, start, MostCycles, &count);
        }
        GC.KeepAlive(this);
        Errors.Check(status);
        return rows[..(int)Math.Min(count, MostCycles)];
    }

    /// <summary>A table of its cycles with offset, spilled, pinned and learned size, and what it counts now.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public string Report() => Report(0);

    /// <summary>As <see cref="Report()"/>, as JSON.</summary>
    /// <inheritdoc cref="Report()"/>
    public string ReportJson() => Report(1);

    /// <summary>The reports of all workspaces of the process, one after another; nothing when there is none.</summary>
    public static string TotalReport() => Report(0, json: 0);

    /// <summary>What <see cref="TotalReport"/> says, as JSON: an array with an object for each.</summary>
    public static string TotalReportJson() => Report(0, json: 1);

    private string Report(byte json)
    {
        string text = Report(Handle, json);
        GC.KeepAlive(this);
        return text;
    }

    private static string Report(ulong workspace, byte json) =>
        NativeText.Read((buffer, room, needed) => Native.tenure_workspace_report(workspace, json, buffer, room, needed));
}
