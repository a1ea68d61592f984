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
        TenureRuntime.Trim();
        long before = TenureRuntime.Stats().ReservedBytes;
        TenureRuntime.SetDecay(TimeSpan.FromMilliseconds(20));
        try
        {
            using (Scope scope = Scope.Open())
            {
                for (int i = 0; i < 20_000; i++)
                {
                    _ = Tensor.Zeros(256); // small blocks
                }
                _ = Tensor.Zeros(8 * MiB);
                Assert.True(TenureRuntime.Stats().ReservedBytes >= before + (48 * MiB));
            }
            for (int i = 0; i < 10_000 && TenureRuntime.Stats().ReservedBytes > before + (4 * MiB); i++)
            {
                Thread.Sleep(5);
            }
            Assert.True(TenureRuntime.Stats().ReservedBytes <= before + (4 * MiB), $"{TenureRuntime.Stats()}");
        }
        finally
        {
            TenureRuntime.SetDecay(Default);
        }
    }

    [Fact]
    public void PeriodsAreMillisecondsAndMore()
    {
        Assert.Equal(Default, TenureRuntime.Decay());
        try
        {
            TimeSpan longest = TimeSpan.FromMilliseconds(TimeSpan.MaxValue.Ticks / TimeSpan.TicksPerMillisecond);
            foreach (TimeSpan period in new[] { TimeSpan.FromMilliseconds(1), TimeSpan.FromDays(300), longest })
            {
                TenureRuntime.SetDecay(period);
                Assert.Equal(period, TenureRuntime.Decay());
            }
        }
        finally
        {
            TenureRuntime.SetDecay(Default);
        }
        foreach (TimeSpan period in new[] { TimeSpan.Zero, TimeSpan.FromTicks(9_999), TimeSpan.FromMilliseconds(-1), TimeSpan.MinValue })
        {
            InvalidArgumentException refused = Assert.Throws<InvalidArgumentException>(() => TenureRuntime.SetDecay(period));
            Assert.Contains("it takes 1 at least", refused.Message, StringComparison.Ordinal);
        }
        Assert.Equal(Status.DeviceUnavailable, Assert.Throws<TensorException>(() => TenureRuntime.SetDecay(Default, Device.Cuda())).Status);
        Assert.Equal(Status.DeviceUnavailable, Assert.Throws<TensorException>(() => TenureRuntime.Decay(Device.Cuda())).Status);
        Assert.Equal(Default, TenureRuntime.Decay());
    }
}
