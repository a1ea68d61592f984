package dev.tenure;

import java.util.Objects;
import java.util.StringJoiner;

/**
 * One entry of an index, which selects a part of a tensor: with these methods imported,
 * {@code t.get(slice(1, -1), ALL, at(0))} is {@code t[1:-1, :, 0]} in Python.
 * {@link Tensor#get(String)} takes the same as text.
 *
 * <p>Axes without an entry are selected whole.
 */
public final class Index {
    /** All indices of an axis. */
    public static final Index ALL = new Index(":");

    /** All indices of the axes that the other entries do not cover. It may occur once. */
    public static final Index ELLIPSIS = new Index("...");

    /** A new axis of size 1. */
    public static final Index NEW_AXIS = new Index("None");

    private final String text;

    private Index(String text) {
        this.text = text;
    }

    /**
     * Selects one index of an axis and removes the axis.
     *
     * @param index the index; a negative one counts from the end
     * @return the entry
     */
    public static Index at(long index) {
        return new Index(Long.toString(index));
    }

    /**
     * Selects the indices of an axis from {@code start} on.
     *
     * @param start the first index; a negative one counts from the end
     * @return the entry
     */
    public static Index from(long start) {
        return new Index(start + ":");
    }

    /**
     * Selects the indices of an axis before {@code end}.
     *
     * @param end the first index that is not included; a negative one counts from the end
     * @return the entry
     */
    public static Index to(long end) {
        return new Index(":" + end);
    }

    /**
     * Selects the indices of an axis from {@code start} to before {@code end}.
     *
     * @param start the first index; a negative one counts from the end
     * @param end the first index that is not included; a negative one counts from the end
     * @return the entry
     */
    public static Index slice(long start, long end) {
        return new Index(start + ":" + end);
    }

    /**
     * Selects every {@code step}-th index of an axis from {@code start} to before {@code end}. A
     * negative step goes backwards: reading then returns a copy, and writing changes the tensor.
     *
     * @param start the first index; a negative one counts from the end
     * @param end the first index that is not included; a negative one counts from the end
     * @param step the distance between the indices; not 0
     * @return the entry
     */
    public static Index slice(long start, long end, long step) {
        return new Index(start + ":" + end + ":" + step);
    }

    /**
     * Selects every {@code step}-th index of an axis: {@code step(-1)} is the axis in reverse. With
     * a negative step, reading returns a copy, and writing changes the tensor.
     *
     * @param step the distance between the indices; a negative one begins with the last; not 0
     * @return the entry
     */
    public static Index step(long step) {
        return new Index("::" + step);
    }

    /** Returns the entry in Python's notation, such as {@code 1:-1}. */
    @Override
    public String toString() {
        return text;
    }

    /** These entries as {@link Tensor#get(String)} takes them. */
    static String text(Index... parts) {
        Objects.requireNonNull(parts, "index");
        StringJoiner text = new StringJoiner(", ");
        for (Index part : parts) {
            text.add(Objects.requireNonNull(part, "a part of the index").text);
        }
        return text.toString();
    }
}
