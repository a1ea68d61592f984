// A record as loggers want it: named values and the template of the message.
// Invariant: the message is the record's text, so a logger that knows no structure writes the same.

using System.Collections;
using Tenure.Reports;

namespace Tenure.Extensions.Logging;

internal sealed class RecordState(LogRecord record) : IReadOnlyList<KeyValuePair<string, object?>>
{
    private const string Template = "{OriginalFormat}"; // the name by which logging frameworks look for it

    private readonly KeyValuePair<string, object?>[] _values = Values(record);

    public int Count => _values.Length;

    public KeyValuePair<string, object?> this[int index] => _values[index];

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => _values.AsEnumerable().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public override string ToString() => record.Text;

    private static KeyValuePair<string, object?>[] Values(LogRecord record)
    {
        string prefix = $"[{record.LogId}] ";
        return record.LogId.Length > 0 && record.Text.StartsWith(prefix, StringComparison.Ordinal)
            ?
            [
                new("LogId", record.LogId), new("Text", record.Text[prefix.Length..]), new(Template, "[{LogId}] {Text}"),
            ]
            : [new("Text", record.Text), new(Template, "{Text}")];
    }
}
