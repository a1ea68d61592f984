package dev.tenure.onnx;

/** How far the graph of an {@link OnnxModel} is optimized when it is loaded. */
public enum OnnxOptimization {
    /** The graph is not changed. */
    NONE,
    /** Constants are folded, and unused nodes are removed. */
    BASIC,
    /** Also fuses operations. */
    EXTENDED,
    /** Also changes memory layouts. */
    ALL
}
