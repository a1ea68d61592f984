using Tenure.Interop;

namespace Tenure.Workspaces;

/// <summary>Something that is being done wrong with a workspace.</summary>
/// <param name="Kind">"not_closed", "used_too_long", "held_past_the_cycle", "too_many" or "wrong_configuration".</param>
/// <param name="Workspace">The name of the workspace.</param>
/// <param name="Thread">Whose it is: the thread's number in the system; 0 where it is everybody's.</param>
/// <param name="Site">The line that made it, where it is known.</param>
/// <param name="Message">What is wrong, with the values.</param>
/// <param name="Serves">What would have served, as JSON: a parameter with its value, or what to do how often.</param>
public sealed record WorkspaceMisuse(string Kind, string Workspace, long Thread, string? Site, string Message, string Serves)
{
    internal static WorkspaceMisuse From(string[] row) =>
        new(row[0], row[1], Rows.Number(row[2]), Rows.Text(row[3]), row[4], row[5]);

    /// <summary>The kind, where the workspace was made, and what is wrong.</summary>
    public override string ToString() => $"{Kind}{(Site is null ? "" : $", made at {Site}")}: {Message}; {Serves}";
}
