// A record of the library's log.

namespace Tenure.Reports;

/// <summary>A record of the library's log.</summary>
/// <param name="Level">How important it is.</param>
/// <param name="Category">What it is about: <c>device</c>, <c>library</c>, <c>memory</c>,
/// <c>onnx</c>, <c>threads</c> or <c>workspace</c>.</param>
/// <param name="Text">What has happened; of ONNX Runtime's own records with the log id in brackets
/// in front.</param>
public sealed record LogRecord(LogLevel Level, string Category, string Text)
{
    /// <summary>The name of what has happened, such as <c>learned</c>, which stays the same when texts
    /// change; empty for ONNX Runtime's own records.</summary>
    public string Event { get; init; } = "";

    /// <summary>The log id of the model or of the run, of ONNX Runtime's own records; otherwise
    /// empty.</summary>
    public string LogId { get; init; } = "";
}
