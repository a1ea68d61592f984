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
    private const int ShortSteps = 10;
    private const double Near = 1e-4; // products sum in another order on a device; later steps add to it

    public static bool Run(Files files, Device device, bool isShort)
    {
        files.CreateFolder();
        if (isShort || device != Device.Cpu)
        {
            return RunOn(files, device, isShort);
        }
        TenureRuntime.ResetPeak();
        Console.WriteLine("epoch    loss  accuracy  live tensors  live bytes  peak bytes  us/step");
        (List<float> curve, List<double> times, double accuracy) = Train(files, Scope.Open, (_, _) => { });
        File.WriteAllLines(files.Loss, curve.Select(Bits));
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

    /// <summary>On a device, or for ten steps: the losses go to a file of their own, and those of a device are compared with
    /// the processor's, from which they differ by the order of the sums in products.</summary>
    private static bool RunOn(Files files, Device device, bool isShort)
    {
        (List<float> curve, _, _) = Train(files, Scope.Open, (_, _) => { }, device, isShort);
        string here = files.LossOf(isShort, isOnDevice: false);
        bool isOnDevice = device != Device.Cpu;
        File.WriteAllLines(files.LossOf(isShort, isOnDevice), curve.Select(Bits));
        bool? near = null;
        if (isOnDevice && File.Exists(here))
        {
            IEnumerable<float> wanted = File.ReadLines(here).Take(ShortSteps)
                .Select(line => BitConverter.UInt32BitsToSingle(uint.Parse(line, NumberStyles.HexNumber, CultureInfo.InvariantCulture)));
            near = wanted.Zip(curve).All(pair => Math.Abs(pair.First - pair.Second) <= Near * pair.First);
        }
        MemoryStats stats = TenureRuntime.Stats(device);
        if (isOnDevice)
        {
            string isNear = near switch { true => "yes", false => "NO", null => "there is no run there to compare with" };
            Console.WriteLine($"the first losses are the processor's, within 0.01 %: {isNear}");
        }
        Console.WriteLine($"live: {stats.LiveTensors} tensors, {stats.LiveBytes} bytes");
        return near != false && stats is { LiveTensors: 0, LiveBytes: 0 };
    }

    /// <summary>The bits of a loss, as 8 hexadecimal digits.</summary>
    private static string Bits(float loss) => BitConverter.SingleToUInt32Bits(loss).ToString("x8", CultureInfo.InvariantCulture);

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
    private static (List<float> Curve, List<double> Times, double Accuracy) Train(
        Files files, Func<Scope> open, Action<int, bool> told, Device device = default, bool isShort = false)
    {
        (int epochs, int steps) = isShort ? (1, ShortSteps) : (Epochs, Steps);
        var curve = new List<float>(Epochs * Steps);
        var times = new List<double>(Epochs);
        double accuracy = 0;
        using (Scope.Open(new ScopeOptions { Device = device }))
        {
            DigitData data = DigitData.Load(files.Digits);
            Network network = Network.Random(Seed);
            Optimizer sgd = Optimizer.Sgd([network.W1, network.B1, network.W2, network.B2], learningRate: 0.05, momentum: 0.9);
            for (int epoch = 1; epoch <= epochs; epoch++)
            {
                Progress(epoch);
                told(epoch, true);
                times.Add(Epoch(open, data, network, sgd, curve, steps));
                told(epoch, false);
                accuracy = Test(data, network);
                Report(epoch, curve.TakeLast(steps).Average(), accuracy, times[^1], device);
            }
        }
        return (curve, times, accuracy);
    }

    /// <summary>One pass over the training rows; the microseconds of a step.</summary>
    private static double Epoch(Func<Scope> open, DigitData data, Network network, Optimizer sgd, List<float> curve, int steps)
    {
        long began = Stopwatch.GetTimestamp();
        for (int step = 0; step < steps; step++)
        {
            curve.Add(Step(open, data, network, sgd, step * Batch));
        }
        return Stopwatch.GetElapsedTime(began).TotalMicroseconds / steps;
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

    private static void Report(int epoch, double loss, double accuracy, double microseconds, Device device)
    {
        MemoryStats stats = TenureRuntime.Stats(device);
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
