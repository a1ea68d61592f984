using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>Threads beside each other. What races an end is in <see cref="RaceTests"/> and <see cref="OwnerRaceTests"/>.</summary>
public sealed class ThreadTests : Balanced
{
    [Fact]
    public void AnOperationUnderWayFinishes()
    {
        int size = TestDevice.IsElsewhere ? 40 : 600;
        int finished = 0;
        for (int round = 0; round < 12; round++)
        {
            // Some milliseconds of work, in the middle of which everything it works on is closed.
            Scope scope = Scope.Create();
            Tensor a = scope.Full(2, size, size), b = scope.Full(3, size, size);
            using var begun = new ManualResetEventSlim();
            var closer = new Thread(() =>
            {
                begun.Wait();
                Thread.SpinWait(2_000);
                a.Dispose();
                scope.Close();
                // Would be written over what is still being read, had that been freed.
                using Tensor other = Tensor.Full(-1, size, size);
            });
            closer.Start();
            using Scope mine = Scope.Open();
            begun.Set();
            try
            {
                Assert.Equal(6f * size, a.MatMul(b).ToArray<float>().Distinct().Single());
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
            Assert.Equal(101L, scope.Stats.Tensors);
            Assert.Equal(16f * (i + 100), (float)made.Sum().Item());
        });
    }

    [Fact]
    public void AThreadThatDiesWithScopesOpenLeavesThemToTheCollector()
    {
        for (int i = 0; i < 20; i++)
        {
            var thread = new Thread(Die);
            thread.Start();
            thread.Join();
        }
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        static void Die()
        {
            Scope.Open();
            Tensor.Ones(1000);
            Scope.Open();
            Tensor.Ones(1000).DetachFromScope();
            Tensor.Ones(1000);
        }
    }

    [Fact]
    public void AScopeOfADeadThreadIsStillItsHolders()
    {
        Scope? scope = null;
        Tensor? made = null;
        var thread = new Thread(() =>
        {
            scope = Scope.Open();
            made = Tensor.Full(3, 2);
        });
        thread.Start();
        thread.Join();
        TenureRuntime.Drain();
        Assert.Null(Scope.Current);
        Assert.Equal(6, made!.Sum().Item());
        scope!.Close();
        Assert.True(made.IsClosed);
    }

    [Theory]
    [InlineData(0, 1, 2)]
    [InlineData(0, 2, 1)]
    [InlineData(1, 0, 2)]
    [InlineData(1, 2, 0)]
    [InlineData(2, 0, 1)]
    [InlineData(2, 1, 0)]
    public void InWhateverOrderScopesCloseTheInnermostOpenOneIsCurrent(params int[] order)
    {
        Scope[] scopes = [Scope.Open(), Scope.Open(), Scope.Open()];
        foreach (int i in order)
        {
            OnAnotherThread(scopes[i].Close, when: i == 1);
            Scope? expected = scopes.LastOrDefault(scope => !scope.IsClosed);
            Assert.Same(expected, Scope.Current);
            Tensor made = Tensor.Ones(1);
            Assert.Same(expected, made.Scope);
            made.Dispose();
        }
        Assert.Null(Scope.Current);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OnAnotherThread(Action action, bool when)
    {
        if (!when)
        {
            action();
            return;
        }
        var thread = new Thread(() => action());
        thread.Start();
        thread.Join();
    }
}
