package dev.tenure.rivals;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.sun.management.ThreadMXBean;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tenure, ONNX Runtime's Java API and DJL on the same models, as workers of {@code drive.py}: {@code OnnxWorker tenure},
 * {@code OnnxWorker onnxruntime} or {@code OnnxWorker djl}, then the folders of the tests' models and of PyPI's.
 *
 * <p>A prediction takes a Java array and gives one. Sessions have one thread but for the figures of eight callers, in which
 * each call is computed by the thread that asks.
 */
public final class OnnxWorker {
    private static final int CALLERS = 8;
    private static final long GROWTH_CALLS = 1_000_000;

    private OnnxWorker() {}

    /** One model, loaded, with its inputs made. */
    interface Prediction extends AutoCloseable {
        /** Computes once; returns something of the result. */
        float run() throws Exception;

        @Override
        default void close() throws Exception {}
    }

    /** A library that loads models. */
    interface Maker {
        /** {@code mlp}, {@code magika} with so many rows, or {@code silero}; null for what it lacks. */
        Prediction make(String name, int rows, boolean joined) throws Exception;
    }

    /**
     * Answers until the input ends.
     *
     * @param arguments see the class
     * @throws Exception if a model cannot be run
     */
    public static void main(String[] arguments) throws Exception {
        Path tests = Path.of(arguments[1]);
        Path models = Path.of(arguments[2]);
        Maker maker = switch (arguments[0]) {
            case "tenure" -> new OfTenure(tests, models);
            case "djl" -> new OfDjl(tests, models);
            default -> new OfOrt(tests, models);
        };
        Turns.answer(
                arguments[0] + " from Java " + Runtime.version().feature(),
                (key, threads, milliseconds) -> measured(maker, key, milliseconds));
    }

    private static Object measured(Maker maker, String key, long milliseconds) throws Exception {
        switch (key) {
            case "onnx_mlp_1":
            case "onnx_mlp_into":
            case "onnx_mlp_heap":
            case "onnx_mlp_growth":
                try (Prediction mlp = maker.make(key.endsWith("_into") ? "mlp_into" : "mlp", 1, false)) {
                    if (mlp == null) {
                        return "-";
                    }
                    return switch (key) {
                        case "onnx_mlp_heap" -> heap(mlp);
                        case "onnx_mlp_growth" -> growth(mlp);
                        default -> Turns.nanoseconds(mlp::run, milliseconds);
                    };
                }
            case "onnx_magika_1":
            case "onnx_magika_32":
                try (Prediction magika = maker.make("magika", key.endsWith("_1") ? 1 : 32, false)) {
                    return Turns.nanoseconds(magika::run, milliseconds);
                }
            case "onnx_silero":
                try (Prediction silero = maker.make("silero", 1, false)) {
                    return silero == null ? "-" : Turns.nanoseconds(silero::run, milliseconds);
                }
            case "onnx_mlp_callers":
            case "onnx_magika_callers":
            case "onnx_mlp_batched":
            case "onnx_magika_batched":
                String[] parts = key.split("_");
                return ofCallers(maker, parts[1], parts[2].equals("batched"), milliseconds);
            default:
                return "-";
        }
    }

