package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.nn.Module;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A batcher of a module. That of an ONNX model has the same tests in the module {@code onnx}. */
@ExtendWith(Clean.class)
class BatcherTest {
    private static final Batching FULL = Batching.defaults().size(4).delay(Duration.ofHours(1)).parallel(1);

    @Test
    void fourRequestsAreOneForwardAndEachCallerGetsItsRows() throws Exception {
        try (Module model = ModelTest.core(); Batcher batcher = Batcher.of(model, FULL)) {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<float[]>> answers = IntStream.range(0, 4)
                    .mapToObj(i -> threads.submit(() -> {
                        try (Scope scope = Scope.open()) {
                            return batcher.run(Tensor.of(i, 1f).reshape(1, 2))[0].toFloatArray();
                        }
                    }))
                    .toList();
            for (int i = 0; i < 4; i++) {
                assertArrayEquals(new float[] {14 + 2 * i}, answers.get(i).get());
            }
            threads.shutdown();
            assertEquals(1, batcher.stats().runs());
            assertEquals(4, batcher.stats().rows());
        }
    }

    @Test
    void anErrorReachesOnlyTheRequestThatCausedIt() throws Exception {
        try (Module model = ModelTest.core(); Batcher batcher = Batcher.of(model, Batching.defaults().parallel(1))) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<Boolean>> answers = IntStream.range(0, 400)
                    .mapToObj(i -> threads.submit(() -> {
                        try (Scope scope = Scope.open()) {
                            if (i % 4 == 0) {
                                assertThrows(ShapeMismatchException.class, () -> batcher.run(Tensor.ones(1, 3)));
                                return true;
                            }
                            return batcher.run(Tensor.of(i, 1f).reshape(1, 2))[0].item() == 14 + 2 * i;
                        }
                    }))
                    .toList();
            for (Future<Boolean> answer : answers) {
                assertTrue(answer.get());
            }
            threads.shutdown();
        }
    }

    @Test
    void whatItCannotDoIsRefused() {
        try (Scope scope = Scope.open()) {
            Module model = ModelTest.core();
            assertThrows(TensorException.class, () -> Batcher.of(ModelTest.linear(), FULL));
            assertThrows(InvalidArgumentException.class, () -> Batcher.of(model, FULL.size(0)));
            Batcher batcher = Batcher.of(model, Batching.defaults());
            assertThrows(InvalidArgumentException.class, () -> batcher.run(Map.of("x", Tensor.ones(1, 2))));
            model.close();
            assertThrows(ClosedException.class, () -> batcher.run(Tensor.ones(1, 2)));
            assertThrows(ClosedException.class, () -> Batcher.of(model, FULL));
        }
    }
}
