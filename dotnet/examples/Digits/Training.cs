using System.Diagnostics;
using System.Globalization;
using Tenure.Models;
using Tenure.Optim;
using Tenure.Reports;
using Tenure.Workspaces;

namespace Tenure.Examples.Digits;

/// <summary>The training of the demo: the same draws, the same roundings, in the same order as in Java.</summary>
internal static class Training
{
    private const ulong Seed = 42;
    private const int Epochs = 20;
    private const int Batch = 32;
    private const int Steps = (DigitData.TrainRows + Batch - 1) / Batch;

    public static bool Run(Files files)
    {
        files.CreateFolder();
        TenureRuntime.ResetPeak();
        Console.WriteLine("epoch    loss  accuracy  live tensors  live bytes  peak bytes  us/step");
        (List<float> curve, List<double> times, double accuracy) = Train(files, Scope.Open, (_, _) => { });
        File.WriteAllLines(files.Loss, curve.Select(loss => BitConverter.SingleToUInt32Bits(loss).ToString("x8", CultureInfo.InvariantCulture)));
        bool? identical = File.Exists(files.JavaLoss)
            ? File.ReadAllBytes(files.Loss).AsSpan().SequenceEqual(File.ReadAllBytes(files.JavaLoss))
            : null;

        MemoryStats stats = TenureRuntime.Stats();
        // The first epoch is the compiler's.
        double[] steady = [.. times.Skip(1).Order()];
        Console.WriteLine($"loss curve identical to Java's: {Serving.Say(identical)}");
        Console.WriteLine($"live: {stats.LiveTensors} tensors, {stats.LiveBytes} bytes");
        files.Record(
            ("csharp.accuracy", accuracy),
            ("csharp.live_bytes_end", stats.LiveBytes),
            ("csharp.us_per_step", Math.Round(steady[steady.Length / 2], 2)),
            ("loss_curves_identical", identical ?? false));
        return identical != false && stats is { LiveTensors: 0, LiveBytes: 0 };
    }

    /// <summary>In a scope, then in a workspace: the same losses, and in the latter no step asks the pool or the system for memory.</summary>
    public static bool RunInWorkspace(Files files)
    {
        (List<float> curve, _, _) = Train(files, Scope.Open, (_, _) => { });
        MemoryStats before = default;
        long pool = 0, system = 0;
        Console.WriteLine("epoch    loss  accuracy  live tensors  live bytes  peak bytes  us/step");
        (List<float> inWorkspace, List<double> times, _) = Train(files, () => Workspace.Get("step").Enter(), (epoch, begins) =>
        {
            MemoryStats now = TenureRuntime.Stats();
            // The first epoch has the cycle that is learned from, the one that makes the block, and the optimizer's state.
            if (!begins && epoch > 1)
            {
                pool += now.Allocations - before.Allocations;
                system += now.SystemAllocations - before.SystemAllocations;
            }
            before = now;
        });
        Workspace step = Workspace.Get("step");
        WorkspaceStats stats = step.WorkspaceStats;
        step.Destroy();
        bool identical = curve.SequenceEqual(inWorkspace);
        MemoryStats end = TenureRuntime.Stats();
        double[] steady = [.. times.Skip(1).Order()];
        Console.WriteLine($"{stats.Cycle} cycles, learned {stats.Learned} bytes; loss curve identical to that in scopes: {Serving.Say(identical)}");
        Console.WriteLine($"asked for in {(Epochs - 1) * Steps} steps after the first epoch: {pool} of the pool, {system} of the system");
        Console.WriteLine($"live: {end.LiveTensors} tensors, {end.LiveBytes} bytes");
        files.Record(
            ("csharp.workspace_pool_allocations", pool),
            ("csharp.workspace_system_allocations", system),
            ("csharp.workspace_losses_identical", identical),
            ("csharp.workspace_us_per_step", Math.Round(steady[steady.Length / 2], 2)));
        return identical && pool == 0 && system == 0 && end is { LiveTensors: 0, LiveBytes: 0 };
    }

    /// <summary>Trains, each step in what <paramref name="open"/> makes current, and tells of the begin and end of each epoch.</summary>
    private static (List<float> Curve, List<double> Times, double Accuracy) Train(Files files, Func<Scope> open, Action<int, bool> told)
    {
        var curve = new List<float>(Epochs * Steps);
        var times = new List<double>(Epochs);
        double accuracy = 0;
        using (Scope.Open())
        {
            DigitData data = DigitData.Load(files.Digits);
            Network network = Network.Random(Seed);
            Optimizer sgd = Optimizer.Sgd([network.W1, network.B1, network.W2, network.B2], learningRate: 0.05, momentum: 0.9);
            for (int epoch = 1; epoch <= Epochs; epoch++)
            {
                Progress(epoch);
                told(epoch, true);
                times.Add(Epoch(open, data, network, sgd, curve));
                told(epoch, false);
                accuracy = Test(data, network);
                Report(epoch, curve, accuracy, times[^1]);
            }
        }
        return (curve, times, accuracy);
    }

    /// <summary>One pass over the training rows; the microseconds of a step.</summary>
    private static double Epoch(Func<Scope> open, DigitData data, Network network, Optimizer sgd, List<float> curve)
    {
        long began = Stopwatch.GetTimestamp();
        for (int step = 0; step < Steps; step++)
        {
            curve.Add(Step(open, data, network, sgd, step * Batch));
        }
        return Stopwatch.GetElapsedTime(began).TotalMicroseconds / Steps;
    }

    /// <summary>One batch in a scope of its own, or a cycle: when it ends, all that the step made is gone.</summary>
    private static float Step(Func<Scope> open, DigitData data, Network network, Optimizer sgd, long from)
    {
        using Scope scope = open();
        long to = Math.Min(from + Batch, DigitData.TrainRows);
        Tensor x = data.TrainPixels.Slice(0, from, to);
        Tensor y = data.TrainLabels.Slice(0, from, to);
        Tape tape = Tape.Open();
        Network watched = network.Watched(tape);
        Tensor loss = watched.Forward(x).CrossEntropy(y);
        Tensor[] gradients = tape.Backward(loss, watched.W1, watched.B1, watched.W2, watched.B2);
        sgd.Step(gradients);
        return (float)loss.Item();
    }

    private static double Test(DigitData data, Network network)
    {
        using Scope scope = Scope.Open();
        return data.Accuracy(network.Forward(data.TestPixels));
    }

    private static void Report(int epoch, List<float> curve, double accuracy, double microseconds)
    {
        MemoryStats stats = TenureRuntime.Stats();
        double loss = curve.TakeLast(Steps).Average();
        Clear();
        Console.WriteLine(
            $"{epoch,5}  {loss:F4}    {100 * accuracy:F2} %  {stats.LiveTensors,12}  {stats.LiveBytes,10}  {stats.PeakBytes,10}  {microseconds,7:F1}");
    }

    private static void Progress(int epoch)
    {
        if (!Console.IsOutputRedirected)
        {
            int done = 40 * (epoch - 1) / Epochs;
            Console.Write($"[{new string('#', done)}{new string('.', 40 - done)}] epoch {epoch} of {Epochs}");
        }
    }

    private static void Clear()
    {
        if (!Console.IsOutputRedirected)
        {
            Console.Write("\r\u001b[K");
        }
    }
}
