/**
 * How a {@link dev.tenure.Workspace} is configured, and what it counts.
 *
 * <p>{@link dev.tenure.workspaces.WorkspaceConfig} has all parameters. Nothing takes or returns null but what says
 * {@code @Nullable}.
 */
@NullMarked
package dev.tenure.workspaces;

import org.jspecify.annotations.NullMarked;
