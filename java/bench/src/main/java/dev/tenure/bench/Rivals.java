package dev.tenure.bench;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.results.Eigh;
import dev.tenure.results.Sort;
import dev.tenure.results.Svd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.function.Supplier;

/**
 * Tenure's part of {@code ci/bench --rivals}: a worker that {@code benches/rivals/drive.py} asks, in turns with the others,
 * {@code measure KEY THREADS MILLISECONDS}. Each result is fresh, and closed at once.
 */
public final class Rivals {
    private static final long BATCH_NS = 2_000_000;
    private static final int SIDE = 4096;

    private Rivals() {}

    /**
     * Answers until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        System.out.println("Tenure from Java " + Runtime.version().feature());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Scope operands = Scope.open();
        String known = "";
        Runnable call = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (Scanner words = new Scanner(line)) {
                words.next();
                String key = words.next();
                int threads = words.nextInt();
                long milliseconds = words.nextLong();
                if (!key.equals(known)) {
                    operands.close();
                    operands = Scope.open();
                    known = key;
                    call = work(key);
                }
                Tenure.setThreads(threads);
                Double amount = call == null ? RivalTraining.amount(key) : null;
                Object answer = call == null ? "-" : nanoseconds(call, milliseconds);
                System.out.println(amount == null ? answer : amount);
            }
        }
        operands.close();
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

    /** A call with its operands made, or null for what Tenure lacks. */
    private static Runnable work(String key) {
        Runnable training = RivalTraining.work(key);
        Runnable network = training == null ? RivalNetworks.work(key) : training;
        if (network != null) {
            return network;
        }
        Supplier<Tensor> made = key.endsWith("_4096") ? table(key) : made(key);
        return made == null ? null : () -> made.get().close();
    }

    private static Supplier<Tensor> made(String key) {
        if (key.startsWith("matmul_")) {
            String[] words = key.split("_");
            int n = Integer.parseInt(words[1]);
            DType dtype = words[2].equals("f64") ? DType.F64 : DType.F32;
            Tensor a = Tensor.randn(dtype, n, n);
            Tensor b = Tensor.randn(dtype, n, n);
            return () -> a.matmul(b);
        }
        if (key.endsWith("_32k") || key.endsWith("_16m")) {
            return function(key, Tensor.randn(key.endsWith("k") ? 32 << 10 : 16 << 20));
        }
        if (key.endsWith("_256")) {
            return solver(key);
        }
        Tensor small = Tensor.randn(16, 16);
        return switch (key) {
            case "add_16" -> () -> small.add(small);
            case "mul_16" -> () -> small.mul(small);
            case "relu_16" -> small::relu;
            case "softmax_4096x1000" -> {
                Tensor x = Tensor.randn(SIDE, 1000);
                yield () -> x.softmax(1);
            }
            case "layer_norm_4096x1000" -> {
                Tensor x = Tensor.randn(SIDE, 1000);
                Tensor weight = Tensor.randn(1000);
                Tensor bias = Tensor.randn(1000);
                yield () -> x.layerNorm(new long[] {1000}, weight, bias, 1e-5);
            }
            case "sort_1m" -> {
                Tensor x = Tensor.randn(1 << 20);
                yield () -> {
                    Sort sorted = x.sort();
                    sorted.indices().close();
                    return sorted.values();
                };
            }
            case "cumsum_1m" -> {
                Tensor x = Tensor.randn(1 << 20);
                yield () -> x.cumsum(0);
            }
            case "rows_1m" -> {
                Tensor x = Tensor.randn(100_000, 64);
                Tensor at = Tensor.rand(1 << 20).mul(100_000).cast(DType.I64);
                yield () -> x.indexSelect(0, at);
            }
            default -> null;
        };
    }

    private static Supplier<Tensor> solver(String key) {
        Tensor a = Tensor.randn(DType.F64, 256, 256);
        Tensor b = Tensor.randn(DType.F64, 256, 8);
        return switch (key) {
            case "solve_256" -> () -> a.solve(b);
            case "svd_256" -> () -> {
                Svd parts = a.svd();
                parts.u().close();
                parts.vh().close();
                return parts.s();
            };
            case "eigh_256" -> () -> {
                // The sum is a part of NumPy's work too.
                try (Tensor turned = a.transpose();
                        Tensor symmetric = a.add(turned)) {
                    Eigh parts = symmetric.eigh();
                    parts.eigenvectors().close();
                    return parts.eigenvalues();
                }
            };
            default -> null;
        };
    }

    private static Supplier<Tensor> function(String key, Tensor x) {
        return switch (key.substring(0, key.length() - 4)) {
            case "exp" -> x::exp;
            case "tanh" -> x::tanh;
            case "sigmoid" -> x::sigmoid;
            case "gelu" -> x::gelu;
            case "erf" -> x::erf;
            default -> null;
        };
    }

    private static Supplier<Tensor> table(String key) {
        Tensor x = Tensor.randn(SIDE, SIDE);
        return switch (key) {
            case "sum0_4096" -> () -> x.sum(0);
            case "sum1_4096" -> () -> x.sum(1);
            case "max0_4096" -> () -> x.max(0);
            case "max1_4096" -> () -> x.max(1);
            case "argmax0_4096" -> () -> x.argmax(0);
            case "argmax1_4096" -> () -> x.argmax(1);
            case "transposed_4096" -> () -> x.transpose().contiguous();
            case "add_row_4096" -> {
                Tensor row = Tensor.randn(SIDE);
                yield () -> x.add(row);
            }
            case "columns_4096" -> {
                Tensor at = Tensor.rand(SIDE).mul(SIDE).cast(DType.I64);
                yield () -> x.indexSelect(1, at);
            }
            default -> null;
        };
    }
}
