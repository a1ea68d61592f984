using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Optim;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>What leaks is named, with where it comes from.</summary>
public sealed class LeakTests : Balanced, IDisposable
{
    private static Tensor? s_held;
    private readonly LeakSnapshot _before = TenureRuntime.Snapshot();

    public LeakTests() => TenureRuntime.ForgetLeaks();

    void IDisposable.Dispose()
    {
        TenureRuntime.LeakLevel = LeakLevel.Off;
        TenureRuntime.ForgetLeaks();
        Dispose();
    }

    [Fact]
    public void WhatIsAliveIsNamedWithShapeScopeAndLine()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        using Scope scope = Scope.Open("epoch");
        Tensor weight = Tensor.Zeros(DType.F64, 2, 3).Named("weight"); int line = Line();
        Leak[] leaks = [.. TenureRuntime.Leaks(_before)];
        Leak tensor = leaks.Single(leak => leak.Kind == "tensor");
        Assert.Equal(("weight", DType.F64, 48L, "'epoch'", false), (tensor.Name, tensor.DType, tensor.Bytes, tensor.Path, tensor.Collected));
        Assert.Equal([2, 3], tensor.Shape!);
        Assert.NotNull(tensor.Age);
        Assert.StartsWith($"LeakTests.cs:{line} in {typeof(LeakTests).FullName}.", tensor.Site);
        Leak open = leaks.Single(leak => leak.Kind == "scope");
        Assert.Equal("epoch", open.Name);
        Assert.StartsWith($"LeakTests.cs:{line - 1} in ", open.Site);
        Assert.StartsWith($"float64 [2,3]{TestDevice.On} 'weight', 48 B in 'epoch', alive for ", tensor.ToString());
        Assert.Contains($" s, made at LeakTests.cs:{line} in ", tensor.ToString());
        LeakException error = Assert.Throws<LeakException>(() => TenureRuntime.AssertNoLeaks(_before));
        Assert.Contains($"\n  float64 [2,3]{TestDevice.On} 'weight', 48 B in 'epoch', alive for ", error.Message);
        weight.Dispose();
    }

    [Fact]
    public void WhatTheCollectorHadToFreeIsRemembered()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        Forget();
        CollectUntil(() => Tensors == 0);
        Leak leak = Assert.Single(TenureRuntime.Leaks(_before));
        Assert.True(leak.Collected);
        Assert.Equal([7], leak.Shape!);
        Assert.Contains(nameof(Forget), leak.Site);
        LeakException error = Assert.Throws<LeakException>(() => TenureRuntime.AssertNoLeaks(_before));
        Assert.Contains(leak.Site!, error.Message);
        Assert.Single(error.Leaks);
        TenureRuntime.ForgetLeaks();
        TenureRuntime.AssertNoLeaks(_before);
    }

    [Fact]
    public void AForgottenScopeIsNamedWithWhatItHeld()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        ForgetScope();
        CollectUntil(() => Tensors == 0);
        Leak leak = Assert.Single(TenureRuntime.Leaks(_before));
        Assert.Equal(("scope", "epoch", 76L, true), (leak.Kind, leak.Name, leak.Bytes, leak.Collected));
        Assert.Contains(nameof(ForgetScope), leak.Site);
        Assert.StartsWith($"2 x float32 [7]{TestDevice.On} at LeakTests.cs:", leak.Contents);
        Assert.Contains($"; 1 x float32 [5]{TestDevice.On} 'weight' at LeakTests.cs:", leak.Contents);
        Assert.EndsWith(leak.Contents, leak.ToString());
    }

    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void AViewThatWasNotDisposedIsNamedWithItsLine()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        using Tensor tensor = Tensor.Zeros(3);
        LeakSnapshot before = TenureRuntime.Snapshot();
        TensorView<float> view = tensor.View<float>();
        Leak leak = Assert.Single(TenureRuntime.Leaks(before));
        // The compiler's optimizer may say the line before.
        Assert.Matches(@"^LeakTests\.cs:\d+ in ", leak.Site);
        Assert.EndsWith(nameof(AViewThatWasNotDisposedIsNamedWithItsLine), leak.Site);
        view.Dispose();
    }

    [Fact]
    public void WhatWasThereBeforeIsNoLeakOfWhoeverComesAfter()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        Hold();
        LeakSnapshot since = TenureRuntime.Snapshot();
        s_held = null;
        // The collector finds it only now, and whoever asks since then has not made it.
        CollectUntil(() => Tensors == 0);
        TenureRuntime.AssertNoLeaks(since);
        // Nor is what it has found already.
        TenureRuntime.AssertNoLeaks(TenureRuntime.Snapshot());
        Assert.Single(TenureRuntime.Leaks(_before));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Hold() => s_held = Tensor.Zeros(7);
    }

    [Fact]
    public void AtOffLiveHandlesAreExactAllTheSame()
    {
        using Tensor alive = Tensor.Zeros(3);
        Forget();
        TenureRuntime.Drain();
        Leak leak = Assert.Single(TenureRuntime.Leaks(_before));
        Assert.Equal((null, null), (leak.Site, leak.Age));
        Assert.Equal([3], leak.Shape!);
        Assert.Throws<LeakException>(() => TenureRuntime.AssertNoLeaks(_before));
    }

    [Fact]
    public void SampledNotesOneIn128()
    {
        TenureRuntime.LeakLevel = LeakLevel.Sampled;
        using Scope scope = Scope.Create();
        for (int i = 0; i < 1280; i++)
        {
            scope.Zeros(1);
        }
        Assert.Equal(10, TenureRuntime.Leaks(_before).Count(leak => leak.Site is not null));
    }

    [Fact]
    public void AllKindsOfThingsAreNoted()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        using Scope scope = Scope.Open();
        Tensor parameter = Parameter.Of("p", Tensor.Ones(2));
        Tape tape = Tape.Open();
        Optimizer.Sgd([parameter], 0.1);
        TenureRuntime.Measure();
        Tensor watched = tape.Watch(parameter);
        tape.Backward(watched.Sum(), watched);
        Assert.All(TenureRuntime.Leaks(_before), leak => Assert.Contains(nameof(AllKindsOfThingsAreNoted), leak.Site));
    }

    [Fact]
    public void AtAllAnErrorSaysWhereItWasClosed()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        Tensor tensor = Tensor.Zeros(1).Named("x");
        tensor.Dispose(); int line = Line();
        ClosedException error = Assert.Throws<ClosedException>(() => tensor.Add(1));
        Assert.Contains("'x'", error.Message);
        Assert.Contains($"LeakTests.cs:{line}", error.Message);
        Tensor member;
        int opened = Line() + 1;
        using (Scope.Open())
        {
            member = Tensor.Zeros(1);
        }
        Assert.Contains($"opened at LeakTests.cs:{opened}", Assert.Throws<ClosedException>(() => member.Add(1)).Message);
        Assert.Equal("Tensor(closed)", tensor.ToString());
    }

    [Fact]
    public void ListenersHearOfEachOnAThreadOfTheirOwn()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        var heard = new List<Leak>();
        int thread = 0;
        void Listener(Leak leak)
        {
            lock (heard)
            {
                heard.Add(leak);
                thread = Environment.CurrentManagedThreadId;
            }
            throw new InvalidOperationException("thrown by a listener of the tests");
        }
        TenureRuntime.LeakFound += Listener;
        try
        {
            for (int round = 1; round <= 2; round++)
            {
                Forget();
                CollectUntil(() => Tensors == 0);
                // It comes when it comes.
                SpinWait.SpinUntil(() => Heard() >= round);
            }
        }
        finally
        {
            TenureRuntime.LeakFound -= Listener;
        }
        Assert.Equal((2, 2), (Heard(), heard.DistinctBy(leak => leak.Handle).Count()));
        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);

        int Heard()
        {
            lock (heard)
            {
                return heard.Count;
            }
        }
    }

    [Fact]
    public void AScopeThatGrowsCycleAfterCycleIsNamed()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        using Scope model = Scope.Open("trainer");
        for (int i = 0; i < 400; i++)
        {
            using Scope batch = Scope.Open("batch");
            Tensor.Zeros(64);
            model.Zeros(10);
        }
        Growth growth = Assert.Single(TenureRuntime.Growing());
        Assert.Equal(("trainer", 1.0), (growth.Name, Math.Round(growth.MembersPerCycle, 2)));
        Assert.Contains("LeakTests.cs:", growth.FedBy);
        Assert.Contains("GROWING", model.DebugDump());
    }

    [Fact]
    public void AFailingBackstopEndsNothing()
    {
        long failures = RetriedFinalizer.Failures;
        var released = new StrongBox<bool>();
        for (int i = 0; i < 10; i++)
        {
            Forget();
            if (i == 4)
            {
                FailingBackstop.Forget(new InvalidOperationException("thrown by the tests"), released);
            }
        }
        // The ten are freed at once, and the one that failed at the next collection.
        CollectUntil(() => Tensors == 0 && Volatile.Read(ref released.Value));
        Assert.Equal(failures + 1, RetriedFinalizer.Failures);
    }

    [Fact]
    public void WithoutAStandardErrorStreamNothingThatFailsEndsTheProcess()
    {
        (int status, string output, string errors) = Child.Run(typeof(WithoutStandardError), nameof(WithoutStandardError.AllFail));
        Assert.True(status == 0 && output.Contains("Failed: 0"), $"exit status {status}\n{output}{errors}");
    }

    [Theory]
    [InlineData(null, LeakLevel.Off)]
    [InlineData("sampled", LeakLevel.Sampled)]
    [InlineData("ALL", LeakLevel.All)]
    [InlineData("7", LeakLevel.Off)]
    public void TheEnvironmentSaysTheLevel(string? text, LeakLevel level)
    {
        string? before = Environment.GetEnvironmentVariable(Leaks.Variable);
        Environment.SetEnvironmentVariable(Leaks.Variable, text);
        Assert.Equal(level, Leaks.FromEnvironment());
        Environment.SetEnvironmentVariable(Leaks.Variable, before);
    }

    private static int Line([CallerLineNumber] int line = 0) => line;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget() => Tensor.Zeros(7);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetScope()
    {
        Scope epoch = Scope.Create();
        epoch.Name = "epoch";
        epoch.Zeros(5).Named("weight");
        for (int i = 0; i < 2; i++)
        {
            epoch.Zeros(7);
        }
    }
}

