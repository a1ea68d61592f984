using Tenure.Data;
using Xunit;

namespace Tenure.Tests;

/// <summary>Which scope owns a batch, and what is left when a loop is left. The rest is in the scenarios.</summary>
public sealed class DataLoaderTests : Balanced
{
    [Fact]
    public void EachBatchIsFreedBeforeTheNext()
    {
        using Scope scope = Scope.Open("training");
        var loader = DataLoader.Of([Tensor.Arange(10), Tensor.Ones(10, 3)], 4);
        long before = TenureRuntime.Stats().LiveTensors;
        var seen = new List<Tensor>();
        foreach (Tensor[] batch in loader)
        {
            Assert.Equal(before + 2, TenureRuntime.Stats().LiveTensors);
            Assert.All(seen, tensor => Assert.True(tensor.IsClosed));
            seen.Add(batch[0]);
            Assert.Equal("batch", batch[0].Scope!.Name);
            _ = batch[0] + 1;
        }
        Assert.Equal(3, seen.Count);
        Assert.Equal(before, TenureRuntime.Stats().LiveTensors);
        Assert.Equal(1, loader.Epoch);
        Assert.Same(scope, Scope.Current);
    }

    [Fact]
    public void LeavingTheLoopClosesTheBatch()
    {
        using Scope scope = Scope.Open("training");
        var loader = DataLoader.Of([Tensor.Arange(6)], 2);
        long before = TenureRuntime.Stats().LiveTensors;
        foreach (Tensor[] batch in loader)
        {
            break;
        }
        Assert.Equal(before, TenureRuntime.Stats().LiveTensors);
        Assert.Same(scope, Scope.Current);
        Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (Tensor[] batch in loader)
            {
                throw new InvalidOperationException("for a test");
            }
        });
        Assert.Equal(before, TenureRuntime.Stats().LiveTensors);
        Assert.Same(scope, Scope.Current);
        var rest = new List<double>();
        foreach (Tensor[] batch in loader)
        {
            rest.Add(batch[0].GetDouble(0));
        }
        Assert.Equal([4.0], rest);
    }

    [Fact]
    public void WithoutAScopeABatchIsTheCallers()
    {
        using var loader = DataLoader.Of([Tensor.Ones(2)], 2);
        Tensor[] batch = loader.Next();
        Assert.Null(batch[0].Scope);
        batch[0].Dispose();
        Assert.Empty(loader.Next());
    }

    [Fact]
    public void AClosedLoaderIsRefused()
    {
        var loader = DataLoader.Of([Tensor.Ones(2)], 2);
        loader.Dispose();
        Assert.Throws<ClosedException>(() => loader.Next());
        Assert.Throws<ClosedException>(() => loader.Count());
        Assert.Null(Scope.Current);
    }
}
