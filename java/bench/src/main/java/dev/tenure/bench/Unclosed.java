package dev.tenure.bench;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.util.Locale;

/**
 * Programs that close nothing, each in a JVM of its own. Prints the seconds and the most MiB that were taken from the
 * system, pages kept for reuse included.
 */
public final class Unclosed {
    private static final int TENSORS = 3000;
    private static final long ONE_MIB = 1 << 18; // float32
    private static final int THREADS = 24;
    private static final int OF_EACH = 2000;
    private static final long PAGES = 512; // 2 MB
    private static final long PAGE = 1024; // float32

    private Unclosed() {}

    /**
     * Runs one.
     *
     * @param arguments its name
     */
    public static void main(String[] arguments) {
        long start = System.nanoTime();
        switch (arguments[0]) {
            case "forgotten" -> forgotten();
            case "scoped" -> scoped();
            case "zeros-forgotten" -> {
                for (int i = 0; i < TENSORS; i++) {
                    Tensor.zeros(ONE_MIB);
                }
            }
            case "zeros-scoped" -> {
                for (int i = 0; i < TENSORS; i++) {
                    try (Scope s = Scope.open()) {
                        Tensor.zeros(ONE_MIB);
                    }
                }
            }
            case "threads" -> threads();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.printf(Locale.ROOT, "%.6f %.3f%n", (System.nanoTime() - start) / 1e9,
                Tenure.stats().peakReservedBytes() / 1048576.0);
    }

    /** 3,000 results of 1 MiB, one operation each. */
    private static void forgotten() {
        Tensor x = Tensor.ones(ONE_MIB);
        for (int i = 0; i < TENSORS; i++) {
            x.exp();
        }
        x.close();
    }

    private static void scoped() {
        try (Scope outer = Scope.open()) {
            Tensor x = Tensor.ones(ONE_MIB);
            for (int i = 0; i < TENSORS; i++) {
                try (Scope s = Scope.open()) {
                    x.exp();
                }
            }
        }
    }

    /** 24 threads make 2,000 tensors of 2 MB each, and write to every page. */
    private static void threads() {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < OF_EACH; k++) {
                    Tensor.empty(PAGES, PAGE).select(1, 0).fill(1);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
