package dev.tenure.onnx;

/** How serious a record of ONNX Runtime's log is. */
public enum OnnxLogLevel {
    /** Each step. */
    VERBOSE,
    /** What may be of interest. */
    INFO,
    /** What may be wrong. */
    WARNING,
    /** What has failed. */
    ERROR,
    /** After which nothing goes on. */
    FATAL
}
