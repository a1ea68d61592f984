/**
 * What the library says of itself: counts, leaks, scopes that grow.
 *
 * <p>All are values, which own nothing. {@link dev.tenure.Tenure} and {@link dev.tenure.Scope} return them. Nothing takes or
 * returns null but what says {@code @Nullable}.
 */
@NullMarked
package dev.tenure.reports;

import org.jspecify.annotations.NullMarked;
