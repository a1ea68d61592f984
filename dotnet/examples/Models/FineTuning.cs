using Tenure.Data;
using Tenure.Examples.Digits;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Examples.Models;

/// <summary>Fine-tuning: a network of PyTorch that knows the digits 0 to 4 (data/make_pretrained.py made it) learns 5 to 9.
/// Its convolutions are loaded from the <c>.pth</c> and frozen; a new head is trained, and all is saved as
/// safetensors.</summary>
internal static class FineTuning
{
    /// <summary>The images of some digits, [N, 1, 8, 8], and which of them each is, [N].</summary>
    private sealed record Images(Tensor Pixels, Tensor Labels)
    {
        /// <summary>Those from 5 on, which are the classes 0 to 4 of the new head.</summary>
        public static Images FiveToNine(Tensor pixels, Tensor labels)
        {
            Tensor rows = labels.Ge(5).NonZero().Reshape(-1);
            return new Images(pixels.IndexSelect(0, rows).Reshape(-1, 1, 8, 8), labels.IndexSelect(0, rows) - 5);
        }
    }

    public static int Run(Device device)
    {
        string file = Path.GetTempFileName();
        try
        {
            using Scope all = Scope.Open(new ScopeOptions { Name = "digits", Device = device });
            Run(DigitData.Load(Path.Combine("data", "digits.npy")), Path.Combine("data", "digits_0_to_4.pth"), file);
        }
        finally
        {
            File.Delete(file);
        }
        Outcome.Check("nothing is alive at the end", TenureRuntime.Stats(device).LiveBytes == 0);
        return Outcome.Code;
    }

    /// <summary>The parts of the network in PyTorch, under the names that they have there.</summary>
    private static Sequential Network()
    {
        KeyValuePair<string, Module>[] parts =
        [
            new("features", new Sequential(
                new Conv2d(1, 8, 3, padding: 1), new ReLU(), new MaxPool2d(2),
                new Conv2d(8, 16, 3, padding: 1), new ReLU(), new MaxPool2d(2), new Flatten())),
            new("head", new Linear(64, 5)),
        ];
        return new Sequential(parts);
    }

    private static void Run(DigitData digits, string pretrained, string file)
    {
        foreach (TensorEntry entry in TorchFile.Entries(pretrained))
        {
            Console.WriteLine($"in the .pth: {entry}");
        }
        TenureRuntime.Seed(1);
        Sequential net = Network();
        Dictionary<string, Tensor> weights = TorchFile.Load(pretrained, name => name.StartsWith("features.", StringComparison.Ordinal));
        net.LoadStateDict(weights, isStrict: false); // the head keeps its new values
        net.Child("features").Freeze();
        Console.WriteLine($"{net.TrainedCount} of {net.ParameterCount} parameters are trained");

        var train = Images.FiveToNine(digits.TrainPixels, digits.TrainLabels);
        var test = Images.FiveToNine(digits.TestPixels, digits.TestLabels);
        var trainer = Trainer.Of(net, Optimizer.Adam(net.TrainedParameters(), 0.01), Loss.CrossEntropy);
        Console.WriteLine($"before: {Accuracy(net, test):F4} of {test.Labels.Size} digits are right");
        Tensor[] rows = [train.Pixels.ToDevice(Device.Cpu), train.Labels.ToDevice(Device.Cpu)];
        var batches = DataLoader.Of(rows, 32, shuffle: true, seed: 1); // its batches are made where the scope says
        trainer.Fit(batches, 15, new FitOptions { Progress = false });
        double accuracy = Accuracy(net, test);
        Outcome.Check($"after: {accuracy:F4} of them are right", accuracy > 0.95);
        Outcome.Check("the frozen weights are PyTorch's", weights.All(each => net.Get(each.Key).Equal(each.Value)));

        net.Save(file);
        Sequential again = Network();
        again.Load(file);
        Outcome.Check("the saved network gives the same bits", again.Call(test.Pixels).Equal(net.Call(test.Pixels)));
    }

    private static double Accuracy(Module net, Images test) =>
        net.Call(test.Pixels).ArgMax(1).Eq(test.Labels).Sum().Item() / test.Labels.Size;
}
