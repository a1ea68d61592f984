package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.nn.Module;
import dev.tenure.optim.Optimizer;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** The part of {@link AnyCalls} on tapes, optimizers, models and predictors. */
final class AnyTraining {
    /** A tensor whose use the tape records. */
    private record Watched(Tape tape, Tensor tensor) {}

    /** A parameter that an optimizer makes smaller by one in each step. */
    private static final class Trained {
        private final Parameter parameter;
        private final Optimizer optimizer;
        private double value;

        Trained(Parameter parameter, Optimizer optimizer) {
            this.parameter = parameter;
            this.optimizer = optimizer;
        }

        synchronized void step() {
            try (Tensor gradient = Tensor.ones(AnyCalls.SHAPE)) {
                optimizer.step(gradient);
            }
            value--;
            assertEquals(value, parameter.toFloatArray()[0]);
        }
    }

    private final AnyCalls calls;
    private final Pool<Tape> tapes = new Pool<>();
    private final Pool<Watched> watched = new Pool<>();
    private final Pool<Trained> trained = new Pool<>();
    private final Pool<Parameter> parameters = new Pool<>();
    private final Pool<Module> models = new Pool<>();
    private final Pool<Predictor<Double, Tensor>> predictors = new Pool<>();

    AnyTraining(AnyCalls calls) {
        this.calls = calls;
    }

    List<Consumer<Random>> steps() {
        return List.of(
                this::openTape,
                this::watch,
                this::watch,
                this::backward,
                this::makeTrained,
                this::train,
                this::makeModel,
                this::makePredictor,
                this::predict,
                this::closeOne);
    }

    /** All that they hold is among the scopes, tensors and others. */
    void clear() {
        parameters.all().forEach(Parameter::close);
        List.of(tapes, watched, trained, parameters, models, predictors).forEach(Pool::clear);
    }

    private void openTape(Random random) {
        Tape tape = Tape.open();
        calls.others.add(tape);
        tapes.add(tape);
    }

    private void watch(Random random) {
        Tape tape = tapes.any(random);
        if (tape != null) {
            AnyCalls.Known known = calls.tensor(random);
            Tensor tensor = tape.watch(known.tensor());
            watched.add(new Watched(tape, tensor));
            calls.tensors.add(new AnyCalls.Known(tensor, known.value()));
        }
    }

    private void backward(Random random) {
        Watched of = watched.any(random);
        if (of == null) {
            return;
        }
        try (Tensor product = of.tensor.mul(3)) {
            calls.inside(random);
            try (Tensor loss = product.sum()) {
                calls.tensors.add(new AnyCalls.Known(of.tape.backward(loss, of.tensor)[0], 3));
            }
        }
    }

    private void makeTrained(Random random) {
        try (Tensor initial = Tensor.zeros(AnyCalls.SHAPE)) {
            // Not moved about: what leaves a workspace is a copy, which the optimizer does not know.
            Parameter parameter = Parameter.of("p", initial).detachFromScope();
            parameters.add(parameter);
            Optimizer optimizer = Optimizer.sgd(List.of(parameter), 1, 0);
            calls.others.add(optimizer);
            trained.add(new Trained(parameter, optimizer));
        }
    }

    private void train(Random random) {
        Trained one = trained.any(random);
        if (one != null) {
            one.step();
        }
    }

    private static final class Doubling extends Module {
        final Tensor w = parameter("w", Tensor.full(AnyCalls.SHAPE, 2));

        @Override
        protected Tensor forward(Tensor x) {
            return x.mul(w);
        }
    }

    private void makeModel(Random random) {
        models.add(new Doubling());
    }

    private void makePredictor(Random random) {
        Module model = models.any(random);
        if (model != null) {
            Random inner = new Random(random.nextLong());
            Predictor<Double, Tensor> made = Predictor.of(model, Translator.of(
                    x -> Tensor.full(AnyCalls.SHAPE, x), // what is made in between goes with the call
                    y -> {
                        synchronized (inner) {
                            calls.inside(inner);
                        }
                        return y;
                    }));
            predictors.add(made);
            calls.scopes.add(made.scope());
        }
    }

    private void predict(Random random) {
        Predictor<Double, Tensor> predictor = predictors.any(random);
        if (predictor != null) {
            double x = random.nextInt(50);
            for (Tensor y : predictor.batchPredict(List.of(x, x))) {
                calls.tensors.add(new AnyCalls.Known(y, 2 * x));
            }
        }
    }

    private void closeOne(Random random) {
        close(random.nextInt(2) == 0 ? models.any(random) : predictors.any(random));
    }

    private static void close(AutoCloseable one) {
        try {
            if (one != null) {
                one.close();
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
