/**
 * Models that ONNX Runtime computes, with tensors as inputs and outputs, or with strings, sequences and
 * maps: {@link dev.tenure.onnx.OnnxValue}.
 *
 * <p>A {@link dev.tenure.onnx.OnnxModel} is loaded from a file; a
 * {@link dev.tenure.models.Batcher} joins the runs of many threads. Parameters and results are
 * never null unless they are marked {@code @Nullable}.
 */
@CheckReturnValue
@NullMarked
package dev.tenure.onnx;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
