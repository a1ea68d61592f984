using System.Diagnostics;
using System.Runtime.CompilerServices;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>When the collector is asked for native memory that nobody owns, and when it is not.</summary>
public sealed class PressureTests : Balanced
{
    private const long MiB = 1L << 18; // float32 elements
    private const string Alone = "TENURE_TEST_ALONE";
    private static readonly int Many = TestDevice.IsElsewhere ? 20 : 200; // threads
    private static readonly int Each = TestDevice.IsElsewhere ? 20 : 200; // steps that launch a kernel

    [Fact]
    public void ThreeThousandForgottenMebibytesStayBelowAQuarterGibibyte()
    {
        TestDevice.Trim();
        TestDevice.ResetPeak();
        long collections = TestDevice.Stats().Collections;
        Forget(3_000);
        MemoryStats stats = TestDevice.Stats();
        Assert.InRange(stats.PeakBytes, 1L << 20, 256L << 20);
        Assert.InRange(stats.PeakReservedBytes, 1L << 20, 300L << 20);
        Assert.True(stats.Collections > collections);
        CollectUntil(() => Tensors == 0);
        TestDevice.Trim();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(int count)
        {
            for (int i = 0; i < count; i++)
            {
                Tensor.Empty(MiB);
            }
        }
    }

    [Fact]
    public void WhatEscapesARootIsWatchedToo()
    {
        TestDevice.ResetPeak();
        for (int i = 0; i < 1_000; i++)
        {
            Scope.Using(() => Tensor.Empty(MiB));
        }
        Assert.InRange(TestDevice.Stats().PeakBytes, 1L << 20, 256L << 20);
        CollectUntil(() => Tensors == 0);
        TestDevice.Trim();
    }

    [Fact]
    public void ManyThreadsThatForgetStayBelowTheLimitTogether()
    {
        TestDevice.ResetPeak();
        Thread[] threads = [.. Enumerable.Range(0, 8).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 200; i++)
            {
                Tensor.Empty(2 * MiB);
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.InRange(TestDevice.Stats().PeakBytes, 1L << 20, 512L << 20);
        CollectUntil(() => Tensors == 0);
        TestDevice.Trim();
    }

    /// <summary>All of it is garbage: that others are before one is no reason to be refused.</summary>
    [Fact]
    public void ManyThreadsUnderASmallLimitAreNotRefusedWhatIsGarbage()
    {
        int refused = 0;
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + (4L << 20));
        try
        {
            Thread[] threads = [.. Enumerable.Range(0, Many).Select(_ => new Thread(() =>
            {
                for (int i = 0; i < Each; i++)
                {
                    try
                    {
                        Tensor.Empty(MiB / 16);
                    }
                    catch (NativeMemoryException)
                    {
                        Interlocked.Increment(ref refused);
                    }
                }
            }, 256 << 10))];
            Array.ForEach(threads, thread => thread.Start());
            Array.ForEach(threads, thread => thread.Join());
        }
        finally
        {
            TestDevice.SetMemoryLimit(0);
        }
        Assert.Equal(0, refused);
        CollectUntil(() => Tensors == 0);
    }

    /// <summary>What other threads free between a refusal and the look at what was freed is not freed again later.</summary>
    [Fact]
    public void ARefusalMayBeOlderThanWhatWasFreedLast()
    {
        int since = 0;
        Assert.True(Interop.Pressure.Retry((int)Status.LimitExceeded, ref since));
        Assert.False(Interop.Pressure.Retry((int)Status.LimitExceeded, ref since));
        Assert.False(Interop.Pressure.Retry((int)Status.InvalidHandle, ref since));
    }

