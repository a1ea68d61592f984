package dev.tenure.internal;

import java.util.Collection;
import java.util.Objects;
import java.util.function.IntFunction;

/** Checks arrays and collections of arguments; the error for a null names its index. */
public final class Arguments {
    private Arguments() {}

    /** Returns {@code all} if none of its elements is null. */
    public static <R> R[] notNull(String name, R[] all) {
        Objects.requireNonNull(all, name);
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
        return all;
    }

    /** Copies a collection into an array. */
    public static <R> R[] array(String name, Collection<? extends R> all, IntFunction<R[]> make) {
        return notNull(name, Objects.requireNonNull(all, name).toArray(make));
    }
}
