package dev.tenure.nn;

import dev.tenure.internal.Arguments;
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

    /** Of rows of the core: a word, a tab and a name each. */
    static LoadReport of(String rows) {
        return new LoadReport(named(rows, "missing\t"), named(rows, "unexpected\t"));
    }

    private static List<String> named(String rows, String word) {
        return rows.lines().filter(row -> row.startsWith(word)).map(row -> row.substring(word.length())).toList();
    }
}
