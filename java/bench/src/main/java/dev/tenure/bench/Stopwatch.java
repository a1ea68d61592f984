package dev.tenure.bench;

import java.util.Arrays;

/** Medians of short pieces of work: warm-up until the compilers are done, then rounds that are long enough to time. */
final class Stopwatch {
    /** {@code ci/bench --quick}: one process and a few short rounds for each key. */
    static final boolean QUICK = System.getenv("TENURE_BENCH_QUICK") != null;

    private static final long WARM_UP_NS = QUICK ? 500_000_000L : 1_500_000_000L;
    private static final long ROUND_NS = QUICK ? 10_000_000L : 20_000_000L;
    private static final int ROUNDS = QUICK ? 15 : 31;

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
