package dev.tenure.internal;

import java.util.Collection;
import java.util.Objects;
import java.util.function.IntFunction;

/** Checks of several arguments: a null among them is named with its place. */
public final class Arguments {
    private Arguments() {}

    /** {@code all}, if none of them is null. */
    public static <R> R[] notNull(String name, R[] all) {
        Objects.requireNonNull(all, name);
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
        return all;
    }

    /** All of a collection, as an array. */
    public static <R> R[] array(String name, Collection<? extends R> all, IntFunction<R[]> make) {
        return notNull(name, Objects.requireNonNull(all, name).toArray(make));
    }
}
