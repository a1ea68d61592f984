using Xunit;

namespace Tenure.Tests;

/// <summary>Memory that nobody uses goes back to the system by itself.</summary>
public sealed class DecayTests : Balanced
{
    private const int MiB = 1 << 20;
    private static readonly TimeSpan Default = TimeSpan.FromSeconds(10);

    [Fact]
    public void WhatNobodyUsesGoesBack()
    {
        TestDevice.Trim();
        long before = TestDevice.Stats().ReservedBytes;
        TenureRuntime.SetDecay(TimeSpan.FromMilliseconds(20), TestDevice.Device);
        try
        {
            using (Scope scope = Scope.Open())
            {
                for (int i = 0; i < 20_000; i++)
                {
                    _ = Tensor.Zeros(256); // small blocks
                }
                _ = Tensor.Zeros(8 * MiB);
                Assert.True(TestDevice.Stats().ReservedBytes >= before + (48 * MiB));
            }
            for (int i = 0; i < 10_000 && TestDevice.Stats().ReservedBytes > before + (4 * MiB); i++)
            {
                Thread.Sleep(5);
            }
            Assert.True(TestDevice.Stats().ReservedBytes <= before + (4 * MiB), $"{TestDevice.Stats()}");
        }
        finally
        {
            TenureRuntime.SetDecay(Default, TestDevice.Device);
        }
    }

    [Fact]
    public void PeriodsAreMillisecondsAndMore()
    {
        Assert.Equal(Default, TenureRuntime.Decay(TestDevice.Device));
        try
        {
            TimeSpan longest = TimeSpan.FromMilliseconds(TimeSpan.MaxValue.Ticks / TimeSpan.TicksPerMillisecond);
            foreach (TimeSpan period in new[] { TimeSpan.FromMilliseconds(1), TimeSpan.FromDays(300), longest })
            {
                TenureRuntime.SetDecay(period, TestDevice.Device);
                Assert.Equal(period, TenureRuntime.Decay(TestDevice.Device));
            }
        }
        finally
        {
            TenureRuntime.SetDecay(Default, TestDevice.Device);
        }
        foreach (TimeSpan period in new[] { TimeSpan.Zero, TimeSpan.FromTicks(9_999), TimeSpan.FromMilliseconds(-1), TimeSpan.MinValue })
        {
            InvalidArgumentException refused = Assert.Throws<InvalidArgumentException>(() => TenureRuntime.SetDecay(period, TestDevice.Device));
            Assert.Contains("it takes 1 at least", refused.Message, StringComparison.Ordinal);
        }
        Assert.Equal(Status.DeviceUnavailable, Assert.Throws<TensorException>(() => TenureRuntime.SetDecay(Default, Device.Cuda(40))).Status);
        Assert.Equal(Status.DeviceUnavailable, Assert.Throws<TensorException>(() => TenureRuntime.Decay(Device.Cuda(40))).Status);
        Assert.Equal(Default, TenureRuntime.Decay(TestDevice.Device));
    }
}
