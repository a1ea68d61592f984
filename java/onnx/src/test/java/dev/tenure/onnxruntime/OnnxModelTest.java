package dev.tenure.onnxruntime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.tenure.CancelledException;
import dev.tenure.ClosedException;
import dev.tenure.DType;
import dev.tenure.DTypeMismatchException;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeMemoryException;
import dev.tenure.Scope;
import dev.tenure.ShapeMismatchException;
import dev.tenure.Status;
import dev.tenure.Tensor;
import dev.tenure.TensorException;
import dev.tenure.Tenure;
import dev.tenure.onnx.OnnxLogLevel;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptimization;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxPort;
import dev.tenure.onnx.OnnxRunOptions;
import dev.tenure.reports.LogLevel;
import dev.tenure.reports.ModelRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models, run by the ONNX Runtime of Maven's jar. */
class OnnxModelTest {
    private static final OnnxOptions ONE_THREAD = OnnxOptions.defaults().threads(1);

    private long before;

    @BeforeEach
    void remember() {
        before = Tenure.stats().liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        Tenure.assertNoLeaks();
        assertEquals(before, Tenure.stats().liveBytes());
    }

    private static Path file(String name) {
        return Path.of(System.getProperty("tenure.root"), "tests", "onnx", "data", name + ".onnx");
    }

    private static OnnxModel load(String name) {
        return OnnxModel.load(file(name), ONE_THREAD);
    }

    /** docs/guides/onnx.md has these lines. */
    @Test
    void everyKindOfRunIsReportedToListeners() {
        List<ModelRun> runs = new CopyOnWriteArrayList<>();
        Consumer<ModelRun> listener = runs::add;
        Tenure.addModelRunListener(listener);
        try (Scope scope = Scope.open()) {
            OnnxModel model = load("affine").name("affine");
            Tensor x = Tensor.ones(1, 3);
            model.warmUp(); // does not count as a request
            model.run(x);
            model.run(Map.of("x", x));
            model.run(OnnxRunOptions.create(), x);
            model.run(new Tensor[] {x}, new Tensor[] {Tensor.zeros(1, 2)});
            assertThrows(ShapeMismatchException.class, () -> model.run(Tensor.ones(1, 4)));
        } finally {
            Tenure.removeModelRunListener(listener);
        }
        assertEquals(List.of("onnx affine", "onnx affine", "onnx affine", "onnx affine", "onnx affine"),
                runs.stream().map(run -> run.kind() + " " + run.model()).toList());
        assertInstanceOf(ShapeMismatchException.class, runs.get(4).error());
    }

    @Test
    void asThePageShows() {
        Path path = file("affine");
        try (Scope scope = Scope.open()) {
            OnnxModel model = OnnxModel.load(path);
            Tensor[] outputs = model.run(Tensor.of(new float[] {1, 2, 3}, 1, 3));
            Map<String, Tensor> named = model.run(Map.of("x", Tensor.ones(1, 3)));
            assertEquals(2, outputs[0].size());
            assertArrayEquals(new float[] {6.5f, 59.5f}, named.get("y").toFloatArray());
        }
    }

    @Test
    void inputsInOrderAndByName() {
        try (Scope scope = Scope.open()) {
            OnnxModel affine = OnnxModel.load(file("affine"));
            assertSame(scope, affine.scope());
            Tensor[] results = affine.run(Tensor.of(new float[] {1, 2, 3}, 1, 3));
            assertEquals(1, results.length);
            assertSame(scope, results[0].scope());
            assertArrayEquals(new float[] {14.5f, 139.5f}, results[0].toFloatArray());
            OnnxModel sum = load("sum");
            Tensor a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
            Map<String, Tensor> named = sum.run(Map.of("b", a.transpose(0, 1), "a", a));
            assertEquals(List.of("z"), List.copyOf(named.keySet()));
            assertArrayEquals(new float[] {2, 5, 5, 8}, named.get("z").toFloatArray());
        }
    }

    @Test
    void whatItSaysOfItself() {
        try (OnnxModel affine = load("affine"); OnnxModel types = load("types")) {
            assertEquals(List.of(new OnnxPort("x", "float32", DType.F32, List.of("batch", "3"), false)), affine.inputs());
            assertEquals(List.of(new OnnxPort("y", "float32", DType.F32, List.of("batch", "2"), false)), affine.outputs());
            Map<String, String> about = affine.metadata();
            assertEquals("tenure tests", about.get("producer"));
            assertEquals("7", about.get("version"));
            assertEquals("odd,even", about.get("labels"));
            assertTrue(about.get("runtime").startsWith("1."), about.get("runtime"));
            assertEquals(new OnnxPort("bool", "bool", DType.BOOL, List.of("?"), false), types.inputs().get(5));
        }
    }