/// <summary>A backstop whose first finalizer throws.</summary>
internal sealed class FailingBackstop(Exception error, StrongBox<bool> released) : RetriedFinalizer
{
    private Exception? _error = error;

    /// <summary>Makes one that nothing can reach.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Forget(Exception error, StrongBox<bool> released) => _ = new FailingBackstop(error, released);

    private protected override void Release()
    {
        if (Interlocked.Exchange(ref _error, null) is { } error)
        {
            throw error;
        }
        Volatile.Write(ref released.Value, true);
    }
}

/// <summary>Everything that fails where nobody is called: a listener, a backstop, the report at the end. There is no standard error
/// stream, and an exception that cannot say what it is. Run in a process of its own by <see cref="LeakTests"/>.</summary>
public sealed class WithoutStandardError
{
    private sealed class MuteException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");

        public override string ToString() => throw new InvalidOperationException("no text");
    }

    [Fact]
    public void AllFail()
    {
        TextWriter before = Console.Error;
        LeakLevel level = TenureRuntime.LeakLevel;
        TenureRuntime.LeakLevel = LeakLevel.All;
        var closed = new StringWriter();
        closed.Dispose();
        using var heard = new CountdownEvent(4);
        Action<Leak> first = _ => Tell(new InvalidOperationException("thrown by the tests")), second = _ => Tell(new MuteException());
        TenureRuntime.LeakFound += first;
        TenureRuntime.LeakFound += second;
        Console.SetError(closed);
        FailingBackstop.Forget(new MuteException(), new StrongBox<bool>());
        for (int i = 0; i < 2; i++)
        {
            Forget();
            for (int round = 0; round < 100 && heard.CurrentCount > 2 - (2 * i); round++)
            {
                TenureRuntime.Drain();
                Thread.Sleep(10);
            }
        }
        Assert.True(heard.IsSet);
        // The thread that told the listeners is to end by itself, after it has said that they failed.
        Thread.Sleep(100);
        Console.SetError(before);
        TenureRuntime.LeakFound -= first;
        TenureRuntime.LeakFound -= second;
        TenureRuntime.LeakLevel = level;
        TenureRuntime.ForgetLeaks();

        void Tell(Exception error)
        {
            _ = heard.IsSet || heard.Signal();
            throw error;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget() => Tensor.Zeros(7);
}
