package dev.tenure.rivals;

import ai.djl.Device;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.repository.zoo.Criteria;
import ai.djl.repository.zoo.ZooModel;
import ai.djl.translate.Batchifier;
import ai.djl.translate.TranslateException;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * DJL with its engine of ONNX Runtime: a translator makes the input of a Java array and an array of the output, as its
 * documentation shows, and each thread has a predictor.
 */
record OfDjl(Path tests, Path models) implements OnnxWorker.Maker {
    @Override
    public OnnxWorker.Prediction make(String name, int rows, boolean joined) throws Exception {
        boolean isMlp = name.equals("mlp");
        if (!isMlp && !name.equals("magika")) {
            return null; // a state from run to run would be beside what translators are for
        }
        return isMlp
                ? new Predictors<>(
                        tests.resolve("mlp.onnx"),
                        float[].class,
                        OnnxWorker.pixels(),
                        (manager, x) -> manager.create(x, new Shape(1, 784)))
                : new Predictors<>(
                        OnnxWorker.magika(models),
                        int[].class,
                        OnnxWorker.bytes(rows),
                        (manager, x) -> manager.create(x, new Shape(rows, 2048)));
    }

    /** Makes the input of a model. */
    private interface Input<T> {
        NDArray make(NDManager manager, T array);
    }

    /** Without a batchifier: the arrays have their rows. */
    private record ToArray<T>(Input<T> input) implements Translator<T, float[]> {
        @Override
        public NDList processInput(TranslatorContext context, T array) {
            return new NDList(input.make(context.getNDManager(), array));
        }

        @Override
        public float[] processOutput(TranslatorContext context, NDList outputs) {
            return outputs.singletonOrThrow().toFloatArray();
        }

        @Override
        public Batchifier getBatchifier() {
            return null;
        }
    }

    private static final class Predictors<T> implements OnnxWorker.Prediction {
        private final T array;
        private final ZooModel<T, float[]> model;
        private final Queue<Predictor<T, float[]>> made = new ConcurrentLinkedQueue<>();
        private final ThreadLocal<Predictor<T, float[]>> own = ThreadLocal.withInitial(this::predictor);

        Predictors(Path file, Class<T> type, T array, Input<T> input) throws Exception {
            this.array = array;
            model = Criteria.builder()
                    .setTypes(type, float[].class)
                    .optModelPath(file)
                    .optTranslator(new ToArray<>(input))
                    .optEngine("OnnxRuntime")
                    .optDevice(Device.cpu())
                    .optOption("intraOpNumThreads", "1")
                    .optOption("interOpNumThreads", "1")
                    .build()
                    .loadModel();
        }

        private Predictor<T, float[]> predictor() {
            Predictor<T, float[]> predictor = model.newPredictor();
            made.add(predictor);
            return predictor;
        }

        @Override
        public float run() throws TranslateException {
            return own.get().predict(array)[0];
        }

        @Override
        public void close() {
            made.forEach(Predictor::close);
            model.close();
        }
    }
}
