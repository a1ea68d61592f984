/**
 * Modules: layers with parameters, in a tree.
 *
 * <p>{@link dev.tenure.nn.Module} is the base class of all kinds, and of the modules that a program
 * writes itself. Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.nn;

import org.jspecify.annotations.NullMarked;
