package dev.tenure.workspaces;

import java.util.Map;

/**
 * Something that is being done wrong with a workspace; {@link dev.tenure.Workspace#misuses()} lists them.
 *
 * @param kind {@code not_closed}, {@code used_too_long}, {@code held_past_the_cycle}, {@code too_many} or
 *     {@code wrong_configuration}
 * @param workspace the workspace's name; empty if it has none
 * @param thread whose workspace it is: the thread's number in the system, as a thread dump's {@code nid} says it; of a virtual
 *     thread its {@code threadId}; 0 if it is everybody's
 * @param site the line that made it, such as {@code com.acme.Model.train(Model.java:31)}; empty if no Java code did
 * @param message what is wrong, with the numbers
 * @param serves what would have served: a parameter, or a method, and its value
 */
public record WorkspaceMisuse(
        String kind, String workspace, long thread, String site, String message, Map<String, String> serves) {}
