using Xunit;

namespace Tenure.Tests;

/// <summary>Threads that dispose what others use.</summary>
public sealed class ThreadTests : Balanced
{
    [Fact]
    public void TwoThreadsDisposeATensorOnce()
    {
        using Tensor witness = Tensor.Ones(4);
        using var start = new Barrier(2);
        CancellationToken cancel = TestContext.Current.CancellationToken;
        Tensor shared = witness;
        const int Rounds = 5_000;
        var other = new Thread(() =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                start.SignalAndWait(cancel);
                shared.Dispose();
                start.SignalAndWait(cancel);
            }
        });
        int wrong = 0;
        shared = witness.Alias();
        other.Start();
        for (int i = 0; i < Rounds; i++)
        {
            start.SignalAndWait(cancel);
            shared.Dispose();
            start.SignalAndWait(cancel);
            // Freed twice, the witness's own reference would be gone.
            wrong += witness.UseCount == 1 ? 0 : 1;
            shared = witness.Alias();
        }
        other.Join();
        shared.Dispose();
        Assert.Equal(0, wrong);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void UseThatRacesDisposeIsRightOrRefused(bool scoped)
    {
        using Scope? scope = scoped ? Scope.Open() : null;
        Tensor? shared = null;
        bool stop = false;
        var other = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                Interlocked.Exchange(ref shared, null)?.Dispose();
            }
        });
        other.Start();
        int right = 0, refused = 0;
        const int Rounds = 100_000;
        for (int i = 0; i < Rounds; i++)
        {
            Tensor tensor = Tensor.Full(i, 4);
            Volatile.Write(ref shared, tensor);
            try
            {
                using Tensor sum = tensor.Add(1);
                right += sum.ToArray<float>().AsSpan().Count(i + 1f) == 4 ? 1 : 0;
            }
            catch (ObjectDisposedException)
            {
                refused++;
            }
            tensor.Dispose();
        }
        Volatile.Write(ref stop, true);
        other.Join();
        shared?.Dispose();
        Assert.Equal(Rounds, right + refused);
        Assert.NotEqual(0, right);
    }

    [Fact]
    public void CloseOfAScopeThatRacesItsUseIsSafe()
    {
        for (int round = 0; round < 300; round++)
        {
            Scope scope = Scope.Create();
            Tensor[] tensors = [.. Enumerable.Range(0, 20).Select(i => scope.Run(() => Tensor.Full(i, 3)))];
            var closer = new Thread(scope.Close);
            closer.Start();
            try
            {
                for (int i = 0; i < tensors.Length; i++)
                {
                    using Tensor sum = tensors[i].Add(1);
                    Assert.Equal(i + 1f, sum.ToArray<float>()[2]);
                }
            }
            catch (Exception error) when (error is ObjectDisposedException or ScopeException)
            {
                // The closer was faster; what matters is that nothing wrong was read.
            }
            closer.Join();
        }
    }

    [Fact]
    public void OperandsLiveToTheEndOfTheirCall()
    {
        bool stop = false;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        });
        var allocator = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                // Takes over, and overwrites, whatever was freed too early.
                using Tensor _ = Tensor.Full(-1, 64);
            }
        });
        collector.Start();
        allocator.Start();
        int wrong = 0;
        try
        {
            for (int i = 0; i < 3_000; i++)
            {
                // Nobody holds the temporaries but the calls themselves.
                float sum = (float)Tensor.Full(2, 64).Mul(Tensor.Full(3, 64)).Add(Tensor.Ones(64)).Sum().Item();
                wrong += sum == 7 * 64 ? 0 : 1;
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            collector.Join();
            allocator.Join();
        }
        Assert.Equal(0, wrong);
    }

    [Fact]
    public void ParallelFlowsHaveScopesOfTheirOwn()
    {
        Parallel.For(0, 64, i =>
        {
            using Scope scope = Scope.Open();
            Tensor made = Tensor.Full(i, 16);
            for (int j = 0; j < 100; j++)
            {
                made = made + 1;
            }
            Assert.Equal(101UL, scope.Stats.Tensors);
            Assert.Equal(16f * (i + 100), (float)made.Sum().Item());
        });
    }
}
