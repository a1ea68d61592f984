package dev.tenure;

import java.util.Collection;
import java.util.Objects;

/** Checks of several arguments: a null among them is named with its place. */
final class Arguments {
    private Arguments() {}

    /** {@code all}, if none of them is null. */
    static <R> R[] notNull(String name, R[] all) {
        Objects.requireNonNull(all, name);
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
        return all;
    }

    static Tensor[] array(String name, Collection<? extends Tensor> all) {
        return notNull(name, Objects.requireNonNull(all, name).toArray(Tensor[]::new));
    }

    static NativeResource[] all(String name, Collection<? extends NativeResource> all) {
        return notNull(name, Objects.requireNonNull(all, name).toArray(NativeResource[]::new));
    }
}
