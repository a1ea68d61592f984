/**
 * An empty module with two dependencies: Tenure, and the jar of ONNX Runtime, in which
 * {@code dev.tenure.onnx.OnnxModel} finds the native library.
 */
package dev.tenure.onnxruntime;
