package dev.tenure.onnxruntime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.BusyException;
import dev.tenure.ClosedException;
import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.ShapeMismatchException;
import dev.tenure.Status;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of several threads as one run, and predictors. */
class OnnxBatcherTest {
    private static final Batching FULL = Batching.defaults().size(4).delay(Duration.ofHours(1));

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private long before;

    @BeforeEach
    void remember() {
        before = Tenure.stats().liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        threads.shutdownNow();
        Tenure.assertNoLeaks();
        assertEquals(before, Tenure.stats().liveBytes());
    }

    private static OnnxModel affine() {
        Path data = Path.of(System.getProperty("tenure.root"), "tests", "onnx", "data");
        return OnnxModel.load(data.resolve("affine.onnx"), OnnxOptions.defaults().threads(1));
    }

    private static Tensor row(int i) {
        return Tensor.of(new float[] {i, 2, 3}, 1, 3);
    }

    private static float[] expected(int i) {
        return new float[] {i + 13.5f, 10 * i + 129.5f};
    }

    /** Does this on four threads at the same time. */
    private void atOnce(Each each) throws Exception {
        CyclicBarrier all = new CyclicBarrier(4);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            tasks.add(() -> {
                all.await();
                each.run(number);
                return null;
            });
        }
        for (Future<Void> done : threads.invokeAll(tasks)) {
            done.get();
        }
    }

    interface Each {
        void run(int number) throws Exception;
    }

    private record Row(float a, float b, float c) {}

    /** docs/guides/onnx-serving.md has these lines. */
    @Test
    void asThePageShows() throws Exception {
        Path path = Path.of(System.getProperty("tenure.root"), "tests", "onnx", "data", "affine.onnx");
        try (Scope application = Scope.create()) {
            Predictor<Row, Float> predictor = application.run(() -> {
                OnnxModel model = OnnxModel.load(path, OnnxOptions.defaults().threads(1));
                Batcher batcher = Batcher.of(model, Batching.defaults().size(16));
                return Predictor.of(
                        batcher,
                        Translator.of(
                                row -> Tensor.of(new float[] {row.a(), row.b(), row.c()}),
                                scores -> scores.toFloatArray()[0]));
            });
            atOnce(i -> assertEquals(expected(i)[0], predictor.predict(new Row(i, 2, 3))));
            Batcher batcher = application.run(() -> Batcher.of(
                    OnnxModel.load(path),
                    Batching.defaults()
                            .size(16) // rows of a run
                            .delay(Duration.ofMillis(2)) // that a request waits for others
                            .parallel(2) // runs at the same time
                            .capacity(100) // requests that wait
                            .timeout(Duration.ofSeconds(1)))); // that a request waits for its run
            try (Scope request = Scope.open()) {
                Tensor scores = batcher.run(Tensor.of(new float[] {1, 2, 3}, 1, 3))[0];
                assertArrayEquals(expected(1), scores.toFloatArray());
            }
        }
    }

    @Test
    void eachCallerGetsItsOwnRowsInItsOwnScope() throws Exception {
        try (OnnxModel model = affine();
                Batcher batcher = Batcher.of(model, FULL)) {
            for (int round = 0; round < 50; round++) {
                atOnce(i -> {
                    try (Scope scope = Scope.open()) {
                        Tensor y = i % 2 == 0
                                ? batcher.run(row(i))[0]
                                : batcher.run(Map.of("x", row(i))).get("y");
                        assertSame(scope, y.scope());
                        assertArrayEquals(expected(i), y.toFloatArray());
                    }
                });
            }
            assertEquals(50, batcher.stats().runs());
            assertEquals(200, batcher.stats().rows());
            assertEquals(4, batcher.stats().largest());
        }
    }

    @Test
    void whatDoesNotFitConcernsItsCallerAlone() {
        try (Scope scope = Scope.open()) {
            OnnxModel model = affine();
            Batcher batcher = Batcher.of(model, FULL);
            assertThrows(ShapeMismatchException.class, () -> batcher.run(Tensor.ones(1, 4)));
            assertThrows(InvalidArgumentException.class, () -> batcher.run(Map.of("z", row(0))));
            assertEquals(0, batcher.stats().requests());
            for (Batching bad : List.of(FULL.size(0), FULL.parallel(-1), FULL.capacity(0), FULL.delay(Duration.ofMillis(-1)))) {
                assertThrows(InvalidArgumentException.class, () -> Batcher.of(model, bad));
            }
            assertEquals(scope.members().size(), 4, "model, batcher and two inputs");
        }
    }

    @Test
    void anInterruptIsKeptAndOneThatWaitsTooLongIsTold() {
        try (Scope scope = Scope.open()) {
            Batcher batcher = Batcher.of(affine(), FULL.timeout(Duration.ofMillis(1)));
            Thread.currentThread().interrupt();
            BusyException busy = assertThrows(BusyException.class, () -> batcher.run(row(0)));
            assertTrue(Thread.interrupted(), "the flag is as it was");
            assertEquals(Status.BUSY, busy.status());
            assertEquals(1, batcher.stats().refused());
            assertEquals(scope, batcher.scope());
        }
    }

    @Test
    void aCloseEndsTheWaitingForOthers() throws Exception {
        OnnxModel model = affine();
        Batcher batcher = Batcher.of(model, FULL);
        model.close();
        Future<float[]> waits = threads.submit(() -> {
            try (Scope scope = Scope.open()) {
                return batcher.run(row(1))[0].toFloatArray();
            }
        });
        while (batcher.stats().requests() == 0) {
            Thread.onSpinWait();
        }
        batcher.close();
        assertArrayEquals(expected(1), waits.get());
        try (Scope scope = Scope.open()) {
            assertThrows(ClosedException.class, () -> batcher.run(row(0)));
        }
    }

    @Test
    void predictorsTranslateAndJoin() throws Exception {
        Translator<Integer, Float> translator =
                Translator.of(i -> Tensor.of(new float[] {i, 2, 3}), y -> y.toFloatArray()[0]);
        try (OnnxModel model = affine();
                Batcher batcher = Batcher.of(model, FULL);
                Predictor<Integer, Float> alone = Predictor.of(model.name("affine"), translator);
                Predictor<Integer, Float> together = Predictor.of(batcher, translator)) {
            assertEquals("affine.predictor", alone.name());
            assertEquals(expected(7)[0], alone.predict(7));
            assertEquals(List.of(expected(1)[0], expected(2)[0]), alone.batchPredict(List.of(1, 2)));
            atOnce(i -> assertEquals(expected(i)[0], together.predict(i)));
            assertEquals(1, batcher.stats().runs());
            Predictor<Integer, Tensor> tensors = Predictor.of(model, Translator.of(i -> row(i).squeeze(0), y -> y));
            try (tensors;
                    Scope scope = Scope.open()) {
                assertSame(scope, tensors.predict(1).scope());
            }
            try (Scope scope = Scope.open()) {
                Predictor<Integer, Float> escaped = Scope.using(() -> Predictor.of(affine(), translator));
                assertEquals(expected(3)[0], escaped.predict(3));
            }
            model.close();
            assertThrows(ClosedException.class, () -> alone.predict(1));
        }
    }

    @Test
    void aCloseDuringRunsIsHarmless() throws Exception {
        OnnxModel model = affine();
        for (int round = 0; round < 200; round++) {
            Batcher batcher = Batcher.of(model, Batching.defaults().size(3));
            AtomicInteger done = new AtomicInteger();
            Future<?> closes = CompletableFuture.runAsync(batcher::close);
            atOnce(i -> {
                try (Scope scope = Scope.open()) {
                    while (done.incrementAndGet() < 1000) {
                        assertArrayEquals(expected(i), batcher.run(row(i))[0].toFloatArray());
                    }
                } catch (ClosedException e) {
                    assertTrue(batcher.isClosed());
                }
            });
            closes.get();
        }
        model.close();
    }
}
