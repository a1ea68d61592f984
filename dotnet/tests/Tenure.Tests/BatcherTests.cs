using Tenure.Models;
using Tenure.Nn;
using Xunit;

namespace Tenure.Tests;

/// <summary>A batcher of a module; that of an ONNX model has tests of its own.</summary>
public sealed class BatcherTests : Balanced
{
    private static readonly Batching Full = new() { Size = 4, Delay = TimeSpan.FromHours(1), Parallel = 1 };

    private static void InThreads(int count, Action<int> body)
    {
        Exception? failed = null;
        Thread[] threads = [.. Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            try
            {
                body(i);
            }
            catch (Exception error)
            {
                failed = error;
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Null(failed);
    }

    [Fact]
    public void FourRequestsAreOneForwardAndEachCallerGetsItsRows()
    {
        using Module model = Line.Core();
        using Batcher batcher = Batcher.Of(model, Full);
        InThreads(4, i =>
        {
            using Scope scope = Scope.Open();
            Assert.Equal([3f + 2 * i], batcher.Run(Tensor.Full(i, 1, 1))[0].ToArray<float>());
        });
        Assert.Equal((1L, 4L), (batcher.Stats.Runs, batcher.Stats.Rows));
    }

    [Fact]
    public void AnErrorReachesOnlyTheRequestThatCausedIt()
    {
        using Module model = Line.Core();
        using Batcher batcher = Batcher.Of(model, new Batching { Parallel = 1 });
        InThreads(8, thread =>
        {
            for (int i = 0; i < 50; i++)
            {
                using Scope scope = Scope.Open();
                if (thread % 4 == 0)
                {
                    Assert.Throws<ShapeMismatchException>(() => batcher.Run(Tensor.Ones(1, 3)));
                }
                else
                {
                    Assert.Equal(3 + 2 * i, batcher.Run(Tensor.Full(i, 1, 1))[0].Item());
                }
            }
        });
    }

    [Fact]
    public void WhatItCannotDoIsRefused()
    {
        using Scope scope = Scope.Open();
        Module model = Line.Core();
        Assert.Throws<TensorException>(() => Batcher.Of(Line.Model(), Full));
        Assert.Throws<InvalidArgumentException>(() => Batcher.Of(model, Full with { Size = 0 }));
        Batcher batcher = Batcher.Of(model);
        Assert.Throws<InvalidArgumentException>(() => batcher.Run(new Dictionary<string, Tensor> { ["x"] = Tensor.Ones(1, 1) }));
        model.Dispose();
        Assert.Throws<ClosedException>(() => batcher.Run(Tensor.Ones(1, 1)));
        Assert.Throws<ClosedException>(() => Batcher.Of(model));
    }
}
