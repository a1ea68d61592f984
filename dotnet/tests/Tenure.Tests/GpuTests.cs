using System.Reflection;
using System.Runtime.InteropServices;
using Tenure.Nn;
using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>CUDA devices: what is said where there is none, and tests in a process with the driver of
/// <c>fake/cuda</c>.</summary>
public sealed class GpuTests
{
    [Fact]
    public void ADeviceThatIsNotThereSaysWhy()
    {
        Device none = Device.Cuda(63);
        Assert.False(none.IsAvailable);
        Assert.StartsWith("device cuda:63 is not available: ", none.WhyUnavailable);
        TensorException refused = Assert.ThrowsAny<TensorException>(() => none.Name);
        Assert.Equal(Status.DeviceUnavailable, refused.Status);
        Assert.ThrowsAny<TensorException>(() => none.Properties());
        Assert.ThrowsAny<TensorException>(() => Scope.Open(new ScopeOptions { Device = none }));
        Assert.Equal("cpu", Device.Cpu.Name);
        Assert.Equal(("cpu", "cuda:3", "device 5"), ($"{Device.Cpu}", $"{Device.Cuda(3)}", $"{new Device(5)}"));
        Assert.True(Device.Cpu.IsAvailable);
        Assert.Throws<InvalidArgumentException>(() => Device.Cpu.Properties());
        Assert.True(Device.CudaCount >= 0);
    }

    [Fact]
    public void TheProcessorIsTheDefault()
    {
        using Scope scope = Scope.Open(new ScopeOptions { Device = Device.Cpu });
        Assert.Equal(Device.Cpu, scope.DefaultDevice);
        Assert.Equal(Device.Cpu, Tensor.Zeros(2).Device);
    }

    [Fact]
    public void TheTestsOfADeviceRunOnTheFakeDriver()
    {
        string root = typeof(GpuTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepoRoot").Value!;
        string fake = Path.Combine(root, "target", "release", OnTheFakeDriver.FileName);
        Assert.SkipUnless(File.Exists(fake), $"cargo build --release -p tenure-fake-cuda makes {fake}");
        Child.Run(typeof(OnTheFakeDriver), [("TENURE_CUDA", fake)]);
    }
}

/// <summary>Tests of the first GPU, each of which passes at once where the driver is not the
/// fake.</summary>
public sealed class OnTheFakeDriver
{
    private static readonly Device Gpu = Device.Cuda(0);

    internal static string FileName => RuntimeInformation.IsOSPlatform(OSPlatform.Windows)
        ? "tenure_fake_cuda.dll"
        : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "libtenure_fake_cuda.dylib" : "libtenure_fake_cuda.so";

    private static bool IsHere => Environment.GetEnvironmentVariable("TENURE_CUDA")?.EndsWith(FileName, StringComparison.Ordinal) ?? false;

    [Fact]
    public void ItSaysWhatItIs()
    {
        if (!IsHere)
        {
            return;
        }
        Assert.True(Device.CudaCount >= 1);
        Assert.True(Gpu.IsAvailable, Gpu.WhyUnavailable);
        Assert.NotEmpty(Gpu.Name);
        DeviceProperties properties = Gpu.Properties();
        Assert.True(properties.ComputeMajor >= 7);
        Assert.InRange(properties.FreeBytes, 1, properties.TotalBytes);
    }

    [Fact]
    public void MakersFollowTheScope()
    {
        if (!IsHere)
        {
            return;
        }
        long before = TenureRuntime.Stats(Gpu).LiveBytes;
        using (Scope scope = Scope.Open(new ScopeOptions { Name = "gpu", Device = Gpu }))
        {
            Assert.Equal(Gpu, scope.DefaultDevice);
            Tensor[] made =
            [
                Tensor.Zeros(2, 3), Tensor.Zeros([2, 3]), Tensor.Full(1.5, 2), Tensor.Arange(0, 5), Tensor.LinSpace(0, 1, 3), Tensor.Eye(2),
                Tensor.Rand(2), Tensor.Randn(2), Tensor.RandInt(0, 9, 3), Tensor.RandPerm(4), Tensor.Of([1f, 2f, 3f]),
                Tensor.Of(new float[,] { { 1, 2 }, { 3, 4 } }), Tensor.Of(new[] { [1f, 2f], new[] { 3f, 4f } }), Tensor.Scalar(3), scope.Ones(2),
            ];
            Assert.All(made, t => Assert.Equal(Gpu, t.Device));
            Assert.Equal(Device.Cpu, Tensor.Ones(DType.F32, Device.Cpu, 2).Device);
            Assert.Equal(Device.Cpu, Tensor.Arange(0, 3, device: Device.Cpu).Device);
            using (Scope inner = Scope.Open())
            {
                Assert.Equal(Gpu, Tensor.Ones(1).Device);
                inner.SetDefaultDevice(Device.Cpu);
                Assert.Equal(Device.Cpu, Tensor.Ones(1).Device);
            }
            Assert.Equal([2f, 4f, 6f], Tensor.Of([1f, 2f, 3f]).Mul(2).ToDevice(Device.Cpu).ToArray<float>());
            Assert.Contains("cuda:0", TenureRuntime.DebugDump());
        }
        Assert.Equal(Device.Cpu, Tensor.Ones(1).Device);
        Assert.Equal(before, TenureRuntime.Stats(Gpu).LiveBytes);
    }

