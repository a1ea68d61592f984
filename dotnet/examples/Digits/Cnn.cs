using System.Runtime.InteropServices;
using Tenure.Data;
using Tenure.Examples.Http;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Examples.Digits;

/// <summary>Java's convolutional network: loaded under PyTorch's names, trained for one more epoch from the trainer's
/// checkpoint, and served over HTTP before and after.</summary>
internal static class Cnn
{
    private const int Epochs = 20;
    private const int Batch = 32;
    private const int Seed = 7;

    public static async Task<bool> Run(Files files)
    {
        double accuracy;
        bool identical, asInProcess;
        int requests;
        using (Scope.Open("digits"))
        {
            DigitData data = DigitData.Load(files.Digits);
            Module served = Network();
            served.Load(files.Cnn);
            (int wrong, accuracy) = await Serve(served, data);
            Module net = Network();
            byte[] logits = Resume(net, data, files.CnnCheckpoint);
            File.WriteAllBytes(files.CnnLogits, logits);
            identical = File.ReadAllBytes(files.JavaCnnLogits).AsSpan().SequenceEqual(logits);
            (int wrongAgain, _) = await Serve(net, data);
            requests = 2 * DigitData.TestRows;
            asInProcess = wrong + wrongAgain == 0;
        }
        long live = TenureRuntime.Stats().LiveBytes;
        Console.WriteLine(
            $"{requests} requests over HTTP have the bits of this process: {Serving.Say(asInProcess)}; accuracy {accuracy:P2}");
        Console.WriteLine($"one more epoch has Java's bits: {Serving.Say(identical)}; live: {live} bytes");
        files.Record(
            ("csharp.cnn_accuracy", accuracy),
            ("cnn_identical", identical),
            ("csharp.cnn_served_requests", requests),
            ("csharp.cnn_served_identical", asInProcess),
            ("csharp.cnn_live_bytes_end", live));
        return identical && asInProcess && live == 0;
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

    /// <summary>Eight clients post the pixels of each row. A request is a forward of its row, and must have the bits of the
    /// same forward in this process. (A batcher would join what is asked at the same time: that is faster, and the number of
    /// rows may change the last bit of a product.)</summary>
    private static async Task<(int Wrong, double Accuracy)> Serve(Module net, DigitData data)
    {
        byte[][] posted = [.. data.TestPixels.ToArray<float>().Chunk(64).Select(row => MemoryMarshal.AsBytes<float>(row).ToArray())];
        Predictor<byte[], string> predictor = Predictor.Of(
            net, Translator.Of((byte[] body) => Image(body), logits => Json(logits.ToArray<float>())));
        float[][] logits = [.. posted.Select(body => Scope.Using(() => net.Call(Image(body).Unsqueeze(0)).ToArray<float>()))];

        Uri address = Clients.FreeAddress();
        using var server = new Server(address.Port, predictor.Predict);
        using var clients = new Clients(address);
        (int wrong, _) = await clients.Ask(posted.Length, posted, [.. logits.Select(Json)]);
        double right = logits.Zip(data.TestLabels.ToArray<long>(), (row, label) => Best(row) == label ? 1.0 : 0.0).Sum();
        return (wrong, right / logits.Length);
    }

    /// <summary>A body of 64 numbers, float32: the pixels of an image.</summary>
    private static Tensor Image(byte[] body) => Tensor.Of(MemoryMarshal.Cast<byte, float>(body).ToArray()).Reshape(1, 8, 8);

    /// <summary>An answer: the digit and its ten logits, each written so that reading it gives the same bits.</summary>
    private static string Json(float[] logits) => $"{{\"digit\":{Best(logits)},\"logits\":[{string.Join(",", logits)}]}}";

    private static int Best(float[] logits) => Array.IndexOf(logits, logits.Max());

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
