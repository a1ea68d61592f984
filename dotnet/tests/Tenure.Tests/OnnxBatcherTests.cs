using Tenure.Models;
using Tenure.Onnx;
using Xunit;

namespace Tenure.Tests;

/// <summary>Requests of several threads as one run, and predictors. Without ONNX Runtime each test is skipped, by its name.</summary>
public sealed class OnnxBatcherTests : Balanced
{
    private const int Threads = 4;

    private static readonly Batching Full = new() { Size = Threads, Delay = TimeSpan.FromHours(1) };

    private static OnnxModel Affine()
    {
        Assert.SkipWhen(
            string.IsNullOrEmpty(Environment.GetEnvironmentVariable("TENURE_ONNXRUNTIME")), "TENURE_ONNXRUNTIME names no library");
        string data = Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data");
        return OnnxModel.Load(Path.Combine(data, "affine.onnx"), new OnnxOptions { Threads = 1 });
    }

    private static Tensor Row(int i) => Tensor.Of([i, 2f, 3], 1, 3);

    private static float[] Expected(int i) => [i + 13.5f, (10 * i) + 129.5f];

    /// <summary>Does this on four threads at the same time.</summary>
    private static void AtOnce(Action<int> each)
    {
        using var all = new Barrier(Threads);
        Exception?[] failures = new Exception?[Threads];
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(i => new Thread(() =>
        {
            all.SignalAndWait();
            failures[i] = Record.Exception(() => each(i));
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.All(failures, Assert.Null);
    }

    /// <summary>docs/guides/onnx-serving.md has these lines.</summary>
    [Fact]
    public void AsThePageShows()
    {
        using OnnxModel needed = Affine();
        string path = Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data", "affine.onnx");
        using Scope application = Scope.Create();
        Predictor<float[], float> predictor = application.Run(() =>
        {
            OnnxModel model = OnnxModel.Load(path, new OnnxOptions { Threads = 1 });
            Batcher batcher = Batcher.Of(model, new Batching { Size = 16 });
            return Predictor.Of(
                batcher, Translator.Of((float[] row) => Tensor.Of(row), scores => scores.ToArray<float>()[0]));
        });
        AtOnce(i => Assert.Equal(Expected(i)[0], predictor.Predict([i, 2, 3])));
        Batcher batcher = application.Run(() => Batcher.Of(OnnxModel.Load(path), new Batching
        {
            Size = 16, // rows of a run
            Delay = TimeSpan.FromMilliseconds(2), // that a request waits for others
            Parallel = 2, // runs at the same time
            Capacity = 100, // requests that wait
            Timeout = TimeSpan.FromSeconds(1), // that a request waits for its run
        }));
        using Scope request = Scope.Open();
        Tensor scores = batcher.Run(Tensor.Of([1f, 2, 3], 1, 3))[0];
        Assert.Equal(Expected(1), scores.ToArray<float>());
    }

    [Fact]
    public void EachCallerGetsItsOwnRowsInItsOwnScope()
    {
        using OnnxModel model = Affine();
        using Batcher batcher = Batcher.Of(model, Full);
        for (int round = 0; round < 50; round++)
        {
            AtOnce(i =>
            {
                using Scope scope = Scope.Open();
                Tensor y = i % 2 == 0
                    ? batcher.Run(Row(i))[0]
                    : batcher.Run(new Dictionary<string, Tensor> { ["x"] = Row(i) })["y"];
                Assert.Same(scope, y.Scope);
                Assert.Equal(Expected(i), y.ToArray<float>());
            });
        }
        Assert.Equal((50L, 200L, 4L), (batcher.Stats.Runs, batcher.Stats.Rows, batcher.Stats.Largest));
    }

    [Fact]
    public void WhatDoesNotFitConcernsItsCallerAlone()
    {
        using Scope scope = Scope.Open();
        OnnxModel model = Affine();
        Batcher batcher = Batcher.Of(model, Full);
        Assert.Throws<ShapeMismatchException>(() => batcher.Run(Tensor.Ones(1, 4)));
        Assert.Throws<InvalidArgumentException>(() => batcher.Run(new Dictionary<string, Tensor> { ["z"] = Row(0) }));
        Assert.Equal(0L, batcher.Stats.Requests);
        Batching[] wrong =
            [Full with { Size = 0 }, Full with { Parallel = -1 }, Full with { Capacity = 0 }, Full with { Delay = TimeSpan.FromTicks(-1) }];
        Assert.All(wrong, bad => Assert.Throws<InvalidArgumentException>(() => Batcher.Of(model, bad)));
    }

    [Fact]
    public void OneThatWaitsTooLongIsTold()
    {
        using Scope scope = Scope.Open();
        Batcher batcher = Batcher.Of(Affine(), Full with { Timeout = TimeSpan.FromMilliseconds(1) });
        BusyException busy = Assert.Throws<BusyException>(() => batcher.Run(Row(0)));
        Assert.Equal(Status.Busy, busy.Status);
        Assert.Equal(1L, batcher.Stats.Refused);
    }

    [Fact]
    public void ACloseEndsTheWaitingForOthers()
    {
        OnnxModel model = Affine();
        Batcher batcher = Batcher.Of(model, Full);
        model.Dispose();
        float[] answer = [];
        var waits = new Thread(() =>
        {
            using Scope scope = Scope.Open();
            answer = batcher.Run(Row(1))[0].ToArray<float>();
        });
        waits.Start();
        while (batcher.Stats.Requests == 0)
        {
            Thread.Yield();
        }
        batcher.Dispose();
        waits.Join();
        Assert.Equal(Expected(1), answer);
        using Scope own = Scope.Open();
        Assert.Throws<ClosedException>(() => batcher.Run(Row(0)));
    }

    [Fact]
    public void PredictorsTranslateAndJoin()
    {
        ITranslator<int, float> translator = Translator.Of((int i) => Tensor.Of([i, 2f, 3]), y => y.ToArray<float>()[0]);
        using OnnxModel model = Affine();
        using Batcher batcher = Batcher.Of(model, Full);
        model.Name = "affine";
        using Predictor<int, float> alone = Predictor.Of(model, translator);
        using Predictor<int, float> together = Predictor.Of(batcher, translator);
        Assert.Equal("affine.predictor", alone.Name);
        Assert.Equal(Expected(7)[0], alone.Predict(7));
        Assert.Equal([Expected(1)[0], Expected(2)[0]], alone.BatchPredict([1, 2]));
        AtOnce(i => Assert.Equal(Expected(i)[0], together.Predict(i)));
        Assert.Equal(1L, batcher.Stats.Runs);
        using (Predictor<int, Tensor> tensors = Predictor.Of(model, Translator.Of((int i) => Row(i).Squeeze(0), y => y)))
        using (Scope scope = Scope.Open())
        {
            Assert.Same(scope, tensors.Predict(1).Scope);
        }
        using (Scope scope = Scope.Open())
        {
            Predictor<int, float> escaped = Scope.Using(() => Predictor.Of(Affine(), translator));
            Assert.Equal(Expected(3)[0], escaped.Predict(3));
        }
        model.Dispose();
        Assert.Throws<ClosedException>(() => alone.Predict(1));
    }

    [Fact]
    public void ACloseDuringRunsIsHarmless()
    {
        using OnnxModel model = Affine();
        for (int round = 0; round < 200; round++)
        {
            Batcher batcher = Batcher.Of(model, new Batching { Size = 3 });
            int done = 0;
            var closes = new Thread(batcher.Dispose);
            closes.Start();
            AtOnce(i =>
            {
                using Scope scope = Scope.Open();
                try
                {
                    while (Interlocked.Increment(ref done) < 1000)
                    {
                        Assert.Equal(Expected(i), batcher.Run(Row(i))[0].ToArray<float>());
                    }
                }
                catch (ClosedException)
                {
                    Assert.True(batcher.IsClosed);
                }
            });
            closes.Join();
        }
    }
}
