/**
 * Options of operations: how to pad, to reduce, to interpolate, to normalise.
 *
 * <p>Nothing takes or returns null but what says {@code @Nullable}.
 */
@NullMarked
package dev.tenure.options;

import org.jspecify.annotations.NullMarked;
