package dev.tenure.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the core's reports for wrappers: one record per line, with fields separated by tabs and
 * escaped.
 */
public final class Rows {
    /** The core's code for this format. */
    public static final int FORMAT = 2;

    private Rows() {}

    public static List<String[]> of(String report) {
        List<String[]> rows = new ArrayList<>();
        for (int start = 0; start < report.length(); ) {
            int end = report.indexOf('\n', start);
            String[] fields = report.substring(start, end).split("\t", -1);
            for (int i = 0; i < fields.length; i++) {
                fields[i] = plain(fields[i]);
            }
            rows.add(fields);
            start = end + 1;
        }
        return rows;
    }

    /** The pairs of name and value in a row, beginning with field {@code from}. */
    public static Map<String, String> pairs(String[] row, int from) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = from; i + 1 < row.length; i += 2) {
            pairs.put(row[i], row[i + 1]);
        }
        return pairs;
    }

    /** One field in each row, as the core reads names. */
    public static String column(String[] fields) {
        StringBuilder text = new StringBuilder();
        for (String field : fields) {
            text.append(escaped(Text.checked(field, "name"))).append('\n');
        }
        return text.toString();
    }

    /** A row of a name and a text for each entry, as the core reads metadata. */
    public static String text(Map<String, String> pairs) {
        StringBuilder text = new StringBuilder();
        pairs.forEach((name, value) -> text.append(escaped(Text.checked(name, "metadata: null as a name")))
                .append('\t')
                .append(escaped(Text.checked(value, "metadata: null as a value")))
                .append('\n'));
        return text.toString();
    }

    private static String escaped(String field) {
        return field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String plain(String field) {
        if (field.indexOf('\\') < 0) {
            return field;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c == '\\') {
                c = field.charAt(++i);
                c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
