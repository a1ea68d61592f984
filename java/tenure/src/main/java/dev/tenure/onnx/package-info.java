/**
 * Models of ONNX Runtime, which take tensors and give tensors.
 *
 * <p>A {@link dev.tenure.onnx.OnnxModel} is loaded from a file; a {@link dev.tenure.onnx.OnnxBatcher} runs it for many threads
 * together. Nothing takes or returns null but what says {@code @Nullable}.
 */
@CheckReturnValue
@NullMarked
package dev.tenure.onnx;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
