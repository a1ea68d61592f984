using System.Runtime.CompilerServices;
using Tenure.Interop;
using Xunit;

namespace Tenure.Tests;

/// <summary>A resource keeps the scope reachable that owns it, and those that it may go back to, whoever moves it at the same time.</summary>
public sealed class HintRaceTests : Balanced
{
    private const int Few = 3;
    private const int Movers = 3;
    private const int Rounds = 20_000;

    /// <summary>Nothing but the two resources holds any of the scopes: one that their hints lose is closed by the collector, and
    /// what it owns with it.</summary>
    [Fact]
    public void WhatIsMovedAndLentAtOnceKeepsItsOwner()
    {
        MoveAndLend();
        CollectUntil(() => (Tensors, Scopes) == (0, 0));
    }

    /// <summary>Another thread has lent it where it would go, and has not said so yet: it goes back to nobody all the same.</summary>
    [Fact]
    public void WhatIsKeptWasLentThere()
    {
        KeptWhereItWasLent((scope, tensor) => Moves.Pop(Known(scope.Child()), [tensor]));
        KeptWhereItWasLent((scope, tensor) => Moves.Pop(Known(scope.Child()), [tensor, scope.Ones(1)]));
    }

    private static unsafe void KeptWhereItWasLent(Action<Scope, Tensor> keep)
    {
        using Tensor tensor = Tensor.Ones(1);
        using var scope = Scope.Create();
        Assert.Equal(0, Native.tenure_scope_temp_attach(scope.Known(), tensor.Known()));
        keep(scope, tensor);
        Moves.Lend(tensor, scope);
        Assert.Same(scope, tensor.Scope);
        scope.Close();
        Assert.Null(tensor.Scope);
        Assert.NotNull(Places.BackstopOf(tensor.Holder));
    }

    private static Scope Known(Scope scope)
    {
        Assert.NotEqual(0UL, scope.Known());
        return scope;
    }

    /// <summary>It escapes from a scope to the parent of that, which another thread changes.</summary>
    [Fact]
    public void WhatEscapesFromAScopeThatMovesKeepsItsOwner()
    {
        var race = new Race<(Scope Home, Scope Inner, Scope Other, Tensor Made)>();
        race.Run(
            _ =>
            {
                Scope home = Scope.Create(), inner = home.Child();
                return (home, inner, Scope.Create(), inner.Ones(1));
            },
            (trial, _) =>
            {
                try
                {
                    trial.Inner.MoveTo(trial.Other);
                    return true;
                }
                catch (ClosedException)
                {
                    return false;
                }
            },
            (trial, _) => Moves.Pop(trial.Inner, [trial.Made]),
            (trial, _) =>
            {
                AssertNamed(trial.Made);
                trial.Home.Close();
                trial.Other.Close();
                Assert.True(trial.Made.IsClosed);
            },
            Rounds);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MoveAndLend()
    {
        var targets = new Targets();
        Tensor tensor = Tensor.Full(3, 2);
        Scope child = Scope.Create();
        child.Ones(1);
        using var barrier = new Barrier(Movers + 1);
        CancellationToken cancel = TestContext.Current.CancellationToken;
        bool over = false;
        Exception? failure = null;
        Thread[] threads = [.. Enumerable.Range(0, Movers).Select(seed => new Thread(() => Work(new Random(seed))))];
        Array.ForEach(threads, thread => thread.Start());
        int rounds = TestDevice.IsElsewhere ? Rounds / 10 : Rounds, collections = 0;
        try
        {
            for (int round = 0; round < rounds && failure is null; round++)
            {
                barrier.SignalAndWait(cancel);
                barrier.SignalAndWait(cancel);
                AssertNamed(tensor);
                AssertNamed(child);
                if (round % 100 == 0)
                {
                    TenureRuntime.Drain();
                    collections += targets.Collected;
                    Assert.False(tensor.IsClosed || child.IsClosed);
                }
            }
        }
        finally
        {
            Volatile.Write(ref over, true);
            barrier.SignalAndWait(cancel);
            Array.ForEach(threads, thread => thread.Join());
        }
        Assert.Null(failure);
        Assert.Equal([3f, 3f], tensor.ToArray<float>());
        Assert.NotEqual(0, collections);
        tensor.Dispose();
        child.Close();

        void Work(Random random)
        {
            while (true)
            {
                barrier.SignalAndWait(cancel);
                if (Volatile.Read(ref over))
                {
                    return;
                }
                try
                {
                    for (int i = random.Next(1, 4); i > 0; i--)
                    {
                        Move(random.Next(2) == 0 ? tensor : child, targets, random);
                    }
                }
                catch (Exception error)
                {
                    failure = error;
                }
                barrier.SignalAndWait(cancel);
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Move(NativeResource resource, Targets targets, Random random)
    {
        switch (random.Next(8))
        {
            case 0:
                resource.DetachFromScope();
                break;
            case 1:
                resource.MoveToOuterScope();
                break;
            case < 5:
                targets.One(random).TempAttach(resource);
                break;
            default:
                resource.MoveTo(targets.One(random));
                break;
        }
    }

    /// <summary>The hint has the wrapper of the scope that the core names; of what is unowned a backstop, where it needs one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AssertNamed(NativeResource resource)
    {
        Assert.True(Owner.TryNumber(resource, out ulong owner));
        Assert.True(owner == 0
            ? resource is Scope || Places.BackstopOf(resource.Holder) is not null
            : Places.Scopes(resource.Holder).Any(scope => scope.Handle == owner), $"{owner:x} is lost");
    }

    /// <summary>Scopes that the collector may take at any time, and a new one in place of each that it took.</summary>
    private sealed class Targets
    {
        private readonly WeakReference<Scope>?[] _scopes = new WeakReference<Scope>?[Few];
        private int _collected;

        internal int Collected => Interlocked.Exchange(ref _collected, 0);

        internal Scope One(Random random)
        {
            ref WeakReference<Scope>? cell = ref _scopes[random.Next(Few)];
            WeakReference<Scope>? known = Volatile.Read(ref cell);
            if (known is not null && known.TryGetTarget(out Scope? scope))
            {
                return scope;
            }
            scope = Scope.Create();
            if (Interlocked.CompareExchange(ref cell, new WeakReference<Scope>(scope), known) == known && known is not null)
            {
                Interlocked.Increment(ref _collected);
            }
            return scope;
        }
    }
}
