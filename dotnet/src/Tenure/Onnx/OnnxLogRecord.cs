// What ONNX Runtime logs.

namespace Tenure.Onnx;

/// <summary>A record of ONNX Runtime's log.</summary>
/// <param name="Level">How serious it is.</param>
/// <param name="LogId">That of the model or of the run.</param>
/// <param name="Text">What it is about, behind the line of ONNX Runtime's source.</param>
public sealed record OnnxLogRecord(OnnxLogLevel Level, string LogId, string Text);
