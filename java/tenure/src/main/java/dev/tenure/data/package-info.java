/**
 * Data for training: files of tables, images and arrays, and loaders that go through their rows in
 * batches.
 *
 * <p>Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.data;

import org.jspecify.annotations.NullMarked;
