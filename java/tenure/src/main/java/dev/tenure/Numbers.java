package dev.tenure;

import java.util.Objects;

/** Lists of numbers as the core takes them. */
final class Numbers {
    private Numbers() {}

    static long[] longs(int[] shape) {
        return longs(shape, "shape");
    }

    static long[] longs(int[] numbers, String name) {
        Objects.requireNonNull(numbers, name);
        long[] longs = new long[numbers.length];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = numbers[i];
        }
        return longs;
    }
}