    [Fact]
    public void ArraysAndTextAreCopiedFromIt()
    {
        if (!IsHere)
        {
            return;
        }
        using Scope scope = Scope.Open(new ScopeOptions { Device = Gpu });
        Tensor t = Tensor.Of([1f, 2f, 3f, 4f]).Reshape(2, 2);
        Assert.Equal("[[1. 2.]\n [3. 4.]]", t.ToString());
        Assert.Equal([1f, 3f, 2f, 4f], t.Transpose(0, 1).ToArray<float>());
        Assert.Equal([1.0, 2.0, 3.0, 4.0], t.Cast(DType.F64).ToArray<double>());
        float[] rows = [9, 9, 9, 9, 9, 9, 9];
        t.CopyTo(rows, 1, 3);
        Assert.Equal([9, 1, 2, 9, 3, 4, 9], rows);
        t.CopyFrom<float>([5, 6, 7, 8]);
        Assert.Equal(7, t.GetDouble(1, 0));
        t.Select(1, 1).CopyFrom([0f, 10f, 20f], 1);
        Assert.Equal([5f, 10f, 7f, 20f], t.ToArray<float>());
        Assert.Equal(Gpu, t.Device);
    }

    [Fact]
    public void LimitsHoldThere()
    {
        if (!IsHere)
        {
            return;
        }
        using Scope scope = Scope.Open(new ScopeOptions { Device = Gpu, Limit = 4000 });
        Tensor.Zeros(900);
        NativeMemoryException refused = Assert.ThrowsAny<NativeMemoryException>(() => Tensor.Zeros(200));
        Assert.Equal(Status.LimitExceeded, refused.Status);
    }

    [Fact]
    public void WorkspacesLieThere()
    {
        if (!IsHere)
        {
            return;
        }
        long before = TenureRuntime.Stats(Gpu).LiveBytes;
        Workspace steps = Workspace.Create(new WorkspaceConfig { Device = Gpu });
        Assert.Equal(Gpu, steps.Config.Device);
        for (int step = 0; step < 3; step++)
        {
            Tensor kept;
            using (Workspace cycle = steps.Enter())
            {
                Tensor sum = Tensor.Full(step, 100).Add(1);
                Assert.Equal(Gpu, sum.Device);
                Assert.Equal(Device.Cpu, Tensor.Ones(DType.F32, Device.Cpu, 2).Device);
                Assert.True(step == 0 || cycle.WorkspaceStats.Live == 800, $"{cycle.WorkspaceStats}");
                kept = sum.MoveToOuterScope();
            }
            using (kept)
            {
                using Tensor here = kept.ToDevice(Device.Cpu);
                Assert.Equal((Gpu, step + 1.0), (kept.Device, here.GetDouble(99)));
            }
        }
        steps.Destroy();
        Assert.Equal(before, TenureRuntime.Stats(Gpu).LiveBytes);
    }

    [Fact]
    public async Task TheDefaultFlowsIntoTasks()
    {
        if (!IsHere)
        {
            return;
        }
        using Scope scope = Scope.Open(new ScopeOptions { Device = Gpu });
        Assert.Equal(Gpu, await Task.Run(() => Tensor.Ones(1).Device));
    }

    [Fact]
    public void ModulesMove()
    {
        if (!IsHere)
        {
            return;
        }
        using Scope scope = Scope.Open();
        Sequential net = new(new Linear(3, 4), new Linear(4, 2));
        Tensor x = Tensor.Ones(5, 3);
        float[] wanted = net.Call(x).ToArray<float>();
        net.ToDevice(Gpu);
        Assert.Equal(Gpu, net.Get("0.weight").Device);
        DeviceMismatchException refused = Assert.Throws<DeviceMismatchException>(() => net.Call(x));
        Assert.Contains("cuda:0", refused.Message);
        float[] there = net.Call(x.ToDevice(Gpu)).ToDevice(Device.Cpu).ToArray<float>();
        Assert.All(wanted.Zip(there), pair => Assert.Equal(pair.First, pair.Second, 5));
        using Scope gpu = Scope.Open(new ScopeOptions { Device = Gpu });
        Assert.Equal(Gpu, new Linear(2, 2).Get("weight").Device);
    }

    [Fact]
    public void LeaksSayWhereTheyAre()
    {
        if (!IsHere)
        {
            return;
        }
        LeakSnapshot snapshot = TenureRuntime.Snapshot();
        using (Tensor.Zeros(DType.F32, Gpu, 2, 3))
        {
            Leak leak = Assert.Single(TenureRuntime.Leaks(snapshot));
            Assert.Equal([2, 3], leak.Shape);
            Assert.Equal(DType.F32, leak.DType);
            Assert.Contains("on cuda:0", leak.ToString());
        }
        Assert.Empty(TenureRuntime.Leaks(snapshot));
    }
}
