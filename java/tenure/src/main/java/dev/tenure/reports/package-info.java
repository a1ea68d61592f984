/**
 * Reports about the library's own state: counts, leaks, scopes that grow.
 *
 * <p>All are values that own nothing. {@link dev.tenure.Tenure} and {@link dev.tenure.Scope} return
 * them. Parameters and results are never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.reports;

import org.jspecify.annotations.NullMarked;
