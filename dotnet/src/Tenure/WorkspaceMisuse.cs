using System.Text.Json;

namespace Tenure;

/// <summary>Something that is being done wrong with a workspace.</summary>
/// <param name="Kind">Which of the misuses.</param>
/// <param name="Workspace">The name of the workspace.</param>
/// <param name="Thread">The thread that it belongs to, as the core numbers them; empty for none.</param>
/// <param name="Site">The line that made it, if <see cref="TenureRuntime.LeakLevel"/> had it recorded.</param>
/// <param name="Message">What is wrong, with the values, and what would have served.</param>
public sealed record WorkspaceMisuse(string Kind, string Workspace, string Thread, string? Site, string Message)
{
    internal static WorkspaceMisuse From(JsonElement row) => new(
        Text(row, "kind") ?? "", Text(row, "workspace") ?? "", Text(row, "thread") ?? "", Text(row, "site"), Text(row, "message") ?? "");

    /// <summary>The kind, the workspace, where it was made, and what is wrong.</summary>
    public override string ToString() =>
        $"{Kind}: workspace '{Workspace}'{(Thread.Length > 0 ? $" of thread {Thread}" : "")}{(Site is null ? "" : $" made at {Site}")}: {Message}";

    private static string? Text(JsonElement row, string name) => row.TryGetProperty(name, out JsonElement value)
        && value.ValueKind is not JsonValueKind.Null
        && value.ToString() is { Length: > 0 } text
            ? text
            : null;
}
