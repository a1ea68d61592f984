using System.Text.RegularExpressions;

namespace Tenure.Tests.Fuzz;

/// <summary>The exceptions that a public call may throw: the list of docs/troubleshooting.md, and what the fuzzer's own functions
/// throw.</summary>
internal static partial class Refusals
{
    private static readonly string[] Listed = Read();

    internal static bool IsOne(Exception error) => error switch
    {
        Things.FailedException => true,
        AggregateException several => Listed.Contains(nameof(AggregateException)) && several.InnerExceptions.All(IsOne),
        ITenureException => Listed.Contains(error.GetType().Name),
        _ => Listed.Contains(error.GetType().Name),
    };

    /// <summary>The names in the first column of the table under "What C# throws", without which nothing is allowed.</summary>
    private static string[] Read()
    {
        string page = File.ReadAllText(Path.Combine(Tools.Metadata("RepoRoot"), "docs", "troubleshooting.md"));
        string section = page.Split("\n## ").Single(part => part.StartsWith("What C# throws\n", StringComparison.Ordinal));
        return [.. Row().Matches(section).Select(row => row.Groups[1].Value)];
    }

    [GeneratedRegex(@"^\| `(\w+)` \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
