using Tenure.Reports;
using Xunit;

[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Tenure.Tests;

/// <summary>A test class of which every test must leave the process as it found it: no handle more, no byte more.</summary>
/// <remarks>The counts are the process's, so no two tests run at once.</remarks>
public abstract class Balanced : IDisposable
{
    private readonly MemoryStats _before;

    protected Balanced()
    {
        TenureRuntime.Drain();
        _before = TestDevice.Stats();
    }

    public void Dispose()
    {
        TenureRuntime.Drain();
        // A tensor whose memory another one wraps goes some collections after that one.
        for (int i = 0; i < 20 && Counted(TestDevice.Stats()) != Counted(_before); i++)
        {
            TenureRuntime.Drain();
        }
        var after = Counted(TestDevice.Stats());
        Assert.True(after == Counted(_before), $"{Counted(_before)} before, {after} after; {TenureRuntime.DebugDump()}");
        Assert.Null(Scope.Current);
        GC.SuppressFinalize(this);
    }

    /// <summary>How many tensors there are more than when the test began.</summary>
    protected long Tensors => (long)(TestDevice.Stats().LiveTensors - _before.LiveTensors);

    /// <summary>How many scopes there are more than when the test began.</summary>
    protected long Scopes => (long)(TestDevice.Stats().LiveScopes - _before.LiveScopes);

    private static (long Handles, long Tensors, long Scopes, long Bytes) Counted(MemoryStats stats) =>
        (stats.LiveHandles, stats.LiveTensors, stats.LiveScopes, stats.LiveBytes);

    /// <summary>Members, tensors, scopes and bytes of a scope.</summary>
    protected static (long Members, long Tensors, long Scopes, long Bytes) Counts(Scope scope)
    {
        ScopeStats stats = scope.Stats;
        return (stats.Members, stats.Tensors, stats.Scopes, stats.Bytes);
    }

    /// <summary>Collects until <paramref name="done"/> holds; fails when it does not after twenty collections.</summary>
    protected static void CollectUntil(Func<bool> done)
    {
        for (int i = 0; i < 20 && !done(); i++)
        {
            TenureRuntime.Drain();
        }
        Assert.True(done());
    }
}
