package dev.tenure;

import java.util.Objects;
import java.util.StringJoiner;

/**
 * A part of an index, which names a window of a tensor: {@code t.get(slice(1, -1), ALL, at(0))} with these methods
 * imported is {@code t[1:-1, :, 0]} of Python. {@link Tensor#get(String)} takes the same as text.
 *
 * <p>Axes that no part names stay whole.
 */
public final class Index {
    /** All indices of an axis. */
    public static final Index ALL = new Index(":");

    /** All indices of the axes that the other parts leave, once. */
    public static final Index ELLIPSIS = new Index("...");

    /** A new axis of size 1. */
    public static final Index NEW_AXIS = new Index("None");

    private final String text;

    private Index(String text) {
        this.text = text;
    }

    /**
     * One index of an axis, which goes away.
     *
     * @param index which one; a negative one counts from the end
     * @return the part
     */
    public static Index at(long index) {
        return new Index(Long.toString(index));
    }

    /**
     * The indices of an axis from one on.
     *
     * @param start the first; a negative one counts from the end
     * @return the part
     */
    public static Index from(long start) {
        return new Index(start + ":");
    }

    /**
     * The indices of an axis before one.
     *
     * @param end behind the last; a negative one counts from the end
     * @return the part
     */
    public static Index to(long end) {
        return new Index(":" + end);
    }

    /**
     * The indices of an axis from one to before another.
     *
     * @param start the first; a negative one counts from the end
     * @param end behind the last; a negative one counts from the end
     * @return the part
     */
    public static Index slice(long start, long end) {
        return new Index(start + ":" + end);
    }

    /**
     * The indices of an axis from one to before another, each some apart. A negative step goes backwards: reading then gives a
     * copy, and writing is into the tensor.
     *
     * @param start the first; a negative one counts from the end
     * @param end behind the last; a negative one counts from the end
     * @param step how far apart; not 0
     * @return the part
     */
    public static Index slice(long start, long end, long step) {
        return new Index(start + ":" + end + ":" + step);
    }

    /**
     * All indices of an axis, each some apart: {@code step(-1)} is the axis in reverse. Reading with a negative step gives a
     * copy, and writing is into the tensor.
     *
     * @param step how far apart; a negative one begins with the last
     * @return the part
     */
    public static Index step(long step) {
        return new Index("::" + step);
    }

    /** As Python writes it, such as {@code 1:-1}. */
    @Override
    public String toString() {
        return text;
    }

    /** These parts as {@link Tensor#get(String)} takes them. */
    static String text(Index... parts) {
        Objects.requireNonNull(parts, "index");
        StringJoiner text = new StringJoiner(", ");
        for (Index part : parts) {
            text.add(Objects.requireNonNull(part, "a part of the index").text);
        }
        return text.toString();
    }
}
