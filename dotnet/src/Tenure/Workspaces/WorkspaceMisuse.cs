using Tenure.Interop;

namespace Tenure.Workspaces;

/// <summary>A misuse of a workspace.</summary>
/// <param name="Kind">"not_closed", "used_too_long", "held_past_the_cycle", "too_many" or "wrong_configuration".</param>
/// <param name="Workspace">The name of the workspace.</param>
/// <param name="Thread">The system's number of the thread that owns it; 0 if all threads share
/// it.</param>
/// <param name="Site">The line that created it; null if unknown.</param>
/// <param name="Message">A description of the misuse, with values.</param>
/// <param name="Serves">The remedy, as JSON: a parameter with its value, or what to do and how
/// often.</param>
public sealed record WorkspaceMisuse(string Kind, string Workspace, long Thread, string? Site, string Message, string Serves)
{
    internal static WorkspaceMisuse From(string[] row) =>
        new(row[0], row[1], Rows.Number(row[2]), Rows.Text(row[3]), row[4], row[5]);

    /// <summary>Returns the kind, the line that created the workspace, the message and the
    /// remedy.</summary>
    public override string ToString() => $"{Kind}{(Site is null ? "" : $", made at {Site}")}: {Message}; {Serves}";
}
