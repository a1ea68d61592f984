namespace Tenure.Nn;

/// <summary>What <see cref="Module.LoadStateDict"/> did not load.</summary>
public sealed class LoadReport
{
    private LoadReport(string[] missing, string[] unexpected)
    {
        Missing = missing;
        Unexpected = unexpected;
    }

    /// <summary>The names of the module that the state does not have; their values stay.</summary>
    public IReadOnlyList<string> Missing { get; }

    /// <summary>The names of the state that the module does not have.</summary>
    public IReadOnlyList<string> Unexpected { get; }

    /// <summary>Of rows of the core: a word, a tab and a name each.</summary>
    internal static LoadReport Of(string rows) => new(Named(rows, "missing\t"), Named(rows, "unexpected\t"));

    private static string[] Named(string rows, string word) =>
        [.. rows.Split('\n').Where(row => row.StartsWith(word, StringComparison.Ordinal)).Select(row => row[word.Length..])];
}
