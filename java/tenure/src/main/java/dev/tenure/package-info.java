/**
 * Tensors in native memory, owned by scopes.
 *
 * <p>A {@link dev.tenure.Tensor} is a small Java object that refers to memory outside the Java
 * heap. A tensor that is created while a {@link dev.tenure.Scope} is open belongs to the scope and
 * is freed when it closes:
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor a = Tensor.rand(2, 3);
 *     Tensor b = a.mul(2).add(1);
 *     System.out.println(b);
 * } // a, b and the tensor between them are freed here
 * }</pre>
 *
 * <p>Parameters and results are never null unless they are marked {@code @Nullable}.
 *
 * <p>If no scope is open, the creator of a tensor closes it; the garbage collector frees tensors
 * that are forgotten.
 */
@CheckReturnValue
@NullMarked
package dev.tenure;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
