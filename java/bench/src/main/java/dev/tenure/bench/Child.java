package dev.tenure.bench;

import java.util.Arrays;
import java.util.List;

/** {@link Unclosed} in JVMs of its own: the median of its seconds, and the most of its MiB. */
record Child(double seconds, double peakMib) {
    private static final int TIMES = Stopwatch.QUICK ? 1 : 5;

    static Child run(String program, String... options) {
        double[] seconds = new double[TIMES];
        double peak = 0;
        for (int i = 0; i < TIMES; i++) {
            String[] words = Jvm.run(Unclosed.class, List.of(options), program).trim().split(" ");
            seconds[i] = Double.parseDouble(words[0]);
            peak = Math.max(peak, Double.parseDouble(words[1]));
        }
        Arrays.sort(seconds);
        return new Child(seconds[TIMES / 2], peak);
    }
}
