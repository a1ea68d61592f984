using System.Runtime.CompilerServices;
using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>Cycles: entering, leaving, what goes and what is said of it afterwards.</summary>
public sealed class WorkspaceTests : Balanced
{
    [Fact]
    public void MembersOfALeftCycleAreNamedAndNeverGarbage()
    {
        Workspace batch = Workspace.Create("batch", TestDevice.Workspace);
        Tensor made, view;
        using (batch.Enter())
        {
            Assert.Same(batch, Scope.Current);
            made = Tensor.Full(7, 4, 4);
            view = made.Slice(0, 1, 3);
            Assert.Same(batch, made.Scope);
            Assert.Equal(8 * 7, view.Sum().Item());
        }
        Assert.Null(Scope.Current);
        foreach (Tensor gone in new[] { made, view })
        {
            Assert.True(gone.IsClosed);
            Assert.Equal("Tensor(closed)", gone.ToString());
            string message = Assert.Throws<ClosedException>(() => gone.Item()).Message;
            Assert.Contains("tensor of cycle 1 of workspace 'batch'", message);
            Assert.Throws<ClosedException>(() => gone.Fill(1));
            Assert.Throws<ClosedException>(() => gone.Add(1));
            Assert.Throws<ClosedException>(() => gone.Alias());
            Assert.Throws<ClosedException>(() => gone.Slice(0, 0, 1));
        }
        using (batch.Enter())
        {
            Tensor next = Tensor.Full(3, 4, 4);
            string message = Assert.Throws<ClosedException>(() => made.ToArray<float>()).Message;
            Assert.Contains("tensor of cycle 1 of workspace 'batch', now in cycle 2", message);
            OnAnotherThread(() => Assert.Throws<ClosedException>(() => view.ToArray<float>()));
            Assert.Throws<ClosedException>(() => made.Fill(9));
            Assert.Equal(16 * 3, next.Sum().Item());
        }
        made.Dispose();
        batch.Destroy();
        Assert.Contains("closed", Assert.Throws<ClosedException>(() => made.Item()).Message);
    }

