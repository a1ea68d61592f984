using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Tenure.Optim;
using Tenure.Reports;

namespace Tenure.Examples.Digits;

/// <summary>The memory that each way of <see cref="Loops"/> takes, each in a process of its own.</summary>
internal static class Contest
{
    private const int Epochs = 100;
    private const int Steps = (DigitData.TrainRows + 31) / 32;
    // Above what data and network take, which is one megabyte; the loop leaves two hundred more.
    private const long Room = 8 << 20;

    /// <summary>Runs all, prints the table and records it. False when a way learned something else, or left something behind.</summary>
    public static bool Run(Files files)
    {
        Console.WriteLine($"the same {Epochs * Steps} steps of training        peak native    peak RSS   us/step  GC runs");
        var losses = new HashSet<string>();
        bool clean = true;
        foreach ((string way, (string text, _)) in Loops.All)
        {
            string[] figures = Child(way);
            (long native, long rss, double step, int runs) = (
                long.Parse(figures[0], CultureInfo.InvariantCulture),
                long.Parse(figures[1], CultureInfo.InvariantCulture),
                double.Parse(figures[2], CultureInfo.InvariantCulture),
                int.Parse(figures[3], CultureInfo.InvariantCulture));
            losses.Add(figures[4]);
            clean &= figures[5] == "0";
            Console.WriteLine($"{text,-34} {native / 1048576.0,10:F1} MiB {rss / 1048576.0,7:F1} MiB {step,9:F1} {runs,8}");
            files.Record(
                ($"memory.csharp.{way}.peak_native_bytes", native),
                ($"memory.csharp.{way}.peak_rss_bytes", rss),
                ($"memory.csharp.{way}.us_per_step", Math.Round(step, 2)),
                ($"memory.csharp.{way}.gc_runs", runs));
        }
        Console.WriteLine($"all end at the same loss: {(losses.Count == 1 ? "yes" : "NO")}; nothing is left alive: {(clean ? "yes" : "NO")}");
        return losses.Count == 1 && clean;
    }

    /// <summary>One way, in this process: prints its figures.</summary>
    public static void RunOne(Files files, string way)
    {
        TenureRuntime.ResetPeak();
        (double step, float loss) = Train(files, way);
        Workspace.Find("step")?.Destroy();
        // The runtime's own collections, and those that the library asked for.
        int runs = GC.CollectionCount(0);
        MemoryStats stats = TenureRuntime.Stats();
        for (int i = 0; i < 20 && TenureRuntime.Stats().LiveHandles > 0; i++)
        {
            TenureRuntime.Drain();
        }
        using var self = Process.GetCurrentProcess();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{stats.PeakBytes} {self.PeakWorkingSet64} {step} {runs} {BitConverter.SingleToUInt32Bits(loss):x8} {TenureRuntime.Stats().LiveHandles}"));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (double MicrosecondsPerStep, float Loss) Train(Files files, string way)
    {
        // Without a current scope these are nobody's, and so is all that is made of them.
        DigitData data = DigitData.Load(files.Digits);
        Network network = Network.Random(42);
        Optimizer sgd = Optimizer.Sgd([network.W1, network.B1, network.W2, network.B2], learningRate: 0.05, momentum: 0.9);
        if (way == "limit_only")
        {
            TenureRuntime.SetMemoryLimit(TenureRuntime.Stats().LiveBytes + Room);
        }
        var times = new List<double>(Epochs);
        float loss = 0;
        for (int epoch = 0; epoch < Epochs; epoch++)
        {
            long began = Stopwatch.GetTimestamp();
            for (int step = 0; step < Steps; step++)
            {
                loss = Loops.All[way].Step(data, network, sgd, step * 32L);
            }
            times.Add(Stopwatch.GetElapsedTime(began).TotalMicroseconds / Steps);
        }
        // The mean, since a collection is part of the price; but not the epochs that are the compiler's.
        return (times.Skip(Epochs / 3).Average(), loss);
    }

    private static string[] Child(string way)
    {
        // This program again: through its own executable, or through the host that was given its assembly.
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(Contest).Assembly.Location);
        }
        start.ArgumentList.Add("memory");
        start.ArgumentList.Add(way);
        using Process child = Process.Start(start)!;
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        return child.ExitCode == 0 ? output.Trim().Split(' ') : throw new InvalidOperationException($"memory {way}: exit status {child.ExitCode}");
    }
}
