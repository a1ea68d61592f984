/**
 * Models with parameters, and their prediction.
 *
 * <p>A {@link dev.tenure.models.Model} has a scope that owns its parameters; each predictor of
 * it has a scope below that. Parameters and results are never null unless they are
 * marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.models;

import org.jspecify.annotations.NullMarked;
