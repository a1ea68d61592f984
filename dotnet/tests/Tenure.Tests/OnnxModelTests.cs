using System.Diagnostics;
using System.Globalization;
using Tenure.Onnx;
using Xunit;

namespace Tenure.Tests;

/// <summary>Models of ONNX. Without a library of ONNX Runtime each test is skipped, by its name.</summary>
public sealed class OnnxModelTests : Balanced
{
    private static readonly OnnxOptions OneThread = new() { Threads = 1 };

    private readonly string _folder = Directory.CreateTempSubdirectory("tenure-onnx-").FullName;

    private static string Model(string name) => Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data", name + ".onnx");

    private static OnnxModel Load(string name) => OnnxModel.Load(Model(name), OneThread);

    private static void NeedsRuntime() =>
        Assert.SkipWhen(
            string.IsNullOrEmpty(Environment.GetEnvironmentVariable("TENURE_ONNXRUNTIME")), "TENURE_ONNXRUNTIME names no library");

    /// <summary>docs/guides/onnx.md has these lines.</summary>
    [Fact]
    public void AsThePageShows()
    {
        NeedsRuntime();
        string path = Model("affine");
        using Scope scope = Scope.Open();
        OnnxModel model = OnnxModel.Load(path);
        Tensor[] outputs = model.Run(Tensor.Of([1f, 2, 3], 1, 3));
        Dictionary<string, Tensor> named = model.Run(new Dictionary<string, Tensor> { ["x"] = Tensor.Ones(1, 3) });
        Assert.Equal(2, outputs[0].Size);
        Assert.Equal([6.5f, 59.5f], named["y"].ToArray<float>());
    }

