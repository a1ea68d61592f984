// A record of ONNX Runtime's log.

namespace Tenure.Onnx;

/// <summary>A record of ONNX Runtime's log.</summary>
/// <param name="Level">The severity.</param>
/// <param name="LogId">The log id of the model or of the run.</param>
/// <param name="Text">The message, preceded by the line of ONNX Runtime's source code.</param>
public sealed record OnnxLogRecord(OnnxLogLevel Level, string LogId, string Text);
