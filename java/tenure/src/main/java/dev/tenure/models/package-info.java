/**
 * Training of modules and prediction with them.
 *
 * <p>A {@link dev.tenure.models.Trainer} trains a module; a {@link dev.tenure.models.Predictor}
 * converts inputs and outputs, and a {@link dev.tenure.models.Batcher} joins concurrent requests.
 * Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.models;

import org.jspecify.annotations.NullMarked;
