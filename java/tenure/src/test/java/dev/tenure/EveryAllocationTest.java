package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Composite operations of which each allocation fails, one after another: a limit of the scope is raised to just what the
 * allocation that failed would have needed, until the operation succeeds. Each failure is a {@link NativeMemoryException},
 * leaves nothing behind, and changes no operand; the success has the bits of a run without a limit.
 */
class EveryAllocationTest {
    private static final Pattern OF_SCOPE =
            Pattern.compile("(\\d+) bytes[^,]* asked for, .*scope.* holds (\\d+).* and its limit is (\\d+)");
    private static final Pattern OF_ROOM = Pattern.compile("(\\d+) bytes[^,]* asked for, the limit of a scope leaves (\\d+)");
    private static final int MOST = 300; // allocations of one operation

    private Tensor matrix;
    private Tensor square;
    private Tensor positive;
    private Tensor integers;
    private Tensor images;
    private Scope operands;

    @BeforeEach
    void open() {
        Live.drain();
        operands = Scope.open();
        matrix = Tensor.arange(48).cast(DType.F32).reshape(6, 8).sin();
        square = Tensor.arange(36).cast(DType.F64).reshape(6, 6).cos();
        positive = square.matmul(square.transpose(0, 1)).add(Tensor.eye(DType.F64, 6, 6));
        integers = Tensor.of(3L, 1, 2, 3, 0, 1, 5, 5);
        images = Tensor.arange(2 * 3 * 8 * 8).cast(DType.F32).reshape(2, 3, 8, 8).sin();
    }

    @AfterEach
    void close() {
        operands.close();
        Live.assertNothing();
    }

    private Map<String, Function<Scope, Object>> operations() {
        Map<String, Function<Scope, Object>> all = new LinkedHashMap<>();
        all.put("einsum", s -> Tensor.einsum("ij,kj,kl->il", matrix, matrix, square.cast(DType.F32)));
        all.put("svd", s -> square.svd());
        all.put("qr", s -> square.qr());
        all.put("eigh", s -> positive.eigh());
        all.put("inv", s -> positive.inv());
        all.put("pinv", s -> matrix.pinv());
        all.put("solve", s -> positive.solve(square));
        all.put("lstsq", s -> square.lstsq(positive));
        all.put("cholesky", s -> positive.cholesky());
        all.put("matrixPower", s -> square.matrixPower(-3));
        all.put("unique", s -> integers.unique());
        all.put("sort", s -> matrix.sort(1, true));
        all.put("quantile", s -> matrix.quantile(0.3, 1, false));
        all.put("std", s -> matrix.transpose(0, 1).std());
        all.put("fft", s -> matrix.cast(DType.F32).rfft());
        all.put("kron", s -> Tensor.of(1f, 2).kron(matrix));
        all.put("crossEntropy", s -> matrix.softmax(1).add(matrix).crossEntropy(Tensor.of(1L, 2, 3, 4, 5, 0)));
        all.put("conv2d", s -> images.conv2d(images.slice(2, 0, 3).slice(3, 0, 3)));
        all.put("pool", s -> images.transpose(2, 3).add(1).maxPool2d(new long[] {2, 2}).mean().add(images).sum());
        all.put("training step", s -> {
            Tape tape = Tape.open();
            Tensor w = tape.watch(matrix);
            Tensor[] gradients = tape.backward(w.matmul(matrix.transpose(0, 1)).tanh().sum(), w);
            return gradients[0];
        });
        all.put("scan and index", s -> Tensor.concat(0, matrix.cumsum(1).get("1:4, ::2").flip(0), matrix.get("0:3, 1::2")));
        return all;
    }

    @Test
    void eachFailsAlone() {
        List<String> wrong = new ArrayList<>();
        int failures = 0;
        Map<String, Function<Scope, Object>> all = operations();
        assertTrue(all.size() >= 20, all.size() + " operations");
        List<Tensor> operand = List.of(matrix, square, positive, integers, images);
        List<byte[]> before = operand.stream().map(EveryAllocationTest::bytes).toList();
        for (var each : all.entrySet()) {
            failures += eachFails(each.getKey(), each.getValue(), wrong);
        }
        for (int i = 0; i < before.size(); i++) {
            assertArrayEquals(before.get(i), bytes(operand.get(i)), "operand " + i);
        }
        assertEquals(List.of(), wrong);
        assertTrue(failures >= 2 * all.size(), failures + " allocations failed");
    }

    /** How many allocations failed, each by itself. */
    private int eachFails(String name, Function<Scope, Object> operation, List<String> wrong) {
        List<byte[]> wanted;
        try (Scope free = Scope.open()) {
            wanted = all(operation.apply(free));
        }
        long limit = 1;
        for (int failed = 0; failed < MOST; failed++) {
            Live before = Live.now();
            try (Scope scope = Scope.open(Scope.options().limit(limit))) {
                List<byte[]> made = all(operation.apply(scope));
                for (int i = 0; i < wanted.size(); i++) {
                    if (!Arrays.equals(wanted.get(i), made.get(i))) {
                        wrong.add(name + " has other bits under a limit of " + limit);
                    }
                }
                return failed;
            } catch (NativeMemoryException e) {
                long next = next(e.getMessage(), limit);
                if (e.status() != Status.LIMIT_EXCEEDED || next <= limit) {
                    wrong.add(name + " under a limit of " + limit + ": " + e);
                    return failed;
                }
                limit = next;
            }
            if (!Live.now().minus(before).equals(Live.NOTHING)) {
                wrong.add(name + " left " + Live.now().minus(before) + " when allocation " + failed + " failed");
            }
        }
        wrong.add(name + " has more than " + MOST + " allocations");
        return MOST;
    }

    /** The least limit under which the allocation that failed succeeds. */
    private static long next(String message, long limit) {
        Matcher ofScope = OF_SCOPE.matcher(message);
        if (ofScope.find()) {
            return Long.parseLong(ofScope.group(1)) + Long.parseLong(ofScope.group(2));
        }
        Matcher ofRoom = OF_ROOM.matcher(message);
        return ofRoom.find() ? limit + Long.parseLong(ofRoom.group(1)) - Long.parseLong(ofRoom.group(2)) : 0;
    }

    private static List<byte[]> all(Object result) {
        if (result instanceof Tensor t) {
            return List.of(bytes(t));
        } else if (result instanceof Tensor[] several) {
            return Arrays.stream(several).map(EveryAllocationTest::bytes).toList();
        }
        List<byte[]> bytes = new ArrayList<>();
        for (var component : result.getClass().getRecordComponents()) {
            try {
                bytes.add(bytes((Tensor) component.getAccessor().invoke(result)));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return bytes;
    }

    private static byte[] bytes(Tensor t) {
        byte[] bytes = new byte[(int) t.nbytes()];
        t.copyTo(java.nio.ByteBuffer.wrap(bytes));
        return bytes;
    }
}