    [Fact]
    public void LeavingNeverDestroysAndDestroyingIsAtOnce()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        Assert.False(workspace.IsEntered);
        workspace.Dispose();
        workspace.Close();
        Assert.False(workspace.IsClosed);
        Assert.Same(workspace, workspace.Enter());
        Assert.True(workspace.IsEntered);
        Assert.Equal(1, workspace.Cycle);
        workspace.Dispose();
        workspace.Dispose();
        Assert.False(workspace.IsEntered || workspace.IsClosed);
        workspace.Enter();
        Tensor made = Tensor.Ones(100);
        Assert.Equal(2, workspace.Cycle);
        workspace.Destroy();
        Assert.True(workspace.IsClosed && made.IsClosed);
        Assert.Null(Scope.Current);
        Assert.Throws<ClosedException>(() => workspace.Enter());
        Assert.Throws<ClosedException>(() => workspace.WorkspaceStats);
        Assert.Contains("closed", workspace.ToString());
        workspace.Dispose();
        workspace.Destroy();
    }

    [Fact]
    public void OneLevelADisposal()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        workspace.Enter();
        Tensor made = Tensor.Ones(1);
        workspace.Enter();
        Tensor deeper = Tensor.Ones(1);
        Assert.Equal((1, 2L), (workspace.Cycle, workspace.WorkspaceStats.Depth));
        workspace.Dispose();
        Assert.Same(workspace, Scope.Current);
        Assert.False(made.IsClosed || deeper.IsClosed);
        workspace.Dispose();
        Assert.True(made.IsClosed && deeper.IsClosed);
        Assert.Null(Scope.Current);
        workspace.Destroy();
    }

    [Fact]
    public void EnteredBetweenTwoCyclesOfAnotherTheLatterKeepsItsTensors()
    {
        Workspace a = Workspace.Create("a", TestDevice.Workspace), b = Workspace.Create("b", TestDevice.Workspace);
        using (a.Enter())
        {
            Tensor first = Tensor.Full(1, 1000);
            using (b.Enter())
            {
                Tensor second = Tensor.Full(2, 1000);
                using (a.Enter())
                {
                    Tensor third = Tensor.Full(3, 1000);
                    Assert.Same(a, third.Scope);
                    Assert.Equal((1000, 2000, 3000), (first.Sum().Item(), second.Sum().Item(), third.Sum().Item()));
                }
                Assert.Same(b, Scope.Current);
                Assert.Equal(1000, first.Sum().Item());
            }
            Assert.Same(a, Scope.Current);
            Assert.Equal(1000, first.Sum().Item());
        }
        Assert.Null(Scope.Current);
        a.Destroy();
        b.Destroy();
    }

    public static TheoryData<string> Orders => ["abas", "absa", "asba", "saba", "baas", "bsaa", "sbaa", "aabs", "basa", "aasb", "asab", "saab"];

    /// <summary>a, b, a again and a scope in it are left in any order, also by another thread.</summary>
    [Theory]
    [MemberData(nameof(Orders))]
    public void InWhateverOrderTheNearestOpenOneIsCurrent(string order)
    {
        foreach (bool elsewhere in new[] { false, true })
        {
            Workspace a = Workspace.Create("a", TestDevice.Workspace), b = Workspace.Create("b", TestDevice.Workspace);
            a.Enter();
            b.Enter();
            a.Enter();
            Scope scope = Scope.Open();
            var open = new List<Scope> { a, b, a, scope };
            foreach (char which in order)
            {
                Scope leaving = which switch { 'a' => a, 'b' => b, _ => scope };
                OnAnotherThread(leaving.Close, when: elsewhere && which != 's');
                if (open.LastIndexOf(leaving) is >= 0 and int at)
                {
                    open.RemoveAt(at);
                }
                if (!open.Contains(a))
                {
                    // It was a's.
                    open.Remove(scope);
                }
                Assert.Same(open.LastOrDefault(), Scope.Current);
            }
            Assert.True(scope.IsClosed);
            a.Destroy();
            b.Destroy();
        }
    }

    [Fact]
    public void AnExceptionInABodyLeavesNothingEntered()
    {
        Workspace outer = Workspace.Create("outer", TestDevice.Workspace), inner = Workspace.Create("inner", TestDevice.Workspace);
        for (int i = 0; i < 3; i++)
        {
            Assert.Throws<ShapeMismatchException>(() =>
            {
                using (outer.Enter())
                using (inner.Enter())
                {
                    Tensor.Ones(2).Add(Tensor.Ones(3));
                }
            });
            Assert.False(outer.IsEntered || inner.IsEntered);
            Assert.Null(Scope.Current);
        }
        outer.Destroy();
        inner.Destroy();
    }

    [Fact]
    public void WhatIsOpenedInACycleEndsWithIt()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        Scope child, grandchild, sibling;
        Tensor deep;
        using (workspace.Enter())
        {
            child = Scope.Open();
            grandchild = Scope.Open("deep");
            deep = Tensor.Ones(8);
            sibling = Scope.Create(workspace);
        }
        Assert.True(child.IsClosed && grandchild.IsClosed && sibling.IsClosed && deep.IsClosed);
        Assert.Null(Scope.Current);
        using (workspace.Enter())
        {
            Assert.Same(workspace, Scope.Current);
            Assert.Throws<ClosedException>(() => deep.Item());
            using Scope next = Scope.Open();
            Assert.Same(next, Scope.Current);
            Assert.Same(workspace, next.Parent);
            Assert.Same(next, Tensor.Ones(1).Scope);
            Assert.True(child.IsClosed);
        }
        Assert.Throws<ScopeException>(() => child.Zeros(1));
        workspace.Destroy();
    }

    /// <summary>The short way in takes for granted that nothing has changed outside.</summary>
    [Fact]
    public void EnteredOverAndOverWhatIsOutsideMayChange()
    {
        Workspace workspace = Workspace.Create("loop", TestDevice.Workspace);
        for (int i = 0; i < 3; i++)
        {
            Scope outer = Scope.Open();
            Tensor first, second;
            using (workspace.Enter())
            {
                first = Tensor.Ones(1).MoveToOuterScope();
            }
            using (workspace.Enter())
            {
                second = Tensor.Ones(1).MoveToOuterScope();
            }
            Assert.Equal((outer, outer, outer), (first.Scope, second.Scope, Scope.Current));
            WorkspaceTests.OnAnotherThread(outer.Close);
            using (workspace.Enter())
            {
                Tensor third = Tensor.Ones(1).MoveToOuterScope();
                Assert.Null(third.Scope);
                third.Dispose();
            }
            Assert.Null(Scope.Current);
        }
        workspace.Destroy();
    }

    [Fact]
    public void ForeignResourcesGoWithTheCycle()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        var order = new List<string>();
        for (int i = 0; i < 2; i++)
        {
            using (workspace.Enter())
            {
                Tensor made = Tensor.Ones(1);
                Scope.Current!.Own(new Noted(() => order.Add(made.IsClosed ? "late" : "in time")));
                using (workspace.Enter())
                {
                    Scope.Open().Own(new Noted(() => order.Add("child's")));
                }
                Assert.Equal(2 * i, order.Count);
            }
            Assert.Equal(2 * (i + 1), order.Count);
        }
        Assert.Equal(["child's", "in time", "child's", "in time"], order);
        workspace.Destroy();
    }

    [Fact]
    public void RingMembersStayUntilTheirTurn()
    {
        var config = TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 2, InitialSize = 1 << 16 };
        Workspace ring = Workspace.Create("ring", config);
        var made = new List<Tensor>();
        for (int cycle = 1; cycle <= 8; cycle++)
        {
            using (ring.Enter())
            {
                made.Add(Tensor.Full(cycle, 10));
                Assert.Same(ring, Scope.Current!.Parent);
                for (int i = 0; i < made.Count; i++)
                {
                    Assert.Equal(i + 3 < cycle, made[i].IsClosed);
                }
            }
            Assert.Null(Scope.Current);
            Assert.Equal(10 * cycle, made[^1].Sum().Item());
            Assert.Same(ring, made[^1].Workspace);
        }
        Assert.Contains("tensor of cycle 5 of workspace 'ring', which has left cycle 8", Assert.Throws<ClosedException>(() => made[4].Item()).Message);
        // Its current scope is left by its own end, too.
        ring.Enter();
        Scope.Current!.Close();
        Assert.False(ring.IsEntered || ring.IsClosed);
        ring.Destroy();
        Assert.True(made[^1].IsClosed);
    }

    [Fact]
    public void AForgottenOneIsFreedAndNamedByItsSite()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        try
        {
            TenureRuntime.ForgetLeaks();
            Forget();
            CollectUntil(() => Scopes == 0);
            Leak leak = Assert.Single(TenureRuntime.Leaks(), leak => leak.Name == "forgotten");
            Assert.Contains("WorkspaceTests.cs", leak.Site);
        }
        finally
        {
            TenureRuntime.ForgetLeaks();
            TenureRuntime.LeakLevel = LeakLevel.Off;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            using (Workspace.Create("forgotten", TestDevice.Workspace).Enter())
            {
                Tensor.Ones(10);
            }
        }
    }

    [Fact]
    public void AMemberKeepsItsWorkspace()
    {
        Tensor made = Make();
        for (int i = 0; i < 3; i++)
        {
            TenureRuntime.Drain();
        }
        Assert.Equal(10, made.Sum().Item());
        Assert.Equal("held", made.Scope!.Name);
        ((Workspace)made.Scope).Destroy();
        Scope.Current?.Close();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor Make()
        {
            Workspace held = Workspace.Create("held", TestDevice.Workspace);
            held.Enter();
            Tensor made = Tensor.Ones(10);
            ExecutionContext.Restore(Empty);
            return made;
        }
    }

    [Fact]
    public void AParentThatClosesEndsIt()
    {
        Workspace workspace;
        Tensor made;
        using (Scope parent = Scope.Open())
        {
            workspace = Workspace.Create("child", null, parent);
            Assert.Same(parent, workspace.Scope);
            workspace.Enter();
            made = Tensor.Ones(1);
        }
        Assert.True(workspace.IsClosed && made.IsClosed);
        Assert.Null(Scope.Current);
        Assert.Throws<ScopeException>(() => Workspace.Create("late", null, ((Scope)workspace)));
    }

    private static readonly ExecutionContext Empty = new Func<ExecutionContext>(() =>
    {
        ExecutionContext? context = null;
        var thread = new Thread(() => context = ExecutionContext.Capture());
        thread.UnsafeStart();
        thread.Join();
        return context!;
    })();

    /// <summary>What another thread is about to do, or the end of one.</summary>
    internal static void Eventually(Func<bool> done) => Assert.True(SpinWait.SpinUntil(done, TimeSpan.FromSeconds(30)));

    internal static void OnAnotherThread(Action action, bool when = true)
    {
        if (!when)
        {
            action();
            return;
        }
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (Exception error)
            {
                failure = error;
            }
        });
        thread.UnsafeStart();
        thread.Join();
        if (failure is not null)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
        }
    }

    private sealed class Noted(Action note) : IDisposable
    {
        public void Dispose() => note();
    }
}
