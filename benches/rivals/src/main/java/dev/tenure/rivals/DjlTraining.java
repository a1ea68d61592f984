package dev.tenure.rivals;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import ai.djl.translate.Batchifier;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** DJL's training steps, its prediction, and the memory of a step. */
final class DjlTraining {
    /** Measured once, since memory that was freed is there the second time. */
    private static long peak = -1;

    private DjlTraining() {}

    /** A call with its operands made, or null for a key of another kind. */
    static Runnable work(String key) throws Exception {
        Optimizer sgd = Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.05f)).optMomentum(0.9f).build();
        Optimizer adam = Optimizer.adam().optLearningRateTracker(Tracker.fixed(1e-3f)).build();
        return switch (key) {
            case "mlp_step_64" -> step(mlp(64), sgd, new Shape(32, 64));
            case "mlp_step_784" -> step(mlp(128), adam, new Shape(64, 784));
            case "cnn_step_b64" -> cnn(64);
            case "predict_784" -> prediction();
            default -> null;
        };
    }

    /** The bytes of a key that counts bytes; null for another key. */
    static Object amount(String key) throws IOException {
        if (!key.equals("cnn_step_peak")) {
            return null;
        }
        peak = peak < 0 ? peak() : peak;
        return peak;
    }

    /** Resident bytes that twenty steps of the small CNN need at most, beside what was resident before. */
    private static long peak() throws IOException {
        cnn(1).run(); // loads what the first step loads
        Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        long before = resident("VmRSS");
        Runnable step = cnn(64);
        for (int i = 0; i < 20; i++) {
            step.run();
        }
        return resident("VmHWM") - before;
    }

    private static long resident(String name) throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(text -> text.startsWith(name))
                .findFirst()
                .orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
    }

    private static Block mlp(int hidden) {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(hidden).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(10).build());
    }

    private static Runnable cnn(int rows) {
        Shape three = new Shape(3, 3);
        Shape two = new Shape(2, 2);
        Block net = new SequentialBlock()
                .add(Conv2d.builder().setKernelShape(three).setFilters(8).build())
                .add(Activation::relu)
                .add(Pool.maxPool2dBlock(two, two))
                .add(Conv2d.builder().setKernelShape(three).setFilters(16).build())
                .add(Activation::relu)
                .add(Pool.maxPool2dBlock(two, two))
                .add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(10).build());
        Optimizer sgd = Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.01f)).build();
        return step(net, sgd, new Shape(rows, 1, 28, 28));
    }

    /** A step of DJL's own trainer; what it makes on the way is freed with a manager of the step. */
    private static Runnable step(Block net, Optimizer optimizer, Shape input) {
        Model model = Model.newInstance("net");
        model.setBlock(net);
        Trainer trainer = model.newTrainer(new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).optOptimizer(optimizer));
        trainer.initialize(input);
        NDArray x = trainer.getManager().randomUniform(0, 1, input);
        NDArray y = trainer.getManager().zeros(new Shape(input.get(0)), DataType.INT64);
        return () -> {
            try (NDManager made = trainer.getManager().newSubManager();
                    GradientCollector collector = trainer.newGradientCollector()) {
                x.tempAttach(made);
                y.tempAttach(made);
                NDList scores = trainer.forward(new NDList(x));
                collector.backward(trainer.getLoss().evaluate(new NDList(y), scores));
            }
            trainer.step();
        };
    }

    private static Runnable prediction() {
        Model model = Model.newInstance("mlp");
        Block net = mlp(128);
        net.initialize(model.getNDManager(), DataType.FLOAT32, new Shape(1, 784));
        model.setBlock(net);
        Predictor<float[], float[]> predictor = model.newPredictor(new Translator<float[], float[]>() {
            @Override
            public NDList processInput(TranslatorContext context, float[] row) {
                return new NDList(context.getNDManager().create(row, new Shape(1, 784)));
            }

            @Override
            public float[] processOutput(TranslatorContext context, NDList scores) {
                return scores.singletonOrThrow().toFloatArray();
            }

            @Override
            public Batchifier getBatchifier() {
                return null;
            }
        });
        float[] row = new float[784];
        return () -> {
            try {
                predictor.predict(row);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }
}
