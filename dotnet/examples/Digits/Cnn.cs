using System.Runtime.InteropServices;
using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;
using Parallel = System.Threading.Tasks.Parallel;

namespace Tenure.Examples.Digits;

/// <summary>Java's convolutional network: loaded under PyTorch's names, served to several threads by a batcher, and
/// trained for one more epoch from the trainer's checkpoint.</summary>
internal static class Cnn
{
    private const int Epochs = 20;
    private const int Batch = 32;
    private const int Seed = 7;

    public static bool Run(Files files)
    {
        double accuracy;
        bool identical;
        long answered;
        using (Scope.Open("digits"))
        {
            DigitData data = DigitData.Load(files.Digits);
            Module served = Network();
            served.Load(files.Cnn);
            (answered, accuracy) = Serve(served, data);
            Module net = Network();
            byte[] logits = Resume(net, data, files.CnnCheckpoint);
            File.WriteAllBytes(files.CnnLogits, logits);
            identical = File.ReadAllBytes(files.JavaCnnLogits).AsSpan().SequenceEqual(logits);
        }
        long live = TenureRuntime.Stats().LiveBytes;
        Console.WriteLine($"{answered} requests served, accuracy {accuracy:P2}; one more epoch has Java's bits: {Serving.Say(identical)}");
        Console.WriteLine($"live: {live} bytes");
        files.Record(("csharp.cnn_accuracy", accuracy), ("cnn_identical", identical), ("csharp.cnn_live_bytes_end", live));
        return identical && live == 0;
    }

    private static Sequential Network() => new(
        new Conv2d(1, 16, 3, padding: 1),
        new BatchNorm2d(16),
        new ReLU(),
        new Conv2d(16, 32, 3, padding: 1),
        new BatchNorm2d(32),
        new ReLU(),
        new MaxPool2d(2),
        new Flatten(),
        new Linear(32 * 4 * 4, 64),
        new ReLU(),
        new Linear(64, 10));

    /// <summary>Eight threads ask for the digit of each row; what they ask for at the same time is one forward.</summary>
    private static (long Answered, double Accuracy) Serve(Module net, DigitData data)
    {
        float[] pixels = data.TestPixels.ToArray<float>();
        long[] labels = data.TestLabels.ToArray<long>();
        Batcher batcher = Batcher.Of(net, new Batching { Size = 16 });
        Predictor<ReadOnlyMemory<float>, long> predictor = Predictor.Of(
            batcher,
            Translator.Of(
                (ReadOnlyMemory<float> row) => Tensor.Of(row.ToArray()).Reshape(1, 8, 8), scores => scores.ArgMax(0).ItemInt64()));
        long right = 0;
        Parallel.For(0, labels.Length, new ParallelOptions { MaxDegreeOfParallelism = 8 }, row =>
        {
            if (predictor.Predict(pixels.AsMemory(row * 64, 64)) == labels[row])
            {
                Interlocked.Increment(ref right);
            }
        });
        return (batcher.Stats.Requests, (double)right / labels.Length);
    }

    private static byte[] Resume(Module net, DigitData data, string checkpoint)
    {
        var trainer = Trainer.Of(net, Optimizer.AdamW(net.Parameters(), 2e-3), Loss.CrossEntropy);
        var batches = DataLoader.Of([Images(data.TrainPixels), data.TrainLabels], Batch, shuffle: true, seed: Seed);
        trainer.SetLoader(batches);
        trainer.Load(checkpoint);
        trainer.Fit(batches, Epochs + 1);
        net.Eval();
        return MemoryMarshal.AsBytes<float>(net.Call(Images(data.TestPixels)).ToArray<float>()).ToArray();
    }

    private static Tensor Images(Tensor pixels) => pixels.Reshape(-1, 1, 8, 8);
}
