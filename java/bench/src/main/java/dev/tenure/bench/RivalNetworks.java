package dev.tenure.bench;

import dev.tenure.DType;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.optim.Optimizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The convolutions and training steps of {@link Rivals}: the same networks that {@code torch_numpy.py} builds. */
final class RivalNetworks {
    private static final int WIDTH = 128;
    private static final int HEADS = 4;

    private RivalNetworks() {}

    /** A call with its operands made, in the scope of the caller, or null for a key of another kind. */
    static Runnable work(String key) {
        return switch (key) {
            case "conv2d_64_56" -> convolution(new long[] {1, 64, 56, 56}, new long[] {64, 64, 3, 3}, 1, 1);
            case "conv2d_1_8_28_b64" -> convolution(new long[] {64, 1, 28, 28}, new long[] {8, 1, 3, 3}, 0, 1);
            case "conv2d_depthwise_32" -> convolution(new long[] {1, 32, 56, 56}, new long[] {32, 1, 3, 3}, 0, 32);
            case "cnn_step_b64" -> smallCnn();
            case "transformer_4x128" -> transformer();
            case "lstm_128_64" -> lstm();
            default -> null;
        };
    }

    private static Runnable convolution(long[] input, long[] kernel, long padding, long groups) {
        Tensor x = Tensor.randn(input);
        Tensor weight = Tensor.randn(kernel);
        long[] one = {1};
        return () -> x.conv2d(weight, null, one, new long[] {padding}, one, groups).close();
    }

    private static Tensor parameter(double factor, long... shape) {
        return Tensor.randn(shape).mul(factor);
    }

    private static Runnable smallCnn() {
        Tensor[] parameters = {
            parameter(0.3, 8, 1, 3, 3), Tensor.zeros(8),
            parameter(0.1, 16, 8, 3, 3), Tensor.zeros(16),
            parameter(0.05, 10, 16 * 25), Tensor.zeros(10),
        };
        Tensor images = Tensor.randn(64, 1, 28, 28);
        Tensor labels = Tensor.rand(64).mul(10).cast(DType.I64);
        Optimizer optimizer = Optimizer.sgd(parameters, 0.01, 0);
        long[] one = {1};
        long[] none = {0};
        long[] two = {2};
        return step(List.of(parameters), (tape, p) -> {
            Tensor x = images.conv2d(p.get(0), p.get(1), one, none, one, 1).relu().maxPool2d(two);
            x = x.conv2d(p.get(2), p.get(3), one, none, one, 1).relu().maxPool2d(two);
            Tensor loss = x.flatten(1, -1).linear(p.get(4), p.get(5)).crossEntropy(labels);
            optimizer.step(tape.backward(loss, p));
        });
    }

    /** One layer of {@code nn.TransformerEncoderLayer(128, 4, 512, norm_first=True)}, out of twelve parameters. */
    private static Tensor layer(Tensor x, List<Tensor> p) {
        long[] normalized = {WIDTH};
        long[] heads = {x.shape()[0], x.shape()[1], 3, HEADS, WIDTH / HEADS};
        Tensor parts = x.layerNorm(normalized, p.get(0), p.get(1), 1e-5)
                .linear(p.get(2), p.get(3))
                .reshape(heads)
                .permute(2, 0, 3, 1, 4);
        Tensor mixed = parts.select(0, 0)
                .scaledDotProductAttention(parts.select(0, 1), parts.select(0, 2))
                .transpose(1, 2)
                .reshape(x.shape());
        Tensor inner = x.add(mixed.linear(p.get(4), p.get(5)));
        Tensor hidden = inner.layerNorm(normalized, p.get(6), p.get(7), 1e-5)
                .linear(p.get(8), p.get(9))
                .relu();
        return inner.add(hidden.linear(p.get(10), p.get(11)));
    }

    private static Runnable transformer() {
        List<Tensor> parameters = new ArrayList<>();
        int layers = 4;
        for (int i = 0; i < layers; i++) {
            for (long[] shape : new long[][] {
                {WIDTH}, {WIDTH}, {3 * WIDTH, WIDTH}, {3 * WIDTH}, {WIDTH, WIDTH}, {WIDTH},
                {WIDTH}, {WIDTH}, {512, WIDTH}, {512}, {WIDTH, 512}, {WIDTH},
            }) {
                parameters.add(parameter(0.05, shape));
            }
        }
        Tensor x = Tensor.randn(8, 64, WIDTH);
        return forwardAndBackward(parameters, p -> {
            Tensor y = x;
            for (int i = 0; i < layers; i++) {
                y = layer(y, p.subList(12 * i, 12 * i + 12));
            }
            return y;
        });
    }

    private static Runnable lstm() {
        List<Tensor> parameters = List.of(
                parameter(0.1, 4 * WIDTH, WIDTH), parameter(0.1, 4 * WIDTH, WIDTH),
                parameter(0.1, 4 * WIDTH), parameter(0.1, 4 * WIDTH));
        Tensor x = Tensor.randn(64, 16, WIDTH);
        Tensor h = Tensor.zeros(1, 16, WIDTH);
        Tensor c = Tensor.zeros(1, 16, WIDTH);
        return forwardAndBackward(parameters, p -> x.lstm(h, c, p.toArray(new Tensor[0])).output());
    }

    /** The gradients of the sum of a network's result. */
    private static Runnable forwardAndBackward(List<Tensor> parameters, Function<List<Tensor>, Tensor> network) {
        return step(parameters, (tape, watched) -> tape.backward(network.apply(watched).sum(), watched));
    }

    /** What is done with parameters that a tape watches, in a scope of its own. */
    private static Runnable step(List<Tensor> parameters, BiConsumer<Tape, List<Tensor>> body) {
        return () -> Scope.using(() -> {
            Tape tape = Tape.open();
            List<Tensor> watched = new ArrayList<>();
            for (Tensor parameter : parameters) {
                watched.add(tape.watch(parameter));
            }
            body.accept(tape, watched);
        });
    }
}