    [Fact]
    public void InputsInOrderAndByName()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel affine = OnnxModel.Load(Model("affine"));
        Assert.Same(scope, affine.Scope);
        Tensor result = Assert.Single(affine.Run(Tensor.Of([1f, 2, 3], 1, 3)));
        Assert.Same(scope, result.Scope);
        Assert.Equal([14.5f, 139.5f], result.ToArray<float>());
        OnnxModel sum = Load("sum");
        Tensor a = Tensor.Of([1f, 2, 3, 4], 2, 2);
        Dictionary<string, Tensor> named = sum.Run(new Dictionary<string, Tensor> { ["b"] = a.Transpose(0, 1), ["a"] = a });
        Assert.Equal([2f, 5, 5, 8], Assert.Single(named).Value.ToArray<float>());
        Assert.Equal("z", Assert.Single(named).Key);
    }

    [Fact]
    public void EveryKindOfRunIsAnActivity()
    {
        NeedsRuntime();
        Interop.TenureMeter.Start();
        var runs = new List<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Tenure",
            Sample = (ref _) => ActivitySamplingResult.AllData,
            ActivityStopped = runs.Add,
        };
        using Scope scope = Scope.Open();
        OnnxModel model = Load("affine").Named("affine");
        Tensor x = Tensor.Ones(1, 3);
        ActivitySource.AddActivityListener(listener);
        model.WarmUp(); // does not count as a request
        model.Run(x);
        model.Run(new Dictionary<string, Tensor> { ["x"] = x });
        model.Run([x], CancellationToken.None);
        model.Run([x], [Tensor.Zeros(1, 2)]);
        Assert.Throws<ShapeMismatchException>(() => model.Run(Tensor.Ones(1, 4)));
        Assert.Equal(5, runs.Count);
        Assert.All(runs, run => Assert.Equal("onnx", run.GetTagItem("tenure.model.kind")));
        Assert.All(runs, run => Assert.Equal("affine", run.GetTagItem("tenure.model.name")));
        Assert.Equal(ActivityStatusCode.Error, runs[4].Status);
    }

    [Fact]
    public void WhatItSaysOfItself()
    {
        NeedsRuntime();
        using OnnxModel affine = Load("affine");
        OnnxPort input = Assert.Single(affine.Inputs);
        Assert.Equal(("x", "float32", (DType?)DType.F32), (input.Name, input.Type, input.DType));
        Assert.Equal(["batch", "3"], input.Shape);
        Assert.Equal("y", Assert.Single(affine.Outputs).Name);
        IReadOnlyDictionary<string, string> about = affine.Metadata();
        Assert.Equal(("tenure tests", "7", "odd,even"), (about["producer"], about["version"], about["labels"]));
        Assert.StartsWith("1.", about["runtime"]);
    }

    [Fact]
    public void BytesAndOptions()
    {
        NeedsRuntime();
        byte[] bytes = File.ReadAllBytes(Model("types"));
        var options = new OnnxOptions
        {
            Optimization = OnnxOptimization.None,
            Deterministic = true,
            MemoryPattern = false,
            Outputs = ["i64_out"],
            Providers = ["CPUExecutionProvider"],
        };
        using (OnnxModel types = OnnxModel.Load(bytes, options))
        {
            Assert.Equal("i64_out", Assert.Single(types.Outputs).Name);
        }
        using (OnnxModel types = OnnxModel.Load(bytes, new OnnxOptions { Profile = Path.Combine(_folder, "a \"quoted\" \\ name") }))
        {
            Assert.True(File.Exists(types.EndProfiling()));
        }
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void ModelsOfOneFileShareTheirWeights()
    {
        NeedsRuntime();
        long before = TenureRuntime.Stats().LiveBytes;
        var shared = new OnnxOptions { SharedWeights = true };
        byte[] bytes = File.ReadAllBytes(Model("keep")); // 1 MiB
        using (OnnxModel first = OnnxModel.Load(Model("keep"), shared))
        {
            long held = TenureRuntime.Stats().LiveBytes - before;
            Assert.True(held >= 1 << 20, $"{held} bytes");
            using OnnxModel second = OnnxModel.Load(Model("keep"), shared with { Outputs = ["y"] });
            Assert.Equal(held, TenureRuntime.Stats().LiveBytes - before);
            first.Dispose();
            using Tensor x = Tensor.Ones(1, 512), y = second.Run(x)[0];
            Assert.Equal(1024f, y.ToArray<float>()[511]);
        }
        using (OnnxModel first = OnnxModel.Load(bytes, shared))
        {
            long held = TenureRuntime.Stats().LiveBytes;
            OnnxModel.Load(bytes, shared).Dispose();
            Assert.Equal(held, TenureRuntime.Stats().LiveBytes);
            using (OnnxModel other = OnnxModel.Load(bytes, shared with { SharedWeights = false }))
            {
                Assert.True(TenureRuntime.Stats().LiveBytes >= held + (1 << 20), "its own");
            }
            using Scope small = Scope.Open();
            small.Limit = 1 << 19;
            Assert.Throws<NativeMemoryException>(() => OnnxModel.Load(bytes, shared));
        }
        Assert.Equal(before, TenureRuntime.Stats().LiveBytes);
    }

    [Fact]
    public void WithoutALibraryTheErrorSaysWhatToAdd()
    {
        var nowhere = new OnnxOptions { Library = Path.Combine(_folder, "none.so") };
        TensorException error = Assert.Throws<TensorException>(() => OnnxModel.Load(Model("affine"), nowhere));
        Assert.Equal(Status.Unsupported, error.Status);
        Assert.Contains("none.so", error.Message);
        Assert.Contains("Microsoft.ML.OnnxRuntime", error.Message);
    }

    [Fact]
    public void WhatIsRefused()
    {
        NeedsRuntime();
        Assert.Equal(Status.Io, Assert.Throws<TensorException>(() => Load("no-such-model")).Status);
        Assert.Equal(Status.Io, Assert.Throws<TensorException>(() => OnnxModel.Load("this is text"u8)).Status);
        Assert.Throws<TensorException>(() => OnnxModel.Load(ReadOnlySpan<byte>.Empty));
        using Scope scope = Scope.Open();
        OnnxModel parts = Load("parts"); // its output is a sequence
        Assert.Equal(Status.Unsupported, Assert.Throws<TensorException>(() => parts.Run(Tensor.Ones(2))).Status);
        OnnxModel sum = Load("sum");
        Tensor a = Tensor.Ones(2, 3);
        Assert.Throws<InvalidArgumentException>(() => sum.Run(a));
        Assert.Throws<InvalidArgumentException>(() => sum.Run(new Dictionary<string, Tensor> { ["a"] = a, ["c"] = a }));
        Assert.Throws<ShapeMismatchException>(() => sum.Run(a, Tensor.Ones(3, 2)));
        Assert.Throws<DTypeMismatchException>(() => sum.Run(a, Tensor.Ones(DType.F64, 2, 3)));
        Assert.Throws<ArgumentNullException>(() => sum.Run(a, null!));
        sum.Dispose();
        Assert.Throws<ClosedException>(() => sum.Run(a, a));
    }

    [Fact]
    public void LimitsHoldForRuns()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel grow = Load("grow");
        using Scope small = Scope.Open();
        small.Limit = 1 << 20;
        Tensor many = Tensor.Of([10L << 20], 1), few = Tensor.Of([100L], 1);
        for (int i = 0; i < 3; i++)
        {
            Assert.Throws<NativeMemoryException>(() => grow.Run(many));
            Assert.Equal(100, grow.Run(few)[0].Item());
        }
    }

    [Fact]
    public async Task ThreadsMayRunItWhileItCloses()
    {
        NeedsRuntime();
        for (int round = 0; round < 20; round++)
        {
            OnnxModel affine = Load("affine");
            using var begun = new CountdownEvent(2);
            void Runs()
            {
                using Scope scope = Scope.Open();
                Tensor x = Tensor.Of([1f, 2, 3], 1, 3);
                for (int i = 0; i < 10_000; i++)
                {
                    try
                    {
                        using Tensor y = affine.Run(x)[0];
                        Assert.Equal(14.5f, y.ToArray<float>()[0]);
                    }
                    catch (ClosedException)
                    {
                        return;
                    }
                    if (i == 10)
                    {
                        begun.Signal();
                    }
                }
            }
            Task[] tasks = [Task.Run(Runs, TestContext.Current.CancellationToken), Task.Run(Runs, TestContext.Current.CancellationToken)];
            begun.Wait(TestContext.Current.CancellationToken);
            affine.Dispose();
            await Task.WhenAll(tasks);
        }
    }

    [Fact]
    public async Task RunsAreCancelled()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel count = Load("count");
        Tensor forever = Tensor.Scalar(1L << 40, DType.I64), few = Tensor.Scalar(5, DType.I64);
        OnnxRunOptions options = OnnxRunOptions.Create("mine", OnnxLogLevel.Fatal);
        Task cancels = Task.Run(options.Cancel, TestContext.Current.CancellationToken);
        CancelledException cancelled = Assert.Throws<CancelledException>(() => count.Run(options, forever));
        await cancels;
        Assert.Equal(Status.Cancelled, cancelled.Status);
        Assert.IsAssignableFrom<OperationCanceledException>(cancelled);
        Assert.True(options.IsCancelled);
        Assert.Throws<CancelledException>(() => count.Run(options, new Dictionary<string, Tensor> { ["n"] = few }));
        using (OnnxRunOptions other = OnnxRunOptions.Create())
        {
            Tensor counted = count.Run(other, few)[0];
            other.Cancel();
            Assert.Equal(5, counted.Item());
        }
        options.Dispose();
        options.Cancel(); // as a timer may that comes late
        Assert.Throws<ClosedException>(() => options.IsCancelled);
        Assert.Throws<ClosedException>(() => count.Run(options, forever));
        Assert.Throws<InvalidArgumentException>(() => OnnxRunOptions.Create(logVerbosity: -1));
    }

    [Fact]
    public void TokensCancelRuns()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel count = Load("count");
        Tensor forever = Tensor.Scalar(1L << 40, DType.I64), few = Tensor.Scalar(5, DType.I64);
        using var source = new CancellationTokenSource(TimeSpan.FromMilliseconds(20));
        OperationCanceledException error =
            Assert.Throws<OperationCanceledException>(() => count.Run([forever], source.Token));
        Assert.Equal(source.Token, error.CancellationToken);
        Assert.Throws<OperationCanceledException>(() => count.Run([few], source.Token));
        var named = new Dictionary<string, Tensor> { ["n"] = few };
        Assert.Throws<OperationCanceledException>(() => count.Run(named, source.Token));
        using var open = new CancellationTokenSource();
        Assert.Equal(5, count.Run([few], open.Token)[0].Item());
        Assert.Equal(5, count.Run(named, open.Token).Values.Single().Item());
        Assert.Equal(5, count.Run([few], CancellationToken.None)[0].Item());
    }

    [Fact]
    public async Task CancellingRacesWithRunsAndCloses()
    {
        NeedsRuntime();
        int rounds = int.Parse(Environment.GetEnvironmentVariable("TENURE_ONNX_RACES") ?? "2000", CultureInfo.InvariantCulture);
        using Scope scope = Scope.Open();
        OnnxModel count = Load("count");
        Tensor steps = Tensor.Scalar(20, DType.I64);
        for (int i = 0; i < rounds; i++)
        {
            int kind = i % 4;
            OnnxModel model = kind == 0 ? Load("count") : count;
            OnnxRunOptions options = OnnxRunOptions.Create();
            Tensor input = steps.Add(i % 3);
            Task ended = Task.Run(
                kind switch { 0 => model.Dispose, 1 => input.Dispose, 2 => options.Dispose, _ => options.Cancel },
                TestContext.Current.CancellationToken);
            try
            {
                using Tensor y = model.Run(options, input)[0];
                Assert.Equal(20 + (i % 3), y.Item());
            }
            catch (ClosedException)
            {
                Assert.NotEqual(3, kind);
            }
            catch (CancelledException)
            {
                Assert.Equal(3, kind);
            }
            await ended;
            options.Dispose();
            input.Dispose();
            if (model != count)
            {
                model.Dispose();
            }
        }
    }

    [Fact]
    public void EachAllocationOfARunMayBeRefused()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel grow = Load("grow");
        ulong live = (ulong)TenureRuntime.Stats().LiveBytes;
        int refused = 0;
        for (int limit = 64; limit < 16_384; limit += 64)
        {
            using (Scope small = Scope.Open())
            {
                Tensor n = Tensor.Of([1000L], 1);
                small.Limit = limit;
                try
                {
                    Assert.Equal(1000, grow.Run(n)[0].Item());
                }
                catch (NativeMemoryException error)
                {
                    Assert.Equal(Status.LimitExceeded, error.Status);
                    refused++;
                }
            }
            Assert.Equal(live, (ulong)TenureRuntime.Stats().LiveBytes);
        }
        Assert.True(refused > 10);
    }

    [Fact]
    public void TheLogGoesToHandlersThatMayThrow()
    {
        NeedsRuntime();
        var records = new List<OnnxLogRecord>();
        void Handler(OnnxLogRecord record)
        {
            lock (records)
            {
                records.Add(record);
            }
            throw new InvalidOperationException("a handler that fails");
        }
        OnnxModel.Logged += Handler;
        try
        {
            using Scope scope = Scope.Open();
            OnnxModel affine = OnnxModel.Load(Model("affine"), OneThread with { LogLevel = OnnxLogLevel.Verbose });
            OnnxRunOptions options = OnnxRunOptions.Create("request 7", OnnxLogLevel.Verbose);
            Assert.Equal([6.5f, 59.5f], affine.Run(options, Tensor.Ones(1, 3))[0].ToArray<float>());
            affine.Run(OnnxRunOptions.Create("request 8", OnnxLogLevel.Fatal), Tensor.Ones(1, 3));
        }
        finally
        {
            OnnxModel.Logged -= Handler;
        }
        lock (records)
        {
            Assert.Contains(records, record => record.Text.Contains("request 7"));
            Assert.DoesNotContain(records, record => record.LogId.Contains("request 8"));
        }
    }

    [Fact]
    public void AWarmUpRunsIt()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel sum = Load("sum");
        var before = TenureRuntime.Stats().LiveBytes;
        sum.WarmUp();
        sum.WarmUp(new Dictionary<string, long[]> { ["a"] = [8, 9], ["b"] = [8, 9] });
        Assert.Equal(before, TenureRuntime.Stats().LiveBytes);
        Assert.Throws<ShapeMismatchException>(() => sum.WarmUp(new Dictionary<string, long[]> { ["a"] = [8, 9] }));
        Assert.Throws<InvalidArgumentException>(() => sum.WarmUp(new Dictionary<string, long[]> { ["c"] = [1] }));
        sum.Dispose();
        Assert.Throws<ClosedException>(() => sum.WarmUp());
    }
}
