package dev.tenure.rivals;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/** What {@code drive.py} asks of a worker: lines {@code measure KEY THREADS MILLISECONDS}, nanoseconds of one call back. */
final class Turns {
    private static final long BATCH_NS = 2_000_000;

    private Turns() {}

    /** What is measured. */
    interface Call {
        void run() throws Exception;
    }

    /** A call for a key with its operands made before, or null for what is lacking. */
    interface Maker {
        Runnable of(String key) throws Exception;
    }

    /** The figure of a key that counts bytes or allocations; null for a key that is timed. */
    interface Amounts {
        Object of(String key) throws Exception;
    }

    /** A figure for a key, or what stands for one that is lacking. */
    interface Answer {
        Object of(String key, int threads, long milliseconds) throws Exception;
    }

    /** Answers until the input ends. */
    static void answer(String about, Answer answer) throws Exception {
        System.out.println(about);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (Scanner words = new Scanner(line)) {
                words.next();
                System.out.println(answer.of(words.next(), words.nextInt(), words.nextLong()));
            }
        }
    }

    /** The same of one thread. */
    static void take(String about, Maker work) throws Exception {
        take(about, work, key -> null);
    }

    /** The same of one thread, with figures that are no times. */
    static void take(String about, Maker work, Amounts amounts) throws Exception {
        Map<String, Runnable> known = new HashMap<>(); // the newest alone, so that the operands of others can go
        answer(about, (key, threads, milliseconds) -> {
            if (!known.containsKey(key)) {
                known.clear();
                known.put(key, work.of(key));
            }
            Runnable call = known.get(key);
            if (threads != 1) {
                return "-";
            }
            Object amount = call == null ? amounts.of(key) : null;
            Object answer = call == null ? "-" : nanoseconds(call::run, milliseconds);
            return amount == null ? answer : amount;
        });
    }

    /** The least mean of a call over batches that are long enough to time. */
    static double nanoseconds(Call call, long milliseconds) throws Exception {
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
