package dev.tenure.onnx;

/** Wrappers around numbers that name nothing of the kind. */
public final class OnnxForged {
    private OnnxForged() {}

    public static OnnxModel onnxModel(long handle) {
        return new OnnxModel(handle);
    }

    public static OnnxRunOptions onnxRunOptions(long handle) {
        return new OnnxRunOptions(handle);
    }

    public static OnnxValue onnxValue(long handle) {
        return new OnnxValue(handle);
    }
}
