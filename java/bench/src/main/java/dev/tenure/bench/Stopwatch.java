package dev.tenure.bench;

import java.util.Arrays;

/** Medians of short pieces of work: warm-up until the compilers are done, then rounds that are long enough to time. */
final class Stopwatch {
    private static final long WARM_UP_NS = 1_500_000_000L;
    private static final long ROUND_NS = 20_000_000L;
    private static final int ROUNDS = 31;

    private Stopwatch() {}

    /** Work that is done so many times in a row. */
    interface Work {
        void times(int n);
    }

    /** Nanoseconds for one time: the median over the rounds. */
    static double median(Work work) {
        int n = 1;
        long began = System.nanoTime();
        long last = 0;
        while (System.nanoTime() - began < WARM_UP_NS || last < ROUND_NS / 2) {
            last = time(work, n);
            if (last < ROUND_NS / 2) {
                n *= 2;
            }
        }
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = (double) time(work, n) / n;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private static long time(Work work, int n) {
        long start = System.nanoTime();
        work.times(n);
        return System.nanoTime() - start;
    }
}
