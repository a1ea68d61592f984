// The severity levels of ONNX Runtime's log.

namespace Tenure.Onnx;

/// <summary>The severity of a record of ONNX Runtime's log.</summary>
public enum OnnxLogLevel
{
    /// <summary>Details of each step.</summary>
    Verbose,

    /// <summary>General information.</summary>
    Info,

    /// <summary>A possible problem.</summary>
    Warning,

    /// <summary>A failure.</summary>
    Error,

    /// <summary>A failure after which ONNX Runtime cannot continue.</summary>
    Fatal,
}
