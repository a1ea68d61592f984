package dev.tenure.rivals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;
import java.util.function.Function;

/** What {@code drive.py} asks of a worker: lines {@code measure KEY THREADS MILLISECONDS}, nanoseconds of one call back. */
final class Turns {
    private static final long BATCH_NS = 2_000_000;

    private Turns() {}

    /** Answers until the input ends; {@code work} gives a call with its operands made before, or null for what it lacks. */
    static void take(String about, Function<String, Runnable> work) throws IOException {
        System.out.println(about);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        String known = "";
        Runnable call = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (Scanner words = new Scanner(line)) {
                words.next();
                String key = words.next();
                boolean one = words.nextInt() == 1;
                long milliseconds = words.nextLong();
                if (!key.equals(known)) {
                    known = key;
                    call = work.apply(key);
                }
                System.out.println(one && call != null ? nanoseconds(call, milliseconds) : "-");
            }
        }
    }

    /** The least mean of a call over batches that are long enough to time. */
    private static double nanoseconds(Runnable call, long milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000;
        double least = Double.MAX_VALUE;
        for (int n = 1; ; ) {
            long start = System.nanoTime();
            for (int i = 0; i < n; i++) {
                call.run();
            }
            long took = System.nanoTime() - start;
            if (took < BATCH_NS) {
                n *= 2;
                continue;
            }
            least = Math.min(least, (double) took / n);
            if (System.nanoTime() > end) {
                return least;
            }
        }
    }
}
