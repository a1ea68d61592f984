package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.models.Trainer;
import dev.tenure.nn.BatchNorm2d;
import dev.tenure.nn.Conv2d;
import dev.tenure.nn.Flatten;
import dev.tenure.nn.Linear;
import dev.tenure.nn.MaxPool2d;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.nn.TransformerEncoderLayer;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Trains a perceptron, a convolutional network and a transformer on the processor and on a device, and compares the
 * losses. The code of a step is the same: modules, batches and optimizers are made where the scope says.
 *
 * <pre>
 *   DeviceTraining                      on the first CUDA device
 *   DeviceTraining --device cuda:1
 * </pre>
 */
public final class DeviceTraining {
    private static final int STEPS = 3;
    private static final double NEAR = 1e-4; // products, convolutions and attention sum in another order there

    private DeviceTraining() {}

    /**
     * Trains.
     *
     * @param arguments {@code --device cuda:0} or nothing
     */
    public static void main(String[] arguments) {
        List<String> named = arguments.length == 0 ? List.of("--device", "cuda:0") : List.of(arguments);
        Device device = TrainingDevice.takeFrom(new ArrayList<>(named));
        compare("perceptron", DeviceTraining::perceptron, device, 4, 16);
        compare("convolutional network", DeviceTraining::convolutional, device, 4, 1, 8, 8);
        compare("transformer", DeviceTraining::transformer, device, 2, 4, 16);
        Outcome.check("nothing is alive on the device", Tenure.stats(device).liveBytes() == 0);
        Outcome.check("nothing is alive at the end", Tenure.stats().liveBytes() == 0);
    }

    private static void compare(String what, Supplier<Module> network, Device device, long... input) {
        double[] here = losses(network, Device.CPU, input);
        double[] there = losses(network, device, input);
        boolean isNear = true;
        for (int i = 0; i < STEPS; i++) {
            isNear &= Math.abs(here[i] - there[i]) <= NEAR * here[i];
        }
        String shown = Arrays.stream(here)
                .mapToObj(loss -> String.format(Locale.ROOT, "%.3f", loss))
                .collect(Collectors.joining(", "));
        Outcome.check("the losses of the " + what + " are the processor's: " + shown, isNear && here[STEPS - 1] < here[0]);
    }

    private static double[] losses(Supplier<Module> network, Device device, long... input) {
        try (Scope training = Scope.open(Scope.options().name("training").device(device))) {
            Tenure.seed(1);
            Module net = network.get();
            Tensor x = Tensor.randn(input);
            Tensor y = Tensor.randint(0, 10, input[0]);
            Trainer trainer = Trainer.of(net, Optimizer.adamW(net.parameters(), 1e-2), Loss.CROSS_ENTROPY);
            double[] losses = new double[STEPS];
            for (int i = 0; i < STEPS; i++) {
                losses[i] = trainer.step(x, y);
            }
            return losses;
        }
    }

    private static Module perceptron() {
        return new Sequential(new Linear(16, 16), new ReLU(), new Linear(16, 10));
    }

    private static Module convolutional() {
        return new Sequential(
                new Conv2d(1, 4, 3, 1, 1),
                new BatchNorm2d(4),
                new ReLU(),
                new MaxPool2d(2),
                new Flatten(),
                new Linear(4 * 4 * 4, 10));
    }

    private static Module transformer() {
        return new Sequential(
                new TransformerEncoderLayer(16, 2, 32, 0, true, 1e-5, true, true), new Flatten(), new Linear(4 * 16, 10));
    }
}
