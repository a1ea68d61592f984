using System.Runtime.CompilerServices;
using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>What the collector frees, and what it must not.</summary>
public sealed class BackstopTests : Balanced
{
    [Fact]
    public void ForgottenUnownedTensorsAreFreed()
    {
        Forget(1000);
        CollectUntil(() => Tensors == 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Forget(int count)
        {
            for (int i = 0; i < count; i++)
            {
                Tensor.Zeros(16);
            }
            Assert.NotEqual(0, Tensors);
        }
    }

    [Fact]
    public void AForgottenScopeIsClosedWithItsChildren()
    {
        Forget();
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Forget()
        {
            Scope root = Scope.Create();
            Scope child = Scope.Create(root);
            child.Run(() => Tensor.Zeros(16));
            root.Run(() => Tensor.Zeros(16));
            Assert.Equal((2, 2), (Tensors, Scopes));
        }
    }

    [Fact]
    public void ForgottenTapesAndOptimizersAreFreed()
    {
        using Tensor parameter = Tensor.Zeros(3);
        long before = TestDevice.Stats().LiveHandles;
        Forget();
        CollectUntil(() => TestDevice.Stats().LiveHandles == before);

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Forget()
        {
            Tape.Open();
            Optimizer.Sgd([parameter], 0.1);
            Assert.Equal(before + 2, TestDevice.Stats().LiveHandles);
        }
    }

    [Fact]
    public void AMemberKeepsItsScopeAndAChildItsParent()
    {
        Tensor member = DeepMember();
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
        }
        Assert.Equal(3f, member.ToArray<float>()[0]);
        GC.KeepAlive(member);
        member = null!;
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor DeepMember()
        {
            Scope child = Scope.Create(Scope.Create());
            return child.Run(() => Tensor.Full(3, 2));
        }
    }

    [Fact]
    public void AnAttachedTensorIsNoLongerTheCollectors()
    {
        using Scope scope = Scope.Create();
        AttachAndForget(scope);
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
        }
        Assert.Equal(1L, scope.Stats.Tensors);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void AttachAndForget(Scope scope) => scope.Attach(Tensor.Zeros(4));
    }

    [Fact]
    public void ADetachedTensorIsTheCollectors()
    {
        using Scope scope = Scope.Open();
        DetachAndForget();
        CollectUntil(() => Tensors == 0);
        Assert.Equal(0L, scope.Stats.Tensors);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void DetachAndForget() => Tensor.Zeros(4).DetachFromScope();
    }

    [Fact]
    public void ABackstopThatIsUsedAgainIsFoundByTheNextYoungCollection()
    {
        // What guarded these has grown old, and must not guard anything young.
        Tensor[] disposed = [.. Enumerable.Range(0, 10).Select(_ => Tensor.Zeros(4))];
        Array.ForEach(disposed, tensor => tensor.Dispose());
        GC.Collect();
        GC.Collect();
        Forget();
        for (int i = 0; i < 20 && Tensors > 0; i++)
        {
            GC.Collect(0);
            GC.WaitForPendingFinalizers();
        }
        Assert.Equal(0, Tensors);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            for (int i = 0; i < 10; i++)
            {
                Tensor.Zeros(4);
            }
        }
    }

    [Fact]
    public void ADisposedTensorKeepsNobodysBackstop()
    {
        var disposed = new List<Tensor>();
        Forget(disposed);
        CollectUntil(() => Tensors == 0);
        Assert.Equal(100, disposed.Count);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(List<Tensor> disposed)
        {
            for (int i = 0; i < 100; i++)
            {
                Tensor tensor = Tensor.Zeros(4);
                tensor.Dispose();
                disposed.Add(tensor);
                // Guarded by what guarded the one before.
                Tensor.Zeros(4);
            }
        }
    }

    [Fact]
    public void TwoDisposesAtOnceGiveABackstopBackOnce()
    {
        Tensor shared = Tensor.Zeros(4);
        using var barrier = new Barrier(2);
        CancellationToken cancel = TestContext.Current.CancellationToken;
        const int Rounds = 20_000;
        var mine = new List<Tensor>();
        var others = new List<Tensor>();
        void Dispose(List<Tensor> made)
        {
            for (int i = 0; i < Rounds; i++)
            {
                barrier.SignalAndWait(cancel);
                shared.Dispose();
                // Guarded by what was given back; given back twice it would guard this and another thread's.
                made.Add(Tensor.Zeros(1));
                barrier.SignalAndWait(cancel);
                if (made == mine)
                {
                    shared = Tensor.Zeros(4);
                }
                barrier.SignalAndWait(cancel);
            }
        }
        var other = new Thread(() => Dispose(others));
        other.Start();
        Dispose(mine);
        other.Join();
        shared.Dispose();
        Tensor[] all = [.. mine, .. others];
        Assert.Equal(all.Length, all.Select(tensor => Interop.Places.BackstopOf(tensor.Holder)).OfType<Interop.Backstop>().Distinct().Count());
        Array.ForEach(all, tensor => tensor.Dispose());
    }

    [Fact]
    public void WhatEscapesARootIsTheCollectors()
    {
        EscapeAndForget();
        CollectUntil(() => Tensors == 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void EscapeAndForget() => Assert.Equal(4, Scope.Using(() => Tensor.Zeros(4)).Size);
    }

    [Fact]
    public void ARefusalOfMemoryFirstFreesWhatIsForgotten()
    {
        const long Elements = 4L << 20;
        long limit = TestDevice.Stats().LimitBytes;
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + 40L * (1 << 20));
        try
        {
            // 16 MiB each, of which two fit: without the collector the third would be refused.
            for (int i = 0; i < 12; i++)
            {
                Assert.Equal(Elements, Forget());
            }
            using Scope scope = Scope.Open();
            Assert.Throws<NativeMemoryException>(() => Enumerable.Range(0, 5).Select(_ => Tensor.Zeros(Elements)).ToList());
        }
        finally
        {
            TestDevice.SetMemoryLimit(0);
            TestDevice.Trim();
        }
        Assert.Equal(limit, TestDevice.Stats().LimitBytes);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Forget() => Tensor.Zeros(Elements).Size;
    }
}
