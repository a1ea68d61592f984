// A record of the library's log.

namespace Tenure.Reports;

/// <summary>A record of the library's log.</summary>
/// <param name="Level">How important it is.</param>
/// <param name="Category">What it is about: <c>library</c>, <c>memory</c>, <c>onnx</c>,
/// <c>threads</c> or <c>workspace</c>.</param>
/// <param name="Text">What has happened.</param>
public sealed record LogRecord(LogLevel Level, string Category, string Text);
