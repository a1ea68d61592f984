// The loop of training, and that a step has the bits of the calls one by one. What a trainer computes is tested in Rust.

using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;
using Xunit;

namespace Tenure.Tests;

public sealed class TrainerTests
{
    internal static Module Net() => new Sequential(new Linear(4, 8), new ReLU(), new Linear(8, 3));

    internal static Trainer Made(Module net) => Trainer.Of(net, Optimizer.Adam(net.Parameters(), 0.05), Loss.CrossEntropy);

    private static Tensor[] Data(int rows)
    {
        var x = Tensor.Randn(rows, 4);
        return [x, x.Slice(1, 0, 3).ArgMax(1)];
    }

    private static float[] Weights(Module net) => net.Parameters()[0].ToArray<float>();

    [Fact]
    public void AStepHasTheBitsOfTheCallsOneByOne()
    {
        using Scope scope = Scope.Open();
        TenureRuntime.Seed(3);
        Module net = Net();
        Module other = net.Copy();
        Trainer trainer = Made(net);
        var adam = Optimizer.Adam(other.Parameters(), 0.05);
        Tensor[] batch = Data(16);
        for (int i = 0; i < 5; i++)
        {
            double loss = trainer.Step(batch[0], batch[1]);
            using (Scope.Open())
            {
                var tape = Tape.Open();
                Tensor[] watched = other.Watch(tape);
                Tensor expected = other.Call(batch[0]).CrossEntropy(batch[1]);
                adam.Step(tape.Backward(expected, watched));
                Assert.Equal(expected.Item(), loss);
            }
            Assert.Equal(Weights(other), Weights(net));
        }
        Assert.Same(scope, Scope.Current);
    }

    [Fact]
    public void ALoaderWithoutTargetsIsRefusedBeforeTheFirstStep()
    {
        using Scope scope = Scope.Open();
        Trainer trainer = Made(Net());
        var batches = DataLoader.Of(Data(16), 8);
        var inputs = DataLoader.Of([Tensor.Ones(4, 2)], 2);
        Assert.Throws<InvalidArgumentException>(() => trainer.Fit(batches, 1, new FitOptions { Progress = false, Validation = inputs }));
        Assert.Throws<InvalidArgumentException>(() => trainer.Fit(inputs, 1));
        Assert.Equal(0, trainer.Steps);
        Assert.Same(scope, Scope.Current);
    }

