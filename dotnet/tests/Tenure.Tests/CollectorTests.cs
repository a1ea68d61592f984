using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>What the collector must not take while it is in use. <see cref="RuntimeTests"/> runs these again under other settings.</summary>
public sealed class CollectorTests : Balanced
{
    // For longer than a test should take: see ci/soak.
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(
        double.Parse(Environment.GetEnvironmentVariable("TENURE_SOAK_SECONDS") ?? "1.2", CultureInfo.InvariantCulture));

    [Fact]
    public void TemporariesLiveToTheEndOfTheirCalls()
    {
        bool stop = false;
        // Merely allocates; the runtime collects as it sees fit.
        Thread[] others =
        [
            Beside(() => GC.KeepAlive(new byte[Random.Shared.Next(100_000)])),
            // Takes over, and overwrites, whatever native memory was freed too early.
            Beside(() => Tensor.Full(-1, 64)),
            Beside(() =>
            {
                GC.Collect(0);
                GC.WaitForPendingFinalizers();
            }),
        ];
        long began = Stopwatch.GetTimestamp();
        int wrong = 0;
        try
        {
            using Tensor x = Tensor.Full(2, 64);
            using Tensor y = Tensor.Full(3, 64);
            for (int i = 0; Stopwatch.GetElapsedTime(began) < Long; i++)
            {
                // Nobody holds the temporaries but the calls themselves.
                wrong += x.Mul(y).Add(y).Sum().Item() == 9 * 64 ? 0 : 1;
                wrong += Chain(i) == 7 * 64 ? 0 : 1;
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            Array.ForEach(others, thread => thread.Join());
        }
        Assert.Equal(0, wrong);

        Thread Beside(Action work)
        {
            var thread = new Thread(() =>
            {
                while (!Volatile.Read(ref stop))
                {
                    work();
                }
            });
            thread.Start();
            return thread;
        }

        // Each kind of call there is: one operand, two, three, a list, a number, elements in and out.
        static double Chain(int i)
        {
            Tensor where = Tensor.Where(Tensor.Full(i, 64).Ge(0), Tensor.Full(6, 64), Tensor.Zeros(64));
            Tensor joined = Tensor.Concat([Tensor.Full(6, 32), Tensor.Full(6, 32)]);
            float copied = Tensor.Full(6, 64).Reshape(8, 8).Transpose().ToArray<float>()[63];
            return where.Add(joined).Sub(copied).Neg().Add(13).Sum().Item();
        }
    }

    [Fact]
    public void AReceiverLivesWhileItsCallIsPrepared()
    {
        bool stop = false;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                GC.Collect(0);
                GC.WaitForPendingFinalizers();
            }
        });
        collector.Start();
        try
        {
            // Written out as bytes between the moment the handle is read and that at which the core sees it.
            string name = new('n', 100_000);
            for (int i = 0; i < 100; i++)
            {
                Make().Name = name;
                // The core knows the tensor before it finds that nobody can have such a file.
                Assert.Equal(Status.Io, Assert.Throws<TensorException>(() => Make().SaveNpy(name)).Status);
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            collector.Join();
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor Make() => Tensor.Full(2, 64);
    }

    [Theory]
    [InlineData(16, true)]
    [InlineData(16, false)]
    [InlineData(1 << 18, true)]
    [InlineData(1 << 18, false)]
    public void AViewOutlivesItsBase(int size, bool disposed)
    {
        size = TestDevice.IsElsewhere ? Math.Min(size, 1 << 14) : size; // above the small blocks all the same
        using Tensor view = ViewOf(size, disposed);
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
            // Would get the memory of the base, were it free.
            using Tensor other = Tensor.Full(-1, size);
        }
        Assert.Equal(3.0 * size / 2, view.Sum().Item());
        Assert.Equal(1, view.UseCount);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor ViewOf(int size, bool disposed)
        {
            Tensor whole = Tensor.Full(3, size);
            Tensor view = whole.Slice(0, size / 2, size);
            if (disposed)
            {
                whole.Dispose();
            }
            return view;
        }
    }

    [Theory]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    [InlineData(16)]
    [InlineData(1 << 18)]
    public void ASpanOutlivesItsTensorAndItsScope(int size)
    {
        Scope scope = Scope.Create();
        using TensorView<float> view = ViewOf(scope, size);
        scope.Close();
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
            using Tensor other = Tensor.Full(-1, size);
        }
        Assert.Equal(size, view.Span.Count(3f));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static TensorView<float> ViewOf(Scope scope, int size) => scope.Attach(Tensor.Full(3, size)).View<float>();
    }

    [Fact]
    public void ATensorMadeOfAnArrayHoldsNoManagedMemory()
    {
        (Tensor tensor, WeakReference array) = Make();
        CollectUntil(() => !array.IsAlive);
        Assert.Equal(300_000, tensor.Sum().Item());
        tensor.Dispose();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static (Tensor, WeakReference) Make()
        {
            float[] elements = new float[100_000];
            elements.AsSpan().Fill(3);
            return (Tensor.Of(elements), new WeakReference(elements));
        }
    }

    [Fact]
    public void WhatIsForgottenMakesRoomUnderALimit()
    {
        const long Limit = 32 << 20;
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + Limit);
        // Nothing warns: the refusal itself has to do.
        TenureRuntime.SetUnownedThreshold(1L << 40);
        TestDevice.ResetPeak();
        try
        {
            for (int i = 0; i < 3_000; i++)
            {
                // 1 MiB each, never disposed: 32 of them fit.
                Forget();
            }
            // The peak is of several threads, the finalizer's among them, and may be off by what each does between two looks.
            Assert.InRange(TestDevice.Stats().PeakBytes, 1L << 20, TestDevice.Stats().LimitBytes + (1 << 20));
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
            TestDevice.SetMemoryLimit(0);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget() => Tensor.Empty(1 << 18);
    }

    [Fact]
    public void WhatIsForgottenNeverTakesMuch()
    {
        TestDevice.ResetPeak();
        long before = TestDevice.Stats().LiveBytes;
        for (int i = 0; i < 3_000; i++)
        {
            Tensor.Empty(1 << 18);
        }
        // 3 GiB without a limit, a scope or a dispose.
        Assert.InRange(TestDevice.Stats().PeakBytes - before, 1L << 20, 256L << 20);
    }

    [Fact]
    public void WhoUsesScopesNeverAsksForACollection()
    {
        MemoryStats before = TestDevice.Stats();
        for (int i = 0; i < 1_000; i++)
        {
            using Scope scope = Scope.Open();
            Tensor.Empty(1 << 18);
        }
        MemoryStats after = TestDevice.Stats();
        Assert.Equal((before.Collections, before.BackstopFreed), (after.Collections, after.BackstopFreed));
    }

    [Fact]
    public void ThreadsThatForgetShareALimit()
    {
        // 64 of them fit, of 1 MiB each.
        int size = TestDevice.IsElsewhere ? 1 << 14 : 1 << 18;
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + (64 * 4 * size));
        TenureRuntime.SetUnownedThreshold(1L << 40);
        try
        {
            // Each alone would fill it in a moment; a refusal waits until the others' garbage has gone, too.
            Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 }, _ =>
            {
                for (int i = 0; i < 300; i++)
                {
                    Tensor made = Tensor.Full(i, size);
                    Assert.Equal((float)i, made.Slice(0, 5, 6).ToArray<float>()[0]);
                }
            });
        }
        finally
        {
            TenureRuntime.SetUnownedThreshold(0);
            TestDevice.SetMemoryLimit(0);
        }
    }

    [Fact]
    public void AForgottenScopeIsNotKeptByTheThreadThatWaitsForFinalizers()
    {
        // The thread of an earlier test ends after a second without work, and the next is started here.
        Thread.Sleep(1500);
        WeakReference forgotten = null!;
        ExecutionContext.Run(ExecutionContext.Capture()!, _ => forgotten = ForgottenWhileWaiting(), null);
        for (int i = 0; i < 20 && forgotten.IsAlive; i++)
        {
            // Asked again, the thread goes on.
            Finalizers.Wait(0);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Assert.False(forgotten.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference ForgottenWhileWaiting()
    {
        Scope scope = Scope.Open();
        scope.Zeros(7);
        Finalizers.Wait(0);
        return new WeakReference(scope);
    }
}