    @Test
    void bytesOptionsAndFileSystems(@TempDir Path folder) throws IOException {
        byte[] bytes = Files.readAllBytes(file("types"));
        OnnxOptions options = OnnxOptions.defaults()
                .optimization(OnnxOptimization.NONE).deterministic(true).memoryPattern(false).outputs("i64_out")
                .providers("CPUExecutionProvider");
        try (OnnxModel types = OnnxModel.load(bytes, options)) {
            assertEquals(List.of("i64_out"), types.outputs().stream().map(OnnxPort::name).toList());
        }
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("models.zip"), Map.of("create", "true"))) {
            Path inside = Files.write(zip.getPath("types.onnx"), bytes);
            try (OnnxModel types = OnnxModel.load(inside)) {
                assertEquals(6, types.outputs().size());
            }
        }
        Path profile = folder.resolve("a \"quoted\" \\ name");
        try (OnnxModel types = OnnxModel.load(bytes, OnnxOptions.defaults().profile(profile))) {
            assertTrue(Files.exists(Path.of(types.endProfiling())));
        }
        assertEquals(options, OnnxOptions.defaults().providers("CPUExecutionProvider").outputs("i64_out")
                .memoryPattern(false).deterministic(true).optimization(OnnxOptimization.NONE));
    }

    @Test
    void whatIsRefused(@TempDir Path folder) throws IOException {
        TensorException missing = assertThrows(TensorException.class, () -> load("no-such-model"));
        assertInstanceOf(NoSuchFileException.class, missing.getCause());
        Path text = Files.writeString(folder.resolve("text.onnx"), "this is text");
        TensorException noModel = assertThrows(TensorException.class, () -> OnnxModel.load(text));
        assertEquals(Status.IO, noModel.status());
        assertThrows(TensorException.class, () -> OnnxModel.load(new byte[0], ONE_THREAD));
        OnnxOptions nowhere = OnnxOptions.defaults().library(folder.resolve("none.so"));
        TensorException none = assertThrows(TensorException.class, () -> OnnxModel.load(file("affine"), nowhere));
        assertTrue(none.getMessage().contains("none.so") && none.getMessage().contains("TENURE_ONNXRUNTIME"), none.getMessage());
        OnnxOptions cuda = OnnxOptions.defaults().providers("CUDAExecutionProvider");
        TensorException provider = assertThrows(TensorException.class, () -> OnnxModel.load(file("affine"), cuda));
        assertTrue(provider.getMessage().contains("CPUExecutionProvider"), provider.getMessage());
        assertEquals(Status.UNSUPPORTED, provider.status());
        try (Scope scope = Scope.open()) {
            OnnxModel sum = load("sum");
            Tensor a = Tensor.ones(2, 3);
            assertThrows(InvalidArgumentException.class, () -> sum.run(a));
            assertThrows(InvalidArgumentException.class, () -> sum.run(Map.of("a", a, "c", a)));
            assertThrows(ShapeMismatchException.class, () -> sum.run(a, Tensor.ones(3, 2)));
            assertThrows(DTypeMismatchException.class, () -> sum.run(a, Tensor.ones(DType.F64, 2, 3)));
            assertThrows(NullPointerException.class, () -> sum.run(a, null));
            assertThrows(NullPointerException.class, () -> OnnxModel.load((Path) null));
            sum.close();
            assertThrows(ClosedException.class, () -> sum.run(a, a));
        }
    }

    @Test
    void limitsHoldForRuns() {
        try (Scope scope = Scope.open()) {
            OnnxModel grow = load("grow");
            try (Scope small = Scope.open()) {
                small.limit(1 << 20);
                Tensor many = Tensor.of(new long[] {10 << 20}, 1);
                Tensor few = Tensor.of(new long[] {100}, 1);
                for (int i = 0; i < 3; i++) {
                    assertThrows(NativeMemoryException.class, () -> grow.run(many));
                    assertEquals(100, grow.run(few)[0].item());
                }
            }
        }
    }

    @Test
    void modelsOfOneFileShareTheirWeights() throws IOException {
        Path path = file("keep"); // 1 MiB
        OnnxOptions shared = OnnxOptions.defaults().sharedWeights(true);
        try (OnnxModel first = OnnxModel.load(path, shared)) {
            long held = Tenure.stats().liveBytes() - before;
            assertTrue(held >= 1 << 20, () -> held + " bytes");
            try (OnnxModel second = OnnxModel.load(path, shared.outputs("y"))) {
                assertEquals(held, Tenure.stats().liveBytes() - before);
                first.close();
                try (Tensor x = Tensor.ones(1, 512); Tensor y = second.run(x)[0]) {
                    assertEquals(1024, y.toFloatArray()[511]);
                }
            }
        }
        byte[] bytes = Files.readAllBytes(path);
        try (OnnxModel first = OnnxModel.load(bytes, shared)) {
            long held = Tenure.stats().liveBytes();
            OnnxModel.load(bytes, shared).close();
            assertEquals(held, Tenure.stats().liveBytes());
            try (OnnxModel other = OnnxModel.load(bytes, shared.sharedWeights(false))) {
                assertTrue(Tenure.stats().liveBytes() >= held + (1 << 20), "its own");
            }
            try (Scope small = Scope.open()) {
                small.limit(1 << 19);
                assertThrows(NativeMemoryException.class, () -> OnnxModel.load(bytes, shared));
            }
        }
    }

    @Test
    void threadsMayRunItWhileItCloses() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            OnnxModel affine = load("affine");
            AtomicReference<Throwable> failure = new AtomicReference<>();
            CountDownLatch begun = new CountDownLatch(2);
            Runnable runs = () -> {
                try (Scope scope = Scope.open()) {
                    Tensor x = Tensor.of(new float[] {1, 2, 3}, 1, 3);
                    for (int i = 0; i < 10_000; i++) {
                        Tensor y = affine.run(x)[0];
                        if (y.toFloatArray()[0] != 14.5f) {
                            throw new AssertionError(y.toString());
                        }
                        y.close();
                        if (i == 10) {
                            begun.countDown();
                        }
                    }
                } catch (ClosedException e) {
                    return; // as it should be
                } catch (Throwable e) {
                    failure.set(e);
                } finally {
                    begun.countDown();
                }
            };
            Thread[] threads = {new Thread(runs), new Thread(runs)};
            for (Thread thread : threads) {
                thread.start();
            }
            begun.await();
            affine.close();
            for (Thread thread : threads) {
                thread.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        }
    }

    @Test
    void runsAreCancelled() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            OnnxModel count = load("count");
            Tensor forever = Tensor.of(new long[] {1L << 40}, new long[0]);
            OnnxRunOptions options = OnnxRunOptions.create("mine", OnnxLogLevel.FATAL);
            Thread canceller = new Thread(() -> {
                Thread.yield();
                options.cancel();
            });
            canceller.start();
            CancelledException cancelled = assertThrows(CancelledException.class, () -> count.run(options, forever));
            canceller.join();
            assertEquals(Status.CANCELLED, cancelled.status());
            assertInstanceOf(CancellationException.class, cancelled);
            assertTrue(options.isCancelled());
            assertThrows(CancelledException.class, () -> count.run(options, Map.of("n", Tensor.of(new long[] {1}, new long[0]))));
            // Others are not, and what has ended has its outputs.
            try (OnnxRunOptions other = OnnxRunOptions.create()) {
                Tensor counted = count.run(other, Tensor.of(new long[] {5}, new long[0]))[0];
                other.cancel();
                assertEquals(5, counted.item());
            }
            options.close();
            options.cancel(); // as a timer may that comes late
            assertThrows(ClosedException.class, options::isCancelled);
            assertThrows(ClosedException.class, () -> count.run(options, forever));
            assertThrows(NullPointerException.class, () -> count.run((OnnxRunOptions) null, forever));
            assertThrows(InvalidArgumentException.class, () -> OnnxRunOptions.create("", OnnxLogLevel.INFO, -1));
        }
    }

    @Test
    void cancellingRacesWithRunsAndCloses() throws Exception {
        int rounds = Integer.parseInt(System.getenv().getOrDefault("TENURE_ONNX_RACES", "2000"));
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Scope scope = Scope.open()) {
            OnnxModel count = load("count");
            Tensor steps = Tensor.of(new long[] {20}, new long[0]);
            for (int i = 0; i < rounds; i++) {
                OnnxModel model = i % 4 == 0 ? OnnxModel.load(file("count"), ONE_THREAD) : count;
                OnnxRunOptions options = OnnxRunOptions.create();
                Tensor input = steps.add(i % 3);
                int kind = i % 4;
                Future<?> ended = other.submit(() -> {
                    switch (kind) {
                        case 0 -> model.close();
                        case 1 -> input.close();
                        case 2 -> options.close();
                        default -> options.cancel();
                    }
                });
                try {
                    Tensor y = model.run(options, input)[0];
                    assertEquals(20 + i % 3, y.item());
                    y.close();
                } catch (ClosedException | CancelledException e) {
                    assertEquals(kind == 3, e instanceof CancelledException);
                }
                ended.get();
                options.close();
                input.close();
                if (model != count) {
                    model.close();
                }
            }
        } finally {
            other.shutdown();
        }
    }

    @Test
    void eachAllocationOfARunMayBeRefused() {
        try (Scope scope = Scope.open()) {
            OnnxModel grow = load("grow");
            long live = Tenure.stats().liveBytes();
            int refused = 0;
            for (long limit = 64; limit < 16_384; limit += 64) {
                try (Scope small = Scope.open()) {
                    Tensor n = Tensor.of(new long[] {1000}, 1);
                    small.limit(limit);
                    try {
                        assertEquals(1000, grow.run(n)[0].item());
                    } catch (NativeMemoryException e) {
                        assertEquals(Status.LIMIT_EXCEEDED, e.status());
                        refused++;
                    }
                }
                assertEquals(live, Tenure.stats().liveBytes());
            }
            assertTrue(refused > 10, () -> "some runs of each kind");
        }
    }

    @Test
    void theLogGoesToALoggerThatMayThrow() {
        Logger logger = Logger.getLogger("dev.tenure.onnx"); // a System.Logger without a finder is of java.util.logging
        List<String> texts = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                texts.add(record.getMessage());
                throw new IllegalStateException("a logger that fails");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
        handler.setLevel(Level.ALL);
        try (Scope scope = Scope.open(); OnnxModel affine = OnnxModel.load(file("affine"), ONE_THREAD.logLevel(OnnxLogLevel.VERBOSE))) {
            assertTrue(!texts.isEmpty(), "something is said of a model");
            texts.clear();
            OnnxRunOptions options = OnnxRunOptions.create("request 7", OnnxLogLevel.VERBOSE);
            assertArrayEquals(new float[] {6.5f, 59.5f}, affine.run(options, Tensor.ones(1, 3))[0].toFloatArray());
            assertTrue(texts.stream().anyMatch(text -> text.contains("request 7")), texts::toString);
            texts.clear();
            OnnxRunOptions quiet = OnnxRunOptions.create("request 8", OnnxLogLevel.FATAL);
            affine.run(quiet, Tensor.ones(1, 3));
            assertTrue(texts.stream().noneMatch(text -> text.startsWith("[request 8")), texts::toString);
            Tenure.logLevel(LogLevel.INFO);
            OnnxOptions shared = ONE_THREAD.sharedWeights(true);
            OnnxModel.load(file("affine"), shared);
            OnnxModel.load(file("affine"), shared);
            assertTrue(texts.stream().anyMatch(text -> text.endsWith("shares the session of another model")), texts::toString);
        } finally {
            Tenure.logLevel(LogLevel.WARNING);
            logger.removeHandler(handler);
            logger.setLevel(null);
            logger.setUseParentHandlers(true);
        }
    }

    /** docs/guides/onnx.md has these lines. */
    private static void untilATimerCancels(OnnxModel model, Tensor forever, ScheduledExecutorService timer) {
        try (OnnxRunOptions options = OnnxRunOptions.create()) {
            timer.schedule(options::cancel, 10, TimeUnit.MILLISECONDS);
            Tensor[] outputs = model.run(options, forever);
        } catch (CancelledException e) {
            return; // it took too long
        }
        throw new AssertionError("it ended");
    }

    @Test
    void aTimerCancelsARun() {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (Scope scope = Scope.open()) {
            untilATimerCancels(load("count"), Tensor.of(new long[] {1L << 40}, new long[0]), timer);
        } finally {
            timer.shutdown();
        }
    }

    @Test
    void aWarmUpRunsIt() {
        try (Scope scope = Scope.open()) {
            OnnxModel sum = load("sum");
            long before = Tenure.stats().liveBytes();
            sum.warmUp();
            sum.warmUp(Map.of("a", new long[] {8, 9}, "b", new long[] {8, 9}));
            assertEquals(before, Tenure.stats().liveBytes());
            assertThrows(ShapeMismatchException.class, () -> sum.warmUp(Map.of("a", new long[] {8, 9})));
            assertThrows(InvalidArgumentException.class, () -> sum.warmUp(Map.of("c", new long[] {1})));
            sum.close();
            assertThrows(ClosedException.class, sum::warmUp);
        }
    }

    /** What a prediction leaves to the collector: the array of outputs, a tensor, and the arrays that carry handles. */
    @Test
    void aPredictionTakesLittleOfTheJavaHeap() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Scope scope = Scope.open()) {
            OnnxModel affine = load("affine");
            Tensor x = Tensor.ones(1, 3);
            for (int i = 0; i < 30_000; i++) {
                affine.run(x)[0].close();
            }
            int n = 10_000;
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < n; i++) {
                affine.run(x)[0].close();
            }
            long each = (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / n;
            System.out.println("a prediction takes " + each + " bytes of the Java heap");
            assertTrue(each <= 128, () -> each + " bytes");
        }
    }
}
