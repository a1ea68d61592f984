using Tenure.Interop;
using Xunit;

namespace Tenure.Tests;

/// <summary>On how many threads operations compute.</summary>
public sealed class ThreadNumberTests
{
    [Fact]
    public void TheNumberIsThatOfTheProcessUntilItIsSetBack()
    {
        long before = TenureRuntime.Threads();
        Assert.True(before >= 1);
        TenureRuntime.SetThreads(3);
        Assert.Equal(3, TenureRuntime.Threads());
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.SetThreads(-1));
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.SetThreads(1025));
        Assert.Equal(3, TenureRuntime.Threads());
        TenureRuntime.SetThreads(0);
        Assert.Equal(before, TenureRuntime.Threads());
    }

    [Fact]
    public void ManyThreadsComputeTheSameBitsAtOnce()
    {
        float[] wanted;
        using (var scope = Scope.Open())
        {
            scope.LimitThreads(1);
            wanted = Sums();
        }
        TenureRuntime.SetThreads(3);
        try
        {
            Parallel.For(0, 20, _ =>
            {
                using var scope = Scope.Open();
                Assert.Equal(wanted, Sums());
            });
        }
        finally
        {
            TenureRuntime.SetThreads(0);
        }
    }

    [Fact]
    public void ASettingIsANumberOrNothing()
    {
        Assert.Equal(0, NativeLoader.Threads(null));
        Assert.Equal(0, NativeLoader.Threads(" "));
        Assert.Equal(7, NativeLoader.Threads(" 7 "));
        foreach (string wrong in (string[])["many", "-1", "1025", "1.5"])
        {
            var refused = Assert.Throws<ArgumentException>(() => NativeLoader.Threads(wrong));
            Assert.Equal($"environment variable TENURE_THREADS is '{wrong}', not a number from 0 to 1024", refused.Message);
        }
    }

    private static float[] Sums()
    {
        Tensor x = Tensor.LinSpace(-3, 3, 1 << 19).Reshape(512, 1024);
        return x.Tanh().MatMul(x.Transpose(0, 1)).Sum([0]).ToArray<float>();
    }
}
