package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.nn.LayerNorm;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.optim.Optimizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A module of one's own: blocks whose input skips their layers. The same model is written in Kotlin, Scala, C# and F#,
 * and prints the same numbers in each.
 */
public final class SkipConnections {
    private SkipConnections() {}

    /** Adds what two layers make of a normalized {@code x} to {@code x}. */
    private static final class SkipBlock extends Module {
        private final Module norm;
        private final Module grow;
        private final Module shrink;

        SkipBlock(long features) {
            norm = add("norm", new LayerNorm(features));
            grow = add("grow", new Linear(features, 2 * features));
            shrink = add("shrink", new Linear(2 * features, features));
        }

        @Override
        protected Tensor forward(Tensor x) {
            return x.add(shrink.call(grow.call(norm.call(x)).relu()));
        }
    }

    /** Two blocks, and a connection that skips both of them. */
    private static final class SkipNet extends Module {
        private final Module enter = add("enter", new Linear(2, 16));
        private final Module first = add("first", new SkipBlock(16));
        private final Module second = add("second", new SkipBlock(16));
        private final Module leave = add("leave", new Linear(16, 1));

        @Override
        protected Tensor forward(Tensor x) {
            Tensor entered = enter.call(x);
            return leave.call(second.call(first.call(entered)).add(entered));
        }
    }

    /**
     * Learns the distance of points to the middle of a square.
     *
     * @param arguments {@code --device cuda:0} to train there, or nothing
     */
    public static void main(String[] arguments) {
        Device device = TrainingDevice.takeFrom(new ArrayList<>(List.of(arguments)));
        double last = 0;
        try (Scope training = Scope.open(Scope.options().name("training").device(device))) {
            Tenure.seed(7);
            SkipNet net = new SkipNet();
            System.out.printf("%d parameters%n", net.parameterCount());
            Optimizer adam = Optimizer.adam(net.parameters(), 0.01);
            Tensor points = Tensor.rand(256, 2);
            Tensor distances = points.sub(0.5).pow(2).sum(true, 1).sqrt();
            for (int step = 0; step <= 200; step++) {
                try (Scope cycle = Scope.open("step")) {
                    Tape tape = Tape.open();
                    Tensor[] watched = net.watch(tape);
                    Tensor loss = net.call(points).mseLoss(distances);
                    last = loss.item();
                    adam.step(tape.backward(loss, watched));
                }
                if (step % 50 == 0) {
                    System.out.printf(Locale.ROOT, "step %d: loss %.9f%n", step, last);
                }
            }
            System.out.printf(Locale.ROOT, "the middle: %.9f%n", net.call(Tensor.of(0.5f, 0.5f).reshape(1, 2)).item());
        }
        Outcome.check("the loss is below 0.001", last < 0.001);
        Outcome.check("nothing is alive at the end", Tenure.stats(device).liveBytes() == 0);
    }
}
