package dev.tenure.examples;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.Workspace;
import dev.tenure.optim.Optimizer;
import java.util.List;

/**
 * A perceptron of 64 inputs, 64 hidden units and 10 classes.
 *
 * @param w1 {@code [64, 64]}
 * @param b1 {@code [64]}
 * @param w2 {@code [64, 10]}
 * @param b2 {@code [10]}
 */
public record Network(Tensor w1, Tensor b1, Tensor w2, Tensor b2) {
    private static final int INPUTS = 64;
    private static final int HIDDEN = 64;
    private static final int CLASSES = 10;

    /**
     * A new network, with He's initial weights.
     *
     * @param seed of the random numbers; the same seed gives the same network
     * @return the network, owned by the current scope
     */
    public static Network random(long seed) {
        Tenure.seed(seed);
        return Scope.using(() -> {
            Tensor w1 = Tensor.randn(INPUTS, HIDDEN).mul(Math.sqrt(2.0 / INPUTS));
            Tensor b1 = Tensor.zeros(HIDDEN);
            Tensor w2 = Tensor.randn(HIDDEN, CLASSES).mul(Math.sqrt(2.0 / HIDDEN));
            return new Network(w1, b1, w2, Tensor.zeros(CLASSES));
        });
    }

    /**
     * The optimizer of the example.
     *
     * @return stochastic gradient descent over the four parameters, owned by the current scope
     */
    public Optimizer optimizer() {
        return Optimizer.sgd(List.of(w1, b1, w2, b2), 0.05, 0.9);
    }

    /**
     * What the network says of some rows.
     *
     * @param pixels {@code [rows, 64]}
     * @return logits, {@code [rows, 10]}
     */
    public Tensor logits(Tensor pixels) {
        return pixels.matmul(w1).add(b1).relu().matmul(w2).add(b2);
    }

    /**
     * One step of training, in a scope of its own: nothing of it is alive afterwards.
     *
     * @param sgd the optimizer
     * @param digits what to learn
     * @param from the first row of the batch
     * @param to the row after the last
     * @return the loss before the step
     */
    public float step(Optimizer sgd, Digits digits, long from, long to) {
        try (Scope s = Scope.open()) {
            return stepHere(sgd, digits, from, to);
        }
    }

    /**
     * One step of training, as a cycle of a workspace: nothing of it is alive afterwards, and the next one has its
     * memory.
     *
     * @param workspace the workspace
     * @param sgd the optimizer
     * @param digits what to learn
     * @param from the first row of the batch
     * @param to the row after the last
     * @return the loss before the step
     */
    public float step(Workspace workspace, Optimizer sgd, Digits digits, long from, long to) {
        try (Workspace cycle = workspace.enter()) {
            return stepHere(sgd, digits, from, to);
        }
    }

    private float stepHere(Optimizer sgd, Digits digits, long from, long to) {
        Tensor x = digits.trainPixels().slice(0, from, to);
        Tensor y = digits.trainLabels().slice(0, from, to);
        Tape tape = Tape.open();
        Network watched = new Network(tape.watch(w1), tape.watch(b1), tape.watch(w2), tape.watch(b2));
        Tensor loss = watched.logits(x).crossEntropy(y);
        sgd.step(tape.backward(loss, watched.w1, watched.b1, watched.w2, watched.b2));
        return (float) loss.item();
    }

    /**
     * How many of the test rows the network gets right.
     *
     * @param digits what to test with
     * @return 0 to 1
     */
    public double accuracy(Digits digits) {
        try (Scope s = Scope.open()) {
            Tensor right = logits(digits.testPixels()).argmax(1).eq(digits.testLabels());
            return right.cast(DType.F64).mean().item();
        }
    }
}
