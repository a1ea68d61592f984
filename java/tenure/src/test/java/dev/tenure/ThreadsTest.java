package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.NativeLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On how many threads operations compute. */
class ThreadsTest {
    @Test
    void theNumberIsThatOfTheProcessUntilItIsSetBack() {
        long before = Tenure.threads();
        assertTrue(before >= 1);
        Tenure.setThreads(3);
        assertEquals(3, Tenure.threads());
        assertThrows(InvalidArgumentException.class, () -> Tenure.setThreads(-1));
        assertThrows(InvalidArgumentException.class, () -> Tenure.setThreads(1025));
        assertEquals(3, Tenure.threads());
        Tenure.setThreads(0);
        assertEquals(before, Tenure.threads());
    }

    @Test
    void manyThreadsComputeTheSameBitsAtOnce() throws Exception {
        float[] wanted;
        try (Scope scope = Scope.open()) {
            assertSame(scope, scope.limitThreads(1));
            wanted = sums();
        }
        Tenure.setThreads(3);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            Callable<float[]> task = () -> {
                try (Scope scope = Scope.open()) {
                    return sums();
                }
            };
            for (var result : pool.invokeAll(IntStream.range(0, 20).mapToObj(i -> task).toList())) {
                assertArrayEquals(wanted, result.get());
            }
        } finally {
            pool.shutdown();
            Tenure.setThreads(0);
        }
    }

    @Test
    void aSettingIsANumberOrNothing() {
        assertEquals(0, NativeLoader.threads(null));
        assertEquals(0, NativeLoader.threads(" "));
        assertEquals(7, NativeLoader.threads(" 7 "));
        for (String wrong : new String[] {"many", "-1", "1025", "1.5"}) {
            var refused = assertThrows(IllegalArgumentException.class, () -> NativeLoader.threads(wrong));
            assertEquals(
                    "system property tenure.threads or environment variable TENURE_THREADS is '" + wrong
                            + "', not a number from 0 to 1024",
                    refused.getMessage());
        }
    }

    private static float[] sums() {
        Tensor x = Tensor.linspace(DType.F32, -3, 3, 1 << 19).reshape(512, 1024);
        return x.tanh().matmul(x.transpose(0, 1)).sum(0).toFloatArray();
    }
}
