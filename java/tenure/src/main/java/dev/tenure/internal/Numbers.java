package dev.tenure.internal;

import java.util.Objects;

/**
 * Numbers for the core: lists of integers, and the kinds of a single number, which is passed with
 * its bits.
 */
public final class Numbers {
    public static final int INTEGER = 0;
    public static final int REAL = 1;
    public static final int TRUTH = 2;

    private Numbers() {}

    public static long[] longs(int[] shape) {
        return longs(shape, "shape");
    }

    public static long[] longs(int[] numbers, String name) {
        Objects.requireNonNull(numbers, name);
        long[] longs = new long[numbers.length];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = numbers[i];
        }
        return longs;
    }
}