    /// <summary>What finalizers that are at work have not come to yet is not in use: the next who makes something waits for them, too.</summary>
    [Fact]
    public unsafe void WhatFinalizersAreBehindWithIsStillDue()
    {
        // In a process of its own: as much as other tests have had in use would be few.
        if (Environment.GetEnvironmentVariable(Alone) is null)
        {
            (int status, string output, string errors) =
                Child.Run(typeof(PressureTests), nameof(WhatFinalizersAreBehindWithIsStillDue), (Alone, "1"));
            Assert.True(status == 0 && output.Contains("Total: 1"), $"exit status {status}\n{output}{errors}");
            return;
        }
        int due = 0;
        // On a starved machine they may seem to be stuck, or the caller to have waited long enough: then not every time.
        for (int i = 0; i < 5 && due == 0; i++)
        {
            TenureRuntime.SetUnownedThreshold(1L << 40);
            Forget();
            TenureRuntime.SetUnownedThreshold(1 << 20);
            Tensor.Empty(MiB);
            due = Volatile.Read(ref *Interop.Pressure.Word);
            CollectUntil(() => Tensors == 0);
        }
        Assert.NotEqual(0, due);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            for (int i = 0; i < 60; i++)
            {
                Tensor.Empty(MiB);
                _ = new Slow();
            }
        }
    }

    /// <summary>Between any two that the finalizers free.</summary>
    private sealed class Slow : System.Runtime.ConstrainedExecution.CriticalFinalizerObject
    {
        ~Slow() => Thread.Sleep(20);
    }

    /// <summary>Also where much was in use before, which is not in use any more.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(150)]
    public void GarbageThatGrewOldIsFoundToo(int inUseBefore)
    {
        CollectUntil(() => Tensors == 0); // what earlier tests left would count
        TenureRuntime.SetUnownedThreshold(8 << 20);
        try
        {
            Use(inUseBefore);
            CollectUntil(() => Tensors == 0);
            TestDevice.ResetPeak();
            Forget();
            Assert.InRange(TestDevice.Stats().PeakBytes, 20L << 20, 100L << 20);
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
        }
        CollectUntil(() => Tensors == 0);
        TestDevice.Trim();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Use(int tensors)
        {
            Tensor[] used = [.. Enumerable.Range(0, tensors).Select(_ => Tensor.Empty(MiB))];
            GC.KeepAlive(used);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            // Each is held until it has survived collections, and then forgotten.
            var held = new Queue<Tensor>();
            for (int i = 0; i < 2_000; i++)
            {
                held.Enqueue(Tensor.Empty(MiB));
                if (held.Count > 20)
                {
                    held.Dequeue();
                }
            }
        }
    }

    [Fact]
    public void ProgramsThatUseScopesAreNeverInterrupted()
    {
        TenureRuntime.SetUnownedThreshold(1 << 20);
        try
        {
            long collections = TestDevice.Stats().Collections;
            int gen0 = GC.CollectionCount(0);
            using Scope model = Scope.Open();
            Tensor weights = Tensor.Zeros(16 * MiB);
            for (int i = 0; i < TestDevice.Rounds(200); i++)
            {
                using Scope step = Scope.Open();
                Tensor.Zeros(MiB).Add(1).MoveToOuterScope().Dispose();
            }
            Assert.Equal((collections, gen0), (TestDevice.Stats().Collections, GC.CollectionCount(0)));
            GC.KeepAlive(weights);
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
            TestDevice.Trim();
        }
    }

    [Fact]
    public void WhatLeavesAWorkspaceFindsRoomUnderALimit()
    {
        Workspace workspace = Workspace.Create("batch", TestDevice.Workspace with { InitialSize = 8 * MiB });
        using Scope outside = Scope.Create();
        Func<Tensor, Tensor>[] ways =
        [
            outside.Attach, t => t.MoveTo(outside), t => t.MoveToOuterScope(), t => t.DetachFromScope(), workspace.Ret,
        ];
        foreach (Func<Tensor, Tensor> way in ways)
        {
            Forget();
            using (workspace.Enter())
            {
                Tensor full = Tensor.Full(3, MiB);
                TenureRuntime.SetUnownedThreshold(1L << 40);
                TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + (1 << 19));
                try
                {
                    Tensor left = way(full);
                    Assert.NotSame(workspace, left.Scope);
                    Assert.Equal(3, left.Select(0, 0).Item());
                    left.Dispose();
                }
                finally
                {
                    TestDevice.SetMemoryLimit(0);
                    TenureRuntime.SetUnownedThreshold(0);
                }
            }
        }
        workspace.Destroy();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget() => Tensor.Empty(MiB);
    }

    [Fact]
    public void BackwardFindsRoomUnderALimitAlthoughItCannotBeTriedAgain()
    {
        int side = TestDevice.IsElsewhere ? 32 : 128;
        using Tensor weight = Tensor.Rand(side, side);
        // Nothing warns before the limit is reached.
        TenureRuntime.SetUnownedThreshold(1L << 40);
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + (128 * side * side));
        try
        {
            for (int i = 0; i < Each; i++)
            {
                Forget(weight);
            }
        }
        finally
        {
            TestDevice.SetMemoryLimit(0);
            TenureRuntime.SetUnownedThreshold(0);
        }
        CollectUntil(() => Tensors == 1);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(Tensor weight)
        {
            Tape tape = Tape.Open();
            Tensor watched = tape.Watch(weight);
            Tensor loss = watched.MatMul(weight).Tanh().Exp().Sum();
            Assert.Single(tape.Backward(loss, watched));
        }
    }

    [Fact]
    public void ManyThatHoldNextToNothingCountToo()
    {
        TenureRuntime.SetUnownedThreshold(4 << 20);
        try
        {
            long collections = TestDevice.Stats().Collections;
            for (int i = 0; i < 100_000; i++)
            {
                _ = Tensor.Empty(1); // 0.4 MB of numbers, and 18 MiB to keep them
            }
            Assert.True(TestDevice.Stats().Collections > collections);
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
        }
        CollectUntil(() => Tensors == 0);
    }

    /// <summary>What the library keeps of each is counted against the limit: their data alone would be 16 MB.</summary>
    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void ForgottenScopesOfSmallOnesAreBoundedByTheLimit()
    {
        // In a process of its own: what the library keeps of a million it keeps for good.
        if (Environment.GetEnvironmentVariable(Alone) is null)
        {
            (int status, string output, string errors) =
                Child.Run(typeof(PressureTests), nameof(ForgottenScopesOfSmallOnesAreBoundedByTheLimit), (Alone, "1"));
            Assert.True(status == 0 && output.Contains("Total: 1"), $"exit status {status}\n{output}{errors}");
            return;
        }
        TestDevice.SetMemoryLimit(256L << 20);
        for (int i = 0; i < 4_000; i++)
        {
            var scope = Scope.Create();
            for (int j = 0; j < 1_000; j++)
            {
                scope.Ones(1);
            }
        }
        // 192 bytes and a number each are 1.37 million.
        Assert.InRange(TestDevice.Stats().PeakTensors, 1_000L, 1_500_000L);
    }

    [Fact]
    public void UnownedTensorsInUseAreLeftAlone()
    {
        TenureRuntime.SetUnownedThreshold(4 << 20);
        try
        {
            long collections = TestDevice.Stats().Collections;
            Tensor[] held = [.. Enumerable.Range(0, 64).Select(Ending)];
            // What is in use is not looked through again for each tensor more: only as often as the threshold is filled.
            Assert.InRange(TestDevice.Stats().Collections - collections, 1L, 20L);
            for (int i = 0; i < held.Length; i++)
            {
                Assert.Equal(i, held[i].Select(0, MiB - 1).Item());
            }
            Array.ForEach(held, tensor => tensor.Dispose());
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
            TestDevice.Trim();
        }

        // With this number at its end only: a driver that interprets its kernels takes long to fill all of it.
        static Tensor Ending(int number)
        {
            Tensor made = Tensor.Empty(MiB);
            using Tensor last = made.Select(0, MiB - 1);
            last.Fill(number);
            return made;
        }
    }

    [Fact]
    public void AFinalizerThatNeverReturnsHoldsNobodyUp()
    {
        // The finalizers of this process stand still until the gate opens.
        using var gate = new ManualResetEventSlim();
        Stuck.Gate = gate;
        Stuck.Entered.Reset();
        DropStuck();
        GC.Collect();
        Assert.True(Stuck.Entered.Wait(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
        TenureRuntime.SetUnownedThreshold(1 << 20);
        var made = new List<Tensor>();
        var other = new Thread(() =>
        {
            for (int i = 0; i < 12; i++)
            {
                made.Add(Tensor.Empty(MiB));
            }
        });
        try
        {
            other.Start();
            // No deadline of the machine's: it ends, or the test never does.
            other.Join();
            Assert.Equal(12, made.Count);
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
            gate.Set();
        }
        made.ForEach(tensor => tensor.Dispose());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void DropStuck() => _ = new Stuck();
    }

    [Fact]
    public void AFinalizerThatMakesTensorsDoesNotWaitForItself()
    {
        TenureRuntime.SetUnownedThreshold(1 << 20);
        try
        {
            Maker.Made = 0;
            Drop();
            CollectUntil(() => Volatile.Read(ref Maker.Made) == 8);
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
        }
        CollectUntil(() => Tensors == 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Drop() => _ = new Maker();
    }

    private sealed class Stuck
    {
        internal static readonly ManualResetEventSlim Entered = new();
        internal static ManualResetEventSlim? Gate;

        ~Stuck()
        {
            Entered.Set();
            Gate!.Wait();
        }
    }

    private sealed class Maker
    {
        internal static int Made;

        ~Maker()
        {
            for (int i = 0; i < 8; i++)
            {
                Tensor.Empty(MiB);
                Made++;
            }
        }
    }
}
