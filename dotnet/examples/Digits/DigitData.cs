namespace Tenure.Examples.Digits;

/// <summary>The digits, cut into rows to learn from and rows to be tested on. The current scope owns them.</summary>
internal sealed record DigitData(Tensor TrainPixels, Tensor TrainLabels, Tensor TestPixels, Tensor TestLabels)
{
    public const int Rows = 1797;
    public const int TrainRows = 1437;
    public const int TestRows = Rows - TrainRows;

    /// <summary>Reads <paramref name="path"/>: uint8 [1797, 65], the label last.</summary>
    public static DigitData Load(string path) => Scope.Using(() =>
    {
        Tensor rows = Tensor.LoadNpy(path).IndexSelect(0, Tensor.Of(Shuffled()));
        Tensor pixels = rows.Slice(1, 0, 64).Cast(DType.F32) / 16.0;
        Tensor labels = rows.Select(1, 64).Cast(DType.I64);
        return new DigitData(
            pixels.Slice(0, 0, TrainRows),
            labels.Slice(0, 0, TrainRows),
            pixels.Slice(0, TrainRows, Rows),
            labels.Slice(0, TrainRows, Rows));
    });

    /// <summary>The rows in the order of a random key each: the file is ordered by writer.</summary>
    private static long[] Shuffled()
    {
        TenureRuntime.Seed(42);
        float[] keys = Tensor.Rand(Rows).ToDevice(Device.Cpu).ToArray<float>();
        return [.. Enumerable.Range(0, Rows).OrderBy(row => keys[row]).Select(row => (long)row)];
    }

    /// <summary>The share of test rows where the largest of <paramref name="logits"/> is the label's.</summary>
    public double Accuracy(Tensor logits)
    {
        double correct = logits.ArgMax(1).Eq(TestLabels).Sum().Item();
        return correct / TestRows;
    }
}
