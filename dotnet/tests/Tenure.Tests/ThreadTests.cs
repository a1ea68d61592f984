using Xunit;

namespace Tenure.Tests;

/// <summary>Threads beside each other. What races an end is in <see cref="RaceTests"/> and <see cref="OwnerRaceTests"/>.</summary>
public sealed class ThreadTests : Balanced
{
    [Fact]
    public void AnOperationUnderWayFinishes()
    {
        const int Size = 600;
        int finished = 0;
        for (int round = 0; round < 12; round++)
        {
            // Some milliseconds of work, in the middle of which everything it works on is closed.
            Scope scope = Scope.Create();
            Tensor a = scope.Full(2, Size, Size), b = scope.Full(3, Size, Size);
            using var begun = new ManualResetEventSlim();
            var closer = new Thread(() =>
            {
                begun.Wait();
                Thread.SpinWait(2_000);
                a.Dispose();
                scope.Close();
                // Would be written over what is still being read, had that been freed.
                using Tensor other = Tensor.Full(-1, Size, Size);
            });
            closer.Start();
            using Scope mine = Scope.Open();
            begun.Set();
            try
            {
                Assert.Equal(6f * Size, a.MatMul(b).ToArray<float>().Distinct().Single());
                finished++;
            }
            catch (ClosedException)
            {
                // The closer was faster.
            }
            closer.Join();
        }
        Assert.NotEqual(0, finished);
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
