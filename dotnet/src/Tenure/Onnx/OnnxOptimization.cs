// Levels of graph optimization.

namespace Tenure.Onnx;

/// <summary>How far the graph of an <see cref="OnnxModel"/> is optimized when it is
/// loaded.</summary>
public enum OnnxOptimization
{
    /// <summary>The graph runs as it is in the file.</summary>
    None,

    /// <summary>Constants are folded, and unused nodes are removed.</summary>
    Basic,

    /// <summary>In addition, operations are fused.</summary>
    Extended,

    /// <summary>In addition, memory layouts are changed.</summary>
    All,
}
