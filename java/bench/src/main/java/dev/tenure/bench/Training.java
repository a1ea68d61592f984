package dev.tenure.bench;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.models.Trainer;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.util.List;
import java.util.function.Function;

/** Steps of training in microseconds: by a trainer, and by the same calls one by one. */
final class Training {
    private Training() {}

    /** 64-64-10, 32 rows, SGD with momentum. */
    static double small(boolean byTrainer) {
        return median(32, 64, 64, p -> Optimizer.sgd(p, 0.05, 0.9), byTrainer);
    }

    /** 784-128-10, 64 rows, Adam. */
    static double large(boolean byTrainer) {
        return median(64, 784, 128, p -> Optimizer.adam(p, 1e-3), byTrainer);
    }

    private static double median(
            long rows, long inputs, long hidden, Function<List<Tensor>, Optimizer> optimizer, boolean byTrainer) {
        try (Scope scope = Scope.open()) {
            Module net = new Sequential(new Linear(inputs, hidden), new ReLU(), new Linear(hidden, 10));
            Tensor x = Tensor.rand(rows, inputs);
            Tensor y = Tensor.zeros(DType.I64, rows);
            Optimizer by = optimizer.apply(net.parameters());
            Trainer trainer = Trainer.of(net, by, Loss.CROSS_ENTROPY);
            return Stopwatch.median(n -> {
                for (int i = 0; i < n; i++) {
                    if (byTrainer) {
                        trainer.step(x, y);
                    } else {
                        step(net, by, x, y);
                    }
                }
            }) / 1e3;
        }
    }

    @SuppressWarnings("try") // the scope is current in the body
    private static double step(Module net, Optimizer by, Tensor x, Tensor y) {
        try (Scope step = Scope.open()) {
            Tape tape = Tape.open();
            Tensor[] watched = net.watch(tape);
            Tensor loss = net.call(x).crossEntropy(y);
            by.step(tape.backward(loss, watched));
            return loss.item();
        }
    }
}
