/**
 * The configuration of a {@link dev.tenure.Workspace}, and its statistics.
 *
 * <p>{@link dev.tenure.workspaces.WorkspaceConfig} has all parameters. Parameters and results are
 * never null unless they are marked {@code @Nullable}.
 */
@NullMarked
package dev.tenure.workspaces;

import org.jspecify.annotations.NullMarked;
