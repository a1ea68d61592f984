using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Examples.Models;

/// <summary>Trains a perceptron, a convolutional network and a transformer on the processor and on a device, and compares
/// the losses. The code of a step is the same: modules, batches and optimizers are made where the scope says.</summary>
internal static class DeviceTraining
{
    private const int Steps = 3;
    private const double Near = 1e-4; // products, convolutions and attention sum in another order there

    public static int Run(Device device)
    {
        if (!device.IsAvailable)
        {
            Console.WriteLine(device.WhyUnavailable);
            return 1;
        }
        Compare("perceptron", Perceptron, device, 4, 16);
        Compare("convolutional network", Convolutional, device, 4, 1, 8, 8);
        Compare("transformer", Transformer, device, 2, 4, 16);
        Outcome.Check("nothing is alive on the device", TenureRuntime.Stats(device).LiveBytes == 0);
        Outcome.Check("nothing is alive at the end", TenureRuntime.Stats().LiveBytes == 0);
        return Outcome.Code;
    }

    private static void Compare(string what, Func<Module> network, Device device, params long[] input)
    {
        double[] here = Losses(network, Device.Cpu, input);
        double[] there = Losses(network, device, input);
        bool isNear = here.Zip(there).All(pair => Math.Abs(pair.First - pair.Second) <= Near * pair.First);
        string shown = string.Join(", ", here.Select(loss => $"{loss:F3}"));
        Outcome.Check($"the losses of the {what} are the processor's: {shown}", isNear && here[^1] < here[0]);
    }

    private static double[] Losses(Func<Module> network, Device device, long[] input)
    {
        using Scope training = Scope.Open(new ScopeOptions { Name = "training", Device = device });
        TenureRuntime.Seed(1);
        Module net = network();
        Tensor x = Tensor.Randn(input);
        Tensor y = Tensor.RandInt(0, 10, input[0]);
        var trainer = Trainer.Of(net, Optimizer.AdamW(net.Parameters(), 1e-2), Loss.CrossEntropy);
        return [.. Enumerable.Range(0, Steps).Select(_ => trainer.Step(x, y))];
    }

    private static Sequential Perceptron() => new(new Linear(16, 16), new ReLU(), new Linear(16, 10));

    private static Sequential Convolutional() => new(
        new Conv2d(1, 4, 3, padding: 1),
        new BatchNorm2d(4),
        new ReLU(),
        new MaxPool2d(2),
        new Flatten(),
        new Linear(4 * 4 * 4, 10));

    private static Sequential Transformer() => new(
        new TransformerEncoderLayer(16, 2, 32, dropout: 0, gelu: true, batchFirst: true, normFirst: true),
        new Flatten(),
        new Linear(4 * 16, 10));
}
