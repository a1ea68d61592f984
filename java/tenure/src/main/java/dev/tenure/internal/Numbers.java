package dev.tenure.internal;

import java.util.Objects;

/** Lists of numbers as the core takes them. */
public final class Numbers {
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