    /** Bytes of the Java heap that one call takes. */
    private static double heap(Prediction prediction) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 100_000; i++) {
            prediction.run();
        }
        int calls = 10_000;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < calls; i++) {
            prediction.run();
        }
        return (double) (threads.getCurrentThreadAllocatedBytes() - before) / calls;
    }

    /** Bytes that resident memory outside of the heap has grown by over a million calls. */
    private static double growth(Prediction prediction) throws Exception {
        for (int i = 0; i < 200_000; i++) {
            prediction.run();
        }
        long before = resident();
        for (long i = 0; i < GROWTH_CALLS; i++) {
            prediction.run();
        }
        return Math.max(0, resident() - before);
    }

    private static long resident() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(text -> text.startsWith("VmRSS"))
                .findFirst()
                .orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
    }

    /** Nanoseconds for each request when eight threads ask one model. */
    private static Object ofCallers(Maker maker, String model, boolean joined, long milliseconds) throws Exception {
        Prediction session = maker.make(model, 1, joined);
        AtomicInteger calls = new AtomicInteger();
        long start = System.nanoTime();
        long end = start + milliseconds * 1_000_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    while (System.nanoTime() < end) {
                        session.run();
                        calls.incrementAndGet();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double took = System.nanoTime() - start;
        session.close();
        return took / calls.get();
    }

    static Path magika(Path models) throws IOException {
        try (var folders = Files.list(models.resolve("magika").resolve("models"))) {
            return folders.sorted().findFirst().orElseThrow().resolve("model.onnx");
        }
    }

    static float[] pixels() {
        float[] x = new float[784];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i % 255) / 255f;
        }
        return x;
    }

    static int[] bytes(int rows) {
        int[] bytes = new int[2048 * rows];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = i * 31 % 257;
        }
        return bytes;
    }

    private static float[] sound() {
        float[] sound = new float[576];
        for (int i = 0; i < sound.length; i++) {
            sound[i] = (float) Math.sin(i / 10.0);
        }
        return sound;
    }

    /** Ours. */
    private record OfTenure(Path tests, Path models) implements Maker {
        @Override
        public Prediction make(String name, int rows, boolean joined) throws IOException {
            Path file = switch (name) {
                case "mlp", "mlp_into" -> tests.resolve("mlp.onnx");
                case "magika" -> magika(models);
                default -> models.resolve("silero_vad").resolve("data").resolve("silero_vad.onnx");
            };
            OnnxModel model = OnnxModel.load(file, OnnxOptions.defaults().threads(1));
            if (name.equals("silero")) {
                return new Stream(model);
            }
            if (name.equals("mlp_into")) {
                return new Into(model);
            }
            Batcher batcher = joined ? Batcher.of(model, Batching.defaults().size(CALLERS)) : null;
            float[] pixels = pixels();
            int[] bytes = bytes(rows);
            boolean isMlp = name.equals("mlp");
            return new Prediction() {
                @Override
                public float run() {
                    try (Scope scope = Scope.open()) {
                        Tensor x = isMlp ? Tensor.of(pixels, 1, 784) : Tensor.of(bytes, rows, 2048);
                        return (joined ? batcher.run(x) : model.run(x))[0].toFloatArray()[0];
                    }
                }

                @Override
                public void close() {
                    if (batcher != null) {
                        batcher.close();
                    }
                    model.close();
                }
            };
        }

        /** From tensors that are there into one that is there, as {@code bare.c} does it. */
        private static final class Into implements Prediction {
            private final OnnxModel model;
            private final Tensor[] inputs = {Tensor.of(pixels(), 1, 784)};
            private final Tensor[] outputs = {Tensor.zeros(1, 10)};

            Into(OnnxModel model) {
                this.model = model;
            }

            @Override
            public float run() {
                model.run(inputs, outputs);
                return 0;
            }

            @Override
            public void close() {
                inputs[0].close();
                outputs[0].close();
                model.close();
            }
        }

        /** Speech, piece after piece, with the state that the last one gave. */
        private static final class Stream implements Prediction {
            private final OnnxModel model;
            private final float[] sound = sound();
            private final Tensor rate = Tensor.of(new long[] {16_000}, 1).squeeze(0);
            private Tensor state = Tensor.zeros(2, 1, 128);

            Stream(OnnxModel model) {
                this.model = model;
            }

            @Override
            public float run() {
                try (Scope scope = Scope.open()) {
                    Tensor[] results = model.run(Tensor.of(sound, 1, 576), state, rate);
                    state.close();
                    state = results[1].detachFromScope();
                    return results[0].toFloatArray()[0];
                }
            }

            @Override
            public void close() {
                state.close();
                rate.close();
                model.close();
            }
        }
    }

    /** ONNX Runtime's Java API, as its documentation writes it. */
    private record OfOrt(Path tests, Path models) implements Maker {
        @Override
        public Prediction make(String name, int rows, boolean joined) throws OrtException, IOException {
            if (name.equals("mlp_into")) {
                return null;
            }
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            OrtSession.SessionOptions options = new OrtSession.SessionOptions();
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            Path file = switch (name) {
                case "mlp" -> tests.resolve("mlp.onnx");
                case "magika" -> magika(models);
                default -> models.resolve("silero_vad").resolve("data").resolve("silero_vad.onnx");
            };
            OrtSession session = environment.createSession(file.toString(), options);
            if (name.equals("silero")) {
                return new OrtStream(environment, session);
            }
            String input = session.getInputNames().iterator().next();
            float[] pixels = pixels();
            int[] bytes = bytes(rows);
            boolean isMlp = name.equals("mlp");
            return new Prediction() {
                @Override
                public float run() throws OrtException {
                    try (OnnxTensor x = isMlp
                                    ? OnnxTensor.createTensor(environment, FloatBuffer.wrap(pixels), new long[] {1, 784})
                                    : OnnxTensor.createTensor(environment, IntBuffer.wrap(bytes), new long[] {rows, 2048});
                            OrtSession.Result result = session.run(Map.of(input, x))) {
                        return ((float[][]) result.get(0).getValue())[0][0];
                    }
                }

                @Override
                public void close() throws OrtException {
                    session.close();
                }
            };
        }

        private static final class OrtStream implements Prediction {
            private final OrtEnvironment environment;
            private final OrtSession session;
            private final float[] sound = sound();
            private final OnnxTensor rate;
            private OrtSession.Result last;
            private OnnxTensor state;

            OrtStream(OrtEnvironment environment, OrtSession session) throws OrtException {
                this.environment = environment;
                this.session = session;
                rate = OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[] {16_000}), new long[] {});
                state = OnnxTensor.createTensor(environment, FloatBuffer.wrap(new float[256]), new long[] {2, 1, 128});
            }

            @Override
            public float run() throws OrtException {
                try (OnnxTensor x = OnnxTensor.createTensor(environment, FloatBuffer.wrap(sound), new long[] {1, 576})) {
                    OrtSession.Result result = session.run(Map.of("input", x, "state", state, "sr", rate));
                    if (last == null) {
                        state.close();
                    } else {
                        last.close(); // with the state that it holds
                    }
                    last = result;
                    state = (OnnxTensor) result.get(1);
                    return ((float[][]) result.get(0).getValue())[0][0];
                }
            }

            @Override
            public void close() throws OrtException {
                if (last != null) {
                    last.close();
                }
                rate.close();
                session.close();
            }
        }
    }
}
