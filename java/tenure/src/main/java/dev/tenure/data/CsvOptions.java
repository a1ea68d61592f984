package dev.tenure.data;

import dev.tenure.internal.Rows;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How {@link Table#readCsv} reads a file:
 * {@code CsvOptions.defaults().delimiter(';').type("zip", ColumnType.TEXT)}.
 */
public final class CsvOptions {
    private static final CsvOptions DEFAULTS = new CsvOptions(true, ',', '"', Map.of(), null);

    final boolean header;
    final char delimiter;
    final char quote;
    private final Map<String, ColumnType> types;

    /** One a line; null for the default. */
    final @Nullable String missing;

    private CsvOptions(
            boolean header, char delimiter, char quote, Map<String, ColumnType> types, @Nullable String missing) {
        this.header = header;
        this.delimiter = delimiter;
        this.quote = quote;
        this.types = types;
        this.missing = missing;
    }

    /**
     * Returns the default settings.
     *
     * @return a header, commas, double quotes, types by the fields, and what pandas takes for a
     *     missing value: nothing, {@code NA}, {@code NaN}, {@code null} and others
     */
    public static CsvOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets whether the first row has the names of the columns. Without it they are {@code 0},
     * {@code 1} and so on.
     *
     * @param header the default is true
     * @return changed settings
     */
    public CsvOptions header(boolean header) {
        return new CsvOptions(header, delimiter, quote, types, missing);
    }

    /**
     * Sets what separates fields.
     *
     * @param delimiter an ASCII character; the default is a comma
     * @return changed settings
     */
    public CsvOptions delimiter(char delimiter) {
        return new CsvOptions(header, delimiter, quote, types, missing);
    }

    /**
     * Sets what fields with delimiters or line breaks stand in.
     *
     * @param quote an ASCII character; the default is a double quote
     * @return changed settings
     */
    public CsvOptions quote(char quote) {
        return new CsvOptions(header, delimiter, quote, types, missing);
    }

    /**
     * Sets the type of a column, which otherwise follows from its fields.
     *
     * @param column the name of the column
     * @param type its type
     * @return changed settings
     */
    public CsvOptions type(String column, ColumnType type) {
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(type, "type");
        Map<String, ColumnType> changed = new LinkedHashMap<>(types);
        changed.put(column, type);
        return new CsvOptions(header, delimiter, quote, changed, missing);
    }

    /**
     * Sets what stands for a missing value, instead of the default.
     *
     * @param fields the fields
     * @return changed settings
     */
    public CsvOptions missing(String... fields) {
        for (String field : Objects.requireNonNull(fields, "fields")) {
            Objects.requireNonNull(field, "fields");
        }
        return new CsvOptions(header, delimiter, quote, types, Rows.column(fields));
    }

    /** The types for the core: pairs of a name and a type, one a line. */
    String types() {
        Map<String, String> codes = new LinkedHashMap<>();
        types.forEach((name, type) -> codes.put(name, type.code()));
        return Rows.text(codes);
    }
}
