using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;
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

    [Fact]
    public void SettingsChooseTheRows()
    {
        using Scope scope = Scope.Open("training");
        var loader = DataLoader.Of([Tensor.Arange(10)], 3);
        loader.Subset(Tensor.Of([9L, 2, 5]));
        loader.Prefetch(2);
        Assert.Equal([9L, 2, 5], loader.Next()[0].ToArray<long>());
        Assert.Empty(loader.Next());
        loader.Shard(1, 3);
        Assert.Equal([2L], loader.Next()[0].ToArray<long>());
        loader.Shard(0, 1);
        loader.Weighted(Tensor.Of([0f, 1, 0]), 4);
        Assert.Equal([2L, 2, 2], loader.Next()[0].ToArray<long>());
        Assert.Throws<InvalidArgumentException>(() => loader.Prefetch(-1));
    }

    [Fact]
    public void RowsOfDifferentLengthsArePadded()
    {
        using Scope scope = Scope.Open("training");
        Tensor[] batch = DataLoader.Padded([Tensor.Of([1L, 2, 3]), Tensor.Of([4L])], -1, 2).Next();
        Assert.Equal([1L, 2, 3, 4, -1, -1], batch[0].ToArray<long>());
        Assert.Equal([3L, 1], batch[1].ToArray<long>());
        Assert.Equal([0L, 1], batch[2].ToArray<long>());
    }

    [Fact]
    public void AModuleTransformsEachRow()
    {
        using Scope scope = Scope.Open("training");
        Tensor x = Tensor.Of([-1f, 2, -3]).Reshape(3, 1);
        var loader = DataLoader.Of([x, x], 3);
        loader.Transform(1, new ReLU());
        loader.Prefetch(1);
        Tensor[] batch = loader.Next();
        Assert.Equal([-1f, 2, -3], batch[0].ToArray<float>());
        Assert.Equal([0f, 2, 0], batch[1].ToArray<float>());
    }

    [Fact]
    public void ADatasetIsFetchedRowByRow()
    {
        using Scope scope = Scope.Open("training");
        bool fails = true;
        IDataset squares = Dataset.Of(5, i => i == 3 && fails
            ? throw new InvalidOperationException("for a test")
            : [Tensor.Of([i * i, i * i]), Tensor.Of([i])]);
        var loader = DataLoader.Of(squares, 2);
        Tensor[] batch = loader.Next();
        Assert.Equal([0L, 0, 1, 1], batch[0].ToArray<long>());
        Assert.Equal([0L, 1], batch[1].ToArray<long>());
        Assert.Same(scope, batch[0].Scope);
        Assert.Throws<InvalidOperationException>(() => loader.Next());
        Assert.Equal(1, loader.Batch);
        fails = false;
        Assert.Equal([2L, 3], loader.Next()[1].ToArray<long>());
        Assert.Single(loader.Next()[1].ToArray<long>());
        Assert.Empty(loader.Next());
        Assert.Same(scope, Scope.Current);
        var ragged = DataLoader.Of(Dataset.Of(2, _ => [Tensor.Ones(1)], width: 3), 2);
        Assert.Contains("row 0 has 1 tensors", Assert.Throws<InvalidArgumentException>(() => ragged.Next()).Message);
    }

    [Fact]
    public void ADatasetOfTensorsHasTheirRows()
    {
        using Scope scope = Scope.Open("training");
        Tensor x = Tensor.Arange(6).Reshape(3, 2);
        var loader = DataLoader.Of(Dataset.Of(x), 2, shuffle: true, seed: 4, dropLast: true);
        var expected = DataLoader.Of([x], 2, shuffle: true, seed: 4, dropLast: true);
        Assert.Equal(expected.Next()[0].ToArray<long>(), loader.Next()[0].ToArray<long>());
        Assert.Throws<InvalidArgumentException>(() => Dataset.Of(x, Tensor.Ones(2)));
    }

    [Fact]
    public void NullsOfADatasetAreRefused()
    {
        using Scope scope = Scope.Open();
        var x = Tensor.Ones(3, 2);
        Assert.Equal("tensors[1]", Assert.Throws<ArgumentNullException>(() => Dataset.Of([x, null!])).ParamName);
        var noRow = DataLoader.Of(Dataset.Of(3, _ => null!), 2);
        Assert.Contains("row 0 of the dataset is null", Assert.Throws<InvalidArgumentException>(() => noRow.Next()).Message);
        var noTensor = DataLoader.Of(Dataset.Of(3, i => [x.Select(0, i), null!]), 2);
        Assert.Throws<ArgumentNullException>(() => noTensor.Next());
    }

    private int _left;

    /// <summary>Rows of an enumerator: the number and its square.</summary>
    private IEnumerable<Tensor[]> Numbers(int count, Func<int, bool>? fails = null)
    {
        try
        {
            for (int i = 0; i < count; i++)
            {
                if (fails?.Invoke(i) ?? false)
                {
                    throw new InvalidOperationException($"row {i}");
                }
                Tensor x = Tensor.Of([(double)i]) * 1;
                yield return [x, x * x];
            }
        }
        finally
        {
            _left++;
        }
    }

    [Fact]
    public void RowsThatAreEnumeratedComeInTheirOrder()
    {
        using Scope scope = Scope.Open("training");
        var loader = DataLoader.Of(Numbers(5), 2);
        long before = TenureRuntime.Stats().LiveTensors;
        for (int epoch = 0; epoch < 3; epoch++)
        {
            var squares = new List<double[]>();
            foreach (Tensor[] batch in loader)
            {
                Assert.Equal(before + 2, TenureRuntime.Stats().LiveTensors);
                squares.Add(batch[1].ToArray<double>());
            }
            Assert.Equal([[0, 1], [4, 9], [16]], squares);
            Assert.Equal((epoch + 1, epoch + 1), (loader.Epoch, _left));
        }
        Assert.Equal(before, TenureRuntime.Stats().LiveTensors);
        var whole = DataLoader.Of(Numbers(5), 2, dropLast: true);
        Assert.Equal([2L, 2, 0], [whole.Next()[0].Size, whole.Next()[0].Size, whole.Next().Length]);
        Assert.Empty(DataLoader.Of(new List<Tensor[]>(), 2).Next());
        Assert.Same(scope, Scope.Current);
    }

    [Fact]
    public void AStreamGoesOnFromAPosition()
    {
        using Scope scope = Scope.Open("training");
        int bad = -1;
        var loader = DataLoader.Of(Numbers(6, i => i == bad), 2);
        loader.Seek(3, 2);
        long before = TenureRuntime.Stats().LiveTensors;
        Assert.Equal([4.0, 5], loader.Next()[0].ToArray<double>());
        Assert.Equal(before + 2, TenureRuntime.Stats().LiveTensors);
        Assert.Empty(loader.Next());
        Assert.Equal(4, loader.Epoch);
        bad = 3;
        loader.Next();
        Assert.Equal("row 3", Assert.Throws<InvalidOperationException>(() => loader.Next()).Message);
        Assert.Equal(1, loader.Batch);
        bad = -1;
        Assert.Equal([2.0, 3], loader.Next()[0].ToArray<double>());
        Assert.Same(scope, Scope.Current);
    }

    [Fact]
    public void AStreamRefusesWhatNeedsItsRest()
    {
        using Scope scope = Scope.Open("training");
        string why = Assert.Throws<InvalidArgumentException>(() => DataLoader.Of(Numbers(4), 2, shuffle: true)).Message;
        Assert.Contains("shuffle where they are made", why);
        var loader = DataLoader.Of(Numbers(4), 2);
        Assert.Throws<TensorException>(() => loader.Batches);
        Assert.Throws<InvalidArgumentException>(() => loader.Shard(0, 2));
        Assert.Throws<InvalidArgumentException>(() => loader.Subset(Tensor.Of([1L])));
        Assert.Throws<InvalidArgumentException>(() => loader.Weighted(Tensor.Ones(4), 2));
        Assert.Throws<InvalidArgumentException>(() => loader.Transform(0, new ReLU()));
        Assert.Throws<InvalidArgumentException>(() => DataLoader.Of(Numbers(4), 0));
        var ragged = DataLoader.Of(Numbers(4), 2, width: 3);
        Assert.Contains("row 0 has 2 tensors", Assert.Throws<InvalidArgumentException>(() => ragged.Next()).Message);
        var noRow = DataLoader.Of(new Tensor[]?[] { null }!, 2);
        Assert.Contains("row 0 of the stream is null", Assert.Throws<InvalidArgumentException>(() => noRow.Next()).Message);
        Module net = new Linear(1, 1);
        var trainer = Trainer.Of(net, Optimizer.Sgd(net.Parameters(), 0.001), Loss.Mse);
        IEnumerable<Tensor[]> floats = Enumerable.Range(0, 4).Select(i => new[] { Tensor.Of([(float)i]), Tensor.Of([2f * i]) });
        Assert.True(trainer.Fit(DataLoader.Of(floats, 2), 2));
        Assert.Equal(4, trainer.Steps);
        Assert.Same(scope, Scope.Current);
    }
}
