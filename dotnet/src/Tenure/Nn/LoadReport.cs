// What loading a state left out.

using Tenure.Interop;

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

    /// <summary>Reads rows of the core, each of which has a word and a name.</summary>
    internal static LoadReport Of(string text)
    {
        string[][] rows = [.. Rows.Of(text)];
        return new(Named(rows, "missing"), Named(rows, "unexpected"));
    }

    private static string[] Named(string[][] rows, string word) =>
        [.. rows.Where(row => row[0] == word).Select(row => row[1])];
}
