// Reads the core's reports in the format for wrappers: one record per line, with fields separated
// by tabs. In a field, a tab, a line feed and a backslash are escaped as \t, \n and \\. An unknown
// field is empty.

using System.Globalization;
using System.Text;

namespace Tenure.Interop;

internal static class Rows
{
    /// <summary>The number of this format in the core.</summary>
    internal const int Format = 2;

    internal static IEnumerable<string[]> Of(string text)
    {
        foreach (string line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            yield return Array.ConvertAll(line.Split('\t'), Plain);
        }
    }

    internal static long Number(string field) => long.Parse(field, CultureInfo.InvariantCulture);

    internal static ulong Handle(string field) => ulong.Parse(field, CultureInfo.InvariantCulture);

    internal static string? Text(string field) => field.Length == 0 ? null : field;

    internal static TimeSpan? Age(string field) =>
        field.Length == 0 ? null : TimeSpan.FromMilliseconds(long.Parse(field, CultureInfo.InvariantCulture));

    /// <summary>Parses a shape such as "[2,3]"; null if the field is empty.</summary>
    internal static long[]? Shape(string field) => field.Length == 0
        ? null
        : Array.ConvertAll(
            field.Trim('[', ']').Split(',', StringSplitOptions.RemoveEmptyEntries),
            axis => long.Parse(axis, NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture));

    /// <summary>One field in each row, as the core reads names.</summary>
    internal static string Column(IReadOnlyList<string> fields)
    {
        var text = new StringBuilder();
        foreach (string field in fields)
        {
            NativeText.Check(field, "name");
            text.Append(Escaped(field)).Append('\n');
        }
        return text.ToString();
    }

    /// <summary>A row of a name and a text for each entry, as the core reads metadata.</summary>
    internal static string Pairs(IEnumerable<KeyValuePair<string, string>> pairs)
    {
        var text = new StringBuilder();
        foreach ((string name, string value) in pairs)
        {
            NativeText.Check(name, "name");
            NativeText.Check(value, name);
            text.Append(Escaped(name)).Append('\t').Append(Escaped(value)).Append('\n');
        }
        return text.ToString();
    }

    private static string Escaped(string field) => field
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\t", "\\t", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);

    private static string Plain(string field)
    {
        if (!field.Contains('\\'))
        {
            return field;
        }
        var plain = new StringBuilder();
        for (int i = 0; i < field.Length; i++)
        {
            plain.Append(field[i] != '\\' || ++i == field.Length
                ? field[Math.Min(i, field.Length - 1)]
                : field[i] switch { 't' => '\t', 'n' => '\n', var other => other });
        }
        return plain.ToString();
    }
}
