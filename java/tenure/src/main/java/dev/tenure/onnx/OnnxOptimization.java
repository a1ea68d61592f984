package dev.tenure.onnx;

/** How far the graph of an {@link OnnxModel} is rewritten when it is loaded. */
public enum OnnxOptimization {
    /** As the file says. */
    NONE,
    /** Constants are folded, and what nobody reads is left out. */
    BASIC,
    /** Operations are fused too. */
    EXTENDED,
    /** Layouts are changed too. */
    ALL
}
