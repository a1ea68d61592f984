package dev.tenure.examples;

import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.Workspace;
import dev.tenure.optim.Optimizer;

/** One step of training, written in the ways one may think of. They differ in who frees what the step makes. */
enum Ways {
    BY_HAND("closed by hand") {
        @Override
        float step(Network network, Optimizer sgd, Digits digits, long from, long to) {
            try (Tensor x = digits.trainPixels().slice(0, from, to);
                    Tensor y = digits.trainLabels().slice(0, from, to);
                    Tape tape = Tape.open();
                    Tensor w1 = tape.watch(network.w1());
                    Tensor b1 = tape.watch(network.b1());
                    Tensor w2 = tape.watch(network.w2());
                    Tensor b2 = tape.watch(network.b2());
                    Tensor product = x.matmul(w1);
                    Tensor sum = product.add(b1);
                    Tensor hidden = sum.relu();
                    Tensor hiddenProduct = hidden.matmul(w2);
                    Tensor logits = hiddenProduct.add(b2);
                    Tensor loss = logits.crossEntropy(y)) {
                Tensor[] gradients = tape.backward(loss, w1, b1, w2, b2);
                sgd.step(gradients);
                for (Tensor gradient : gradients) {
                    gradient.close();
                }
                return (float) loss.item();
            }
        }
    },

    SCOPE("a scope a step") {
        @Override
        float step(Network network, Optimizer sgd, Digits digits, long from, long to) {
            return network.step(sgd, digits, from, to);
        }
    },

    WORKSPACE("a workspace's cycle a step") {
        @Override
        float step(Network network, Optimizer sgd, Digits digits, long from, long to) {
            return network.step(Workspace.get("contest"), sgd, digits, from, to);
        }
    },

    GC_ONLY("left to the collector") {
        @Override
        float step(Network network, Optimizer sgd, Digits digits, long from, long to) {
            return left(network, sgd, digits, from, to);
        }
    },

    LIMIT_ONLY("left, under a limit") {
        @Override
        float step(Network network, Optimizer sgd, Digits digits, long from, long to) {
            return left(network, sgd, digits, from, to);
        }
    };

    /** As the table names it. */
    final String text;

    Ways(String text) {
        this.text = text;
    }

    /** Rows {@code from} to {@code to}; returns the loss before the step. */
    abstract float step(Network network, Optimizer sgd, Digits digits, long from, long to);

    /** Frees nothing. Where no scope is current, what it makes is nobody's. */
    private static float left(Network network, Optimizer sgd, Digits digits, long from, long to) {
        Tensor x = digits.trainPixels().slice(0, from, to);
        Tensor y = digits.trainLabels().slice(0, from, to);
        Tape tape = Tape.open();
        Network watched = new Network(
                tape.watch(network.w1()), tape.watch(network.b1()), tape.watch(network.w2()), tape.watch(network.b2()));
        Tensor loss = watched.logits(x).crossEntropy(y);
        sgd.step(tape.backward(loss, watched.w1(), watched.b1(), watched.w2(), watched.b2()));
        return (float) loss.item();
    }
}
