using Xunit;

namespace Tenure.Tests;

/// <summary>Handing a scope to other threads, tasks and callbacks.</summary>
public sealed class RunTests : Balanced
{
    [Fact]
    public void AWrappedDelegateRunsInTheScopeWhereverItIsCalled()
    {
        using Scope scope = Scope.Create();
        Func<Tensor> make = scope.Wrap(() => Tensor.Ones(2));
        Func<int, Tensor> makeOf = scope.Wrap((int length) => Tensor.Ones(length));
        Action note = scope.Wrap(() => Assert.Same(scope, Scope.Current));
        Action<int> noteOf = scope.Wrap((int _) => Assert.Same(scope, Scope.Current));
        var thread = new Thread(() =>
        {
            make();
            makeOf(3);
            note();
            noteOf(3);
            Assert.Null(Scope.Current);
        });
        // Nothing flows into it by itself.
        thread.UnsafeStart();
        thread.Join();
        Assert.Equal((2L, 2L, 0L, 20L), Counts(scope));
        Assert.Null(Scope.Current);
    }

    [Fact]
    public async Task ATaskOnAnySchedulerRunsInTheScope()
    {
        using Scope scope = Scope.Create();
        CancellationToken cancel = TestContext.Current.CancellationToken;
        var scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
        Task<Tensor> started = scope.Start(() => Tensor.Ones(2), scheduler, cancel);
        Tensor tensor = await started;
        Assert.Same(scope, tensor.Scope);
        await scope.Start(() => Assert.Same(scope, Scope.Current), cancellation: cancel);
        Assert.Null(Scope.Current);
    }

    [Fact]
    public async Task AnAsynchronousBodyStaysInTheScopeItIsRunIn()
    {
        using Scope outer = Scope.Open();
        using Scope scope = Scope.Create();
        Task<Tensor> running = scope.Run(async () =>
        {
            await Task.Yield();
            Assert.Same(scope, Scope.Current);
            return Tensor.Ones(2);
        });
        Assert.Same(outer, Scope.Current);
        Assert.Same(scope, (await running).Scope);
        Assert.Same(outer, Scope.Current);
    }

    [Fact]
    public void ACapturedContextHasTheScope()
    {
        using Scope scope = Scope.Create();
        ExecutionContext context = scope.CaptureContext();
        Assert.Null(Scope.Current);
        ExecutionContext.Run(context, _ => Assert.Same(scope, Scope.Current), null);
        Assert.Null(Scope.Current);
        using (ExecutionContext.SuppressFlow())
        {
            Assert.Throws<InvalidOperationException>(scope.CaptureContext);
        }
    }

    [Fact]
    public void WhatElseFlowsIsNotLostWhenAScopeCloses()
    {
        var other = new AsyncLocal<string> { Value = "before" };
        using (Scope.Open())
        {
            other.Value = "within";
        }
        Assert.Equal(("within", null), (other.Value, Scope.Current));
        using (Scope outer = Scope.Open())
        {
            using (Scope.Open())
            {
            }
            Assert.Equal("within", other.Value);
            Assert.Same(outer, Scope.Current);
        }
        using (ExecutionContext.SuppressFlow())
        {
            using (Scope scope = Scope.Open())
            {
                Assert.Same(scope, Scope.Current);
            }
            Assert.Null(Scope.Current);
        }
    }

    [Fact]
    public async Task ATaskThatOutlivesItsScopeSeesTheNextOneOut()
    {
        using Scope outer = Scope.Open();
        var gate = new TaskCompletionSource();
        Task<Scope?> late;
        using (Scope.Open())
        {
            late = Task.Run(async () =>
            {
                await gate.Task;
                return Scope.Current;
            }, TestContext.Current.CancellationToken);
        }
        // A stranger's scope that was opened later is not the task's.
        using Scope stranger = Scope.Open();
        gate.SetResult();
        Assert.Same(outer, await late);
    }

    [Fact]
    public async Task ThousandsOfFlowsAcrossAwaitsMixNothingUp()
    {
        await Task.WhenAll(Enumerable.Range(0, 2_000).Select(async i =>
        {
            using Scope scope = Scope.Open();
            Tensor mine = Tensor.Full(i, 4);
            await Task.Yield();
            Tensor sum = mine + 1;
            await Task.Yield();
            Assert.Same(scope, Scope.Current);
            Assert.Equal((2L, 2L, 0L, 32L), Counts(scope));
            Assert.Equal(i + 1f, sum.ToArray<float>()[3]);
        }));
        Assert.Equal((0, 0), (Tensors, Scopes));
    }

    [Fact]
    public void AThreadIsMadeWithWhatIsWrapped()
    {
        using Scope scope = Scope.Create();
        Tensor? made = null;
        var thread = new Thread(scope.WrapThread(() => made = Tensor.Ones(1)));
        thread.Start();
        thread.Join();
        Assert.Same(scope, made!.Scope);
    }

    [Fact]
    public async Task WhatStartsAfterItsScopeHasClosedStillEnds()
    {
        Scope scope = Scope.Create();
        Func<Tensor> late = scope.Wrap(() => Tensor.Ones(1));
        scope.Close();
        // No scope is current there but the nearest open one: none.
        using Tensor made = await Task.Run(late, TestContext.Current.CancellationToken);
        Assert.Null(made.Scope);
        using Tensor started = await scope.Start(() => Tensor.Ones(1), cancellation: TestContext.Current.CancellationToken);
        Assert.Null(started.Scope);
        await Assert.ThrowsAsync<ScopeException>(() => scope.Start(() => scope.Ones(1), cancellation: TestContext.Current.CancellationToken));
    }
}
