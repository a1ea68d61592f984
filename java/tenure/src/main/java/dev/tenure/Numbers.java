package dev.tenure;

import java.util.Objects;

/** Dimensions as the core takes them. */
final class Numbers {
    private Numbers() {}

    static long[] longs(int[] shape) {
        Objects.requireNonNull(shape, "shape");
        long[] longs = new long[shape.length];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = shape[i];
        }
        return longs;
    }
}
