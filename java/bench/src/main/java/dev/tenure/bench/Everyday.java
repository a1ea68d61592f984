package dev.tenure.bench;

import dev.tenure.SafeTensors;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** What every program does: single elements, results into tensors that are there, and mapped files. */
final class Everyday {
    private static final int SIDE = 16;
    private static final int CALLS = 100_000;
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;
    private static final int LOADS = Stopwatch.QUICK ? 5 : 31;

    private Everyday() {}

    /** One element of a matrix of float32, read by its indices. */
    static double getElement() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.rand(SIDE, SIDE);
            double[] sum = new double[1];
            double ns = Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    sum[0] += t.getDouble(i % SIDE, i / SIDE % SIDE);
                }
            });
            if (Double.isNaN(sum[0])) {
                throw new IllegalStateException("the elements are not numbers");
            }
            return ns;
        }
    }

    /** Requests for memory that 100,000 calls of {@code addInto} and {@code matmulInto} make of the pool. */
    static double intoAllocations() {
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.rand(SIDE, SIDE);
            Tensor b = Tensor.rand(SIDE, SIDE);
            Tensor out = Tensor.zeros(SIDE, SIDE);
            into(a, b, out, 1);
            long before = Tenure.stats().allocations();
            into(a, b, out, CALLS);
            return Tenure.stats().allocations() - before;
        }
    }

    /** {@code addInto} of matrices of 16 x 16. */
    static double addInto() {
        try (Scope s = Scope.open()) {
            Tensor a = Tensor.rand(SIDE, SIDE);
            Tensor b = Tensor.rand(SIDE, SIDE);
            Tensor out = Tensor.zeros(SIDE, SIDE);
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    a.addInto(b, out);
                }
            });
        }
    }

    private static void into(Tensor a, Tensor b, Tensor out, int n) {
        for (int i = 0; i < n; i++) {
            a.addInto(b, out);
            a.matmulInto(b, out);
        }
    }

    /** Seconds until the tensors of a file of 1 GiB are there, mapped: the median. */
    static double mappedSeconds() {
        return withFile(file -> {
            double[] seconds = new double[LOADS];
            for (int i = -3; i < LOADS; i++) {
                long start = System.nanoTime();
                try (Scope s = Scope.open()) {
                    SafeTensors.map(file);
                    if (i >= 0) {
                        seconds[i] = (System.nanoTime() - start) / 1e9;
                    }
                }
            }
            Arrays.sort(seconds);
            return seconds[LOADS / 2];
        });
    }

    /** MiB of the file that are resident when its tensors are there. */
    static double mappedResidentMib() {
        return withFile(file -> {
            try (Scope s = Scope.open()) {
                SafeTensors.map(file); // the classes and the code of it
            }
            try (Scope s = Scope.open()) {
                long before = Resident.ofFiles();
                Map<String, Tensor> tensors = SafeTensors.map(file);
                double mib = (double) (Resident.ofFiles() - before) / MIB;
                if (tensors.values().stream().mapToLong(Tensor::nbytes).sum() != GIB) {
                    throw new IllegalStateException("the file has " + tensors);
                }
                return Math.max(0, mib);
            }
        });
    }

    private interface OfFile {
        double measure(Path file);
    }

    /** Measures with a file of 16 tensors of 64 MiB, which is sparse: what is mapped does not depend on it. */
    private static double withFile(OfFile measure) {
        try {
            Path file = Files.createTempFile(Files.createDirectories(Path.of("target", "bench")), "mapped", ".safetensors");
            try {
                StringBuilder header = new StringBuilder("{");
                for (int i = 0; i < 16; i++) {
                    header.append(String.format(
                            "%s\"t%d\":{\"dtype\":\"F32\",\"shape\":[4096,4096],\"data_offsets\":[%d,%d]}",
                            i == 0 ? "" : ",", i, GIB / 16 * i, GIB / 16 * (i + 1)));
                }
                header.append('}');
                header.append(" ".repeat((8 - header.length() % 8) % 8)); // what is not aligned is read
                byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
                try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                    out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).array());
                    out.write(text);
                    out.setLength(8 + text.length + GIB);
                }
                return measure.measure(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
