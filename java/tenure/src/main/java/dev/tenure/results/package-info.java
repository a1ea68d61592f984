/**
 * Results of operations that give several tensors, or facts about an element type.
 *
 * <p>A record owns nothing: each tensor in it has the owner that a single result would have. Nothing takes or returns null but
 * what says {@code @Nullable}.
 */
@NullMarked
package dev.tenure.results;

import org.jspecify.annotations.NullMarked;
