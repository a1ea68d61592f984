package dev.tenure.onnx;

/** The severity of a record in ONNX Runtime's log. */
public enum OnnxLogLevel {
    /** Details of each step. */
    VERBOSE,
    /** Information. */
    INFO,
    /** A possible problem. */
    WARNING,
    /** A failure. */
    ERROR,
    /** A failure after which the process cannot go on. */
    FATAL
}
