/**
 * Optimizers, which change parameters by their gradients, and schedulers of their learning rates.
 *
 * <p>Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.optim;

import org.jspecify.annotations.NullMarked;
