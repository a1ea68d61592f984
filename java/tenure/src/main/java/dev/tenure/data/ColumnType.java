package dev.tenure.data;

import java.util.Locale;

/** The type of a column of a {@link Table}. */
public enum ColumnType {
    /** {@code true} and {@code false}: bool. */
    BOOL,
    /** Whole numbers: int64. */
    INT64,
    /** Numbers; a missing value is NaN: float64. */
    FLOAT64,
    /**
     * Texts: int64, the position of the text in {@link Table#categories}; -1 for a missing value.
     */
    TEXT;

    /** The name in the core. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ColumnType of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
