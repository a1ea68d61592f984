using System.Runtime.InteropServices;
using Tenure.Reports;

namespace Tenure.Examples.Digits;

/// <summary>Java's model, served from C#.</summary>
internal static class Serving
{
    public static bool Run(Files files)
    {
        float[] logits;
        double accuracy;
        using (Scope.Open())
        {
            DigitData data = DigitData.Load(files.Digits);
            Tensor predicted = Network.Load(files.Model).Forward(data.TestPixels);
            logits = predicted.ToArray<float>();
            accuracy = data.Accuracy(predicted);
        }
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes<float>(logits);
        File.WriteAllBytes(files.Logits, bytes);
        bool? identical = File.Exists(files.JavaLogits) ? bytes.SequenceEqual(File.ReadAllBytes(files.JavaLogits)) : null;

        MemoryStats stats = TenureRuntime.Stats();
        Console.WriteLine($"accuracy {accuracy:P2} on {DigitData.TestRows} rows; logits identical to Java's: {Say(identical)}");
        Console.WriteLine($"live: {stats.LiveTensors} tensors, {stats.LiveBytes} bytes");
        files.Record(("csharp.served_accuracy", accuracy), ("logits_identical", identical ?? false));
        return identical != false && stats is { LiveTensors: 0, LiveBytes: 0 };
    }

    public static string Say(bool? identical) => identical switch
    {
        true => "yes",
        false => "NO",
        null => "not known, Java has not run",
    };
}
