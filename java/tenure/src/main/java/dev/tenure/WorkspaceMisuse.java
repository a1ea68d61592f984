package dev.tenure;

import java.util.Map;

/**
 * Something that is being done wrong with a workspace; {@link Workspace#misuses()} lists them.
 *
 * @param kind which of the misuses
 * @param workspace the workspace's name; empty if it has none
 * @param thread the thread that it belongs to, as the core counts threads; empty if it is nobody's
 * @param site the line that made it, such as {@code com.acme.Model.train(Model.java:31)}; empty if that was not recorded, see
 *     {@link Tenure.Level}
 * @param message what is wrong, with the numbers, and what would have served
 */
public record WorkspaceMisuse(String kind, String workspace, String thread, String site, String message) {
    static WorkspaceMisuse of(Map<String, String> row) {
        return new WorkspaceMisuse(
                text(row, "kind"), text(row, "workspace"), text(row, "thread"), text(row, "site"), text(row, "message"));
    }

    private static String text(Map<String, String> row, String field) {
        String value = row.get(field);
        return value == null || value.equals("null") ? "" : value;
    }
}
