package dev.tenure.workspaces;

import java.util.Map;

/**
 * A likely mistake in the use of a workspace; {@link dev.tenure.Workspace#misuses()} lists them.
 *
 * @param kind {@code not_closed}, {@code used_too_long}, {@code held_past_the_cycle}, {@code too_many} or
 *     {@code wrong_configuration}
 * @param workspace the workspace's name; empty if it has none
 * @param thread the thread that the workspace belongs to: its number in the operating system, which
 *     a thread dump shows as {@code nid}; for a virtual thread its {@code threadId}; 0 if all
 *     threads share the workspace
 * @param site the line that made it, such as {@code com.acme.Model.train(Model.java:31)}; empty if
 *     it was not made by Java code
 * @param message what is wrong, with the numbers
 * @param serves the parameters or methods that would solve the problem, with their values
 */
public record WorkspaceMisuse(
        String kind, String workspace, long thread, String site, String message, Map<String, String> serves) {}
