/**
 * Results of operations that return several tensors, or properties of an element type.
 *
 * <p>A record owns nothing: each tensor in it has the owner that a single result would have.
 * Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.results;

import org.jspecify.annotations.NullMarked;
