package dev.tenure.examples;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.TorchFile;
import dev.tenure.data.DataLoader;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Trainer;
import dev.tenure.nn.Conv2d;
import dev.tenure.nn.Flatten;
import dev.tenure.nn.Linear;
import dev.tenure.nn.MaxPool2d;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.nn.Sequential;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Fine-tuning: a network of PyTorch that knows the digits 0 to 4 (data/make_pretrained.py made it) learns 5 to 9. Its
 * convolutions are loaded from the {@code .pth} and frozen; a new head is trained, and all is saved as safetensors.
 */
public final class FineTuning {
    private static final String FEATURES = "features.";

    private FineTuning() {}

    /** The images of some digits, {@code [N, 1, 8, 8]}, and which of them each is, {@code [N]}. */
    private record Images(Tensor pixels, Tensor labels) {
        /** Those from 5 on, which are the classes 0 to 4 of the new head. */
        static Images fiveToNine(Tensor pixels, Tensor labels) {
            Tensor rows = labels.ge(5).nonzero().reshape(-1);
            return new Images(pixels.indexSelect(0, rows).reshape(-1, 1, 8, 8), labels.indexSelect(0, rows).sub(5));
        }
    }

    /**
     * Loads, trains, saves, and compares.
     *
     * @param arguments {@code --device cuda:0} to train there, or nothing
     * @throws IOException if no file can be made
     */
    public static void main(String[] arguments) throws IOException {
        Device device = TrainingDevice.takeFrom(new ArrayList<>(List.of(arguments)));
        Path file = Files.createTempFile("digits", ".safetensors");
        try (Scope all = Scope.open(Scope.options().name("digits").device(device))) {
            run(Digits.load(Path.of("data", "digits.npy")), Path.of("data", "digits_0_to_4.pth"), file);
        } finally {
            Files.delete(file);
        }
        Outcome.check("nothing is alive at the end", Tenure.stats(device).liveBytes() == 0);
    }

    /** The parts of the network in PyTorch, under the names that they have there. */
    private static Sequential network() {
        Map<String, Module> parts = new LinkedHashMap<>();
        parts.put("features", new Sequential(
                new Conv2d(1, 8, 3, 1, 1), new ReLU(), new MaxPool2d(2),
                new Conv2d(8, 16, 3, 1, 1), new ReLU(), new MaxPool2d(2), new Flatten()));
        parts.put("head", new Linear(64, 5));
        return new Sequential(parts);
    }

    private static void run(Digits digits, Path pretrained, Path file) {
        TorchFile.entries(pretrained).forEach(entry -> System.out.println("in the .pth: " + entry));
        Tenure.seed(1);
        Sequential net = network();
        Map<String, Tensor> weights = TorchFile.load(pretrained, name -> name.startsWith(FEATURES));
        net.loadStateDict(weights, false, false); // not strict: the head keeps its new values
        net.child("features").freeze();
        System.out.printf("%d of %d parameters are trained%n", net.trainedCount(), net.parameterCount());

        Images train = Images.fiveToNine(digits.trainPixels(), digits.trainLabels());
        Images test = Images.fiveToNine(digits.testPixels(), digits.testLabels());
        Trainer trainer = Trainer.of(net, Optimizer.adam(net.trainedParameters(), 0.01), Loss.CROSS_ENTROPY);
        System.out.printf(Locale.ROOT, "before: %.4f of %d digits are right%n", accuracy(net, test), test.labels().size());
        List<Tensor> rows = List.of(train.pixels().toDevice(Device.CPU), train.labels().toDevice(Device.CPU));
        DataLoader batches = DataLoader.of(rows, 32, true, 1, false); // its batches are made where the scope says
        trainer.fit(batches, 15, FitOptions.defaults().progress(false));
        double accuracy = accuracy(net, test);
        Outcome.check(String.format(Locale.ROOT, "after: %.4f of them are right", accuracy), accuracy > 0.95);
        Outcome.check("the frozen weights are PyTorch's",
                weights.entrySet().stream().allMatch(each -> net.get(each.getKey()).equal(each.getValue())));

        net.save(file);
        Sequential again = network();
        again.load(file);
        Outcome.check("the saved network gives the same bits", again.call(test.pixels()).equal(net.call(test.pixels())));
    }

    private static double accuracy(Module net, Images test) {
        return net.call(test.pixels()).argmax(1).eq(test.labels()).sum().item() / test.labels().size();
    }
}