    [Fact]
    public void FitTrainsValidatesAndCalls()
    {
        using Scope scope = Scope.Open();
        string folder = Directory.CreateTempSubdirectory().FullName;
        TenureRuntime.Seed(4);
        Trainer trainer = Made(Net());
        trainer.AddMetric(Metric.Accuracy());
        var batches = DataLoader.Of(Data(64), 16, shuffle: true, seed: 1);
        var calls = new List<string>();
        var losses = new List<double>();
        var options = new FitOptions
        {
            Progress = false,
            Validation = DataLoader.Of(Data(32), 32),
            BeforeEpoch = t => calls.Add($"epoch {t.Epoch}"),
            AfterEpoch = t => calls.Add($"end {t.Epoch}"),
            BeforeBatch = _ => Tensor.Ones(1), // freed with the batch
            AfterBatch = (_, loss) => losses.Add(loss),
        };
        Assert.True(trainer.Fit(batches, 1, options));
        long before = TenureRuntime.Stats().LiveTensors;
        Assert.True(trainer.Fit(batches, 8, options));
        Assert.Equal(before, TenureRuntime.Stats().LiveTensors);
        Assert.Equal(["epoch 0", "end 1", "epoch 1", "end 2"], calls.Take(4));
        Assert.Equal(8 * 4, losses.Count);
        Assert.Equal(32, trainer.Steps);
        Assert.True(losses[^1] < losses[0]);
        trainer.SaveHistory(Path.Combine(folder, "h.csv"));
        trainer.SaveHistory(Path.Combine(folder, "h.svg"));
        string[] csv = File.ReadAllLines(Path.Combine(folder, "h.csv"));
        Assert.Equal("epoch,loss,validation_loss,learning_rate,bytes,accuracy", csv[0]);
        Assert.Equal(9, csv.Length);
        Assert.StartsWith("<svg ", File.ReadAllText(Path.Combine(folder, "h.svg")));
        Assert.Same(scope, Scope.Current);
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void AStopEndsAfterTheBatchAndResumingHasTheSameBits()
    {
        using Scope scope = Scope.Open();
        string folder = Directory.CreateTempSubdirectory().FullName;
        TenureRuntime.Seed(5);
        Tensor[] data = Data(40);
        DataLoader Batches() => DataLoader.Of(data, 8, shuffle: true, seed: 9);
        Module net = Net();
        Module other = net.Copy();
        Trainer whole = Made(net);
        var quiet = new FitOptions { Progress = false };
        whole.Fit(Batches(), 3, quiet);

        Trainer first = Made(other);
        first.CheckpointTo(folder);
        FitOptions stopping = quiet with
        {
            AfterBatch = (t, _) =>
            {
                if (t.Steps == 7)
                {
                    t.RequestStop();
                }
            },
        };
        Assert.False(first.Fit(Batches(), 3, stopping));
        Assert.Equal(7, first.Steps);
        Module resumed = Net();
        Trainer second = Made(resumed);
        DataLoader loader = Batches();
        second.SetLoader(loader);
        second.Load(Path.Combine(folder, "last.safetensors"));
        Assert.Equal(7, second.Steps);
        Assert.True(second.Fit(loader, 3, quiet));
        Assert.Equal(Weights(net), Weights(resumed));
        Assert.Equal(whole.Best, second.Best);
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void ALossThatIsNotFiniteIsAnException()
    {
        using Scope scope = Scope.Open();
        Trainer trainer = Made(Net());
        var x = Tensor.Full(double.NaN, 2, 4);
        NotFiniteException e = Assert.Throws<NotFiniteException>(() => trainer.Step(x, Tensor.Zeros(DType.I64, 2)));
        Assert.Equal(Status.NotFinite, e.Status);
        Assert.Contains("step 0: the loss is NaN; the input is not finite", e.Message);
        Assert.Throws<TensorException>(() => trainer.Save("/no/such/folder/a.safetensors"));
        Assert.Throws<InvalidArgumentException>(() => trainer.Fit(DataLoader.Of([x], 1), 1));
        trainer.Dispose();
        Assert.Throws<ClosedException>(() => trainer.Step(x, x));
    }

    [Fact]
    public void MetricsAccumulate()
    {
        using Scope scope = Scope.Open();
        var accuracy = Metric.Accuracy();
        Assert.True(double.IsNaN(accuracy.Value));
        accuracy.Update(Tensor.Of([0.1f, 0.9f, 0.8f]), Tensor.Of([0L, 1L, 0L]));
        accuracy.Update(Tensor.Of([0.7f]), Tensor.Of([1L]));
        Assert.Equal(0.75, accuracy.Value);
        Assert.Equal([1L, 1L, 0L, 2L], accuracy.ConfusionMatrix().ToArray<long>());
        Assert.Equal("accuracy", accuracy.Kind());
        accuracy.Reset();
        Assert.True(double.IsNaN(accuracy.Value));
    }

    [Fact]
    public void AnInterruptEndsFitAfterTheBatchWithACheckpoint()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "kill is a program of Unix");
        (int status, string output, string errors) = Child.Run(
            typeof(InterruptedFits), nameof(InterruptedFits.FitReturnsWithACheckpoint), (InterruptedFits.Variable, "1"));
        Assert.True(output.Contains("interrupted: the checkpoint is there"), $"exit status {status}\n{output}{errors}");
    }
}

/// <summary>What <see cref="TrainerTests"/> runs in a process of its own, which interrupts itself.</summary>
public sealed class InterruptedFits
{
    internal const string Variable = "TENURE_TESTS_INTERRUPT";

    [Fact]
    public void FitReturnsWithACheckpoint()
    {
        bool isAlone = Environment.GetEnvironmentVariable(Variable) == "1";
        using Scope scope = Scope.Open();
        string folder = Directory.CreateTempSubdirectory().FullName;
        Trainer trainer = TrainerTests.Made(TrainerTests.Net());
        trainer.CheckpointTo(folder);
        var x = Tensor.Randn(8, 4);
        var batches = DataLoader.Of([x, x.Slice(1, 0, 3).ArgMax(1)], 1, shuffle: true, seed: 1);
        bool isOver = trainer.Fit(batches, long.MaxValue, new FitOptions
        {
            Progress = false,
            StopOnInterrupt = true,
            AfterBatch = (of, _) =>
            {
                if (of.Steps == 1 && isAlone)
                {
                    System.Diagnostics.Process.Start("kill", ["-INT", Environment.ProcessId.ToString()]).WaitForExit();
                }
                else if (of.Steps == 1)
                {
                    of.RequestStop();
                }
            },
        });
        Assert.False(isOver);
        Assert.True(File.Exists(Path.Combine(folder, "last.safetensors")));
        Directory.Delete(folder, recursive: true);
        Console.WriteLine("interrupted: the checkpoint is there");
    }
}
