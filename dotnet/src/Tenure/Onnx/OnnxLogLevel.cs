// How serious a record of ONNX Runtime's log is.

namespace Tenure.Onnx;

/// <summary>How serious a record of ONNX Runtime's log is.</summary>
public enum OnnxLogLevel
{
    /// <summary>Each step.</summary>
    Verbose,

    /// <summary>What may be of interest.</summary>
    Info,

    /// <summary>What may be wrong.</summary>
    Warning,

    /// <summary>What has failed.</summary>
    Error,

    /// <summary>After which nothing goes on.</summary>
    Fatal,
}
