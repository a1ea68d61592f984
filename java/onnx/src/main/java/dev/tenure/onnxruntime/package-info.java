/**
 * Nothing but dependencies: Tenure, and ONNX Runtime, whose native library {@code dev.tenure.onnx.OnnxModel} finds in its jar.
 */
package dev.tenure.onnxruntime;
