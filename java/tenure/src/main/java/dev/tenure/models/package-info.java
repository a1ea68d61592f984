/**
 * Models with parameters, and their prediction and training.
 *
 * <p>A {@link dev.tenure.models.Model} has a scope that owns its parameters; each predictor or
 * trainer of it has a scope below that. Parameters and results are never null unless they are
 * marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.models;

import org.jspecify.annotations.NullMarked;
