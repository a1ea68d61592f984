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
    public void WhatItSaysOfItself()
    {
        NeedsRuntime();
        using OnnxModel affine = Load("affine");
        OnnxValue input = Assert.Single(affine.Inputs);
        Assert.Equal(("x", DType.F32), (input.Name, input.DType));
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
        Assert.Equal(Status.Unsupported, Assert.Throws<TensorException>(() => Load("words")).Status);
        using Scope scope = Scope.Open();
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
}
