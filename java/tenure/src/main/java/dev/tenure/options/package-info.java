/**
 * Options of operations: how to pad, reduce, interpolate or normalize.
 *
 * <p>Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.options;

import org.jspecify.annotations.NullMarked;
