// How far the graph of a model is rewritten.

namespace Tenure.Onnx;

/// <summary>How far the graph of an <see cref="OnnxModel"/> is rewritten when it is loaded.</summary>
public enum OnnxOptimization
{
    /// <summary>As the file says.</summary>
    None,

    /// <summary>Constants are folded, and what nobody reads is left out.</summary>
    Basic,

    /// <summary>Operations are fused too.</summary>
    Extended,

    /// <summary>Layouts are changed too.</summary>
    All,
}
