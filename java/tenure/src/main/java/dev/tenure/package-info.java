/**
 * Tensors in native memory, owned by scopes.
 *
 * <p>A {@link dev.tenure.Tensor} is a small Java object that names memory outside the Java heap. What is created
 * while a
 * {@link dev.tenure.Scope} is open belongs to it and goes when it closes:
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor a = Tensor.rand(2, 3);
 *     Tensor b = a.mul(2).add(1);
 *     System.out.println(b);
 * } // a, b and the tensor between them are freed here
 * }</pre>
 *
 * <p>Nothing takes or returns null but what says {@code @Nullable}.
 *
 * <p>With no scope open a tensor is its creator's to close, and the garbage collector frees what is forgotten.
 */
@CheckReturnValue
@NullMarked
package dev.tenure;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
