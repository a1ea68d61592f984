package dev.tenure.nn;

import dev.tenure.internal.Arguments;
import dev.tenure.internal.Rows;
import java.util.List;

/**
 * What {@link Module#loadStateDict(java.util.Map, boolean, boolean)} did not load.
 *
 * @param missing the names of the module that the state does not have; their values stay
 * @param unexpected the names of the state that the module does not have
 */
public record LoadReport(List<String> missing, List<String> unexpected) {
    /**
     * Makes a report; the lists are copied.
     *
     * @param missing the names of the module that the state does not have
     * @param unexpected the names of the state that the module does not have
     */
    public LoadReport {
        missing = List.of(Arguments.array("missing", missing, String[]::new));
        unexpected = List.of(Arguments.array("unexpected", unexpected, String[]::new));
    }

    /** Reads rows of the core, each of which has a word and a name. */
    static LoadReport of(String text) {
        List<String[]> rows = Rows.of(text);
        return new LoadReport(named(rows, "missing"), named(rows, "unexpected"));
    }

    private static List<String> named(List<String[]> rows, String word) {
        return rows.stream().filter(row -> row[0].equals(word)).map(row -> row[1]).toList();
    }
}
