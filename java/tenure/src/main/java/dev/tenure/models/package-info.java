/**
 * Models with parameters, and what is done with them: prediction, training.
 *
 * <p>A {@link dev.tenure.models.Model} owns a scope in which its parameters lie; what is made from it, a predictor or a
 * trainer, owns a scope below that. Nothing takes or returns null but what says {@code @Nullable}.
 */
@NullMarked
package dev.tenure.models;

import org.jspecify.annotations.NullMarked;
