using Xunit;

namespace Tenure.Tests;

/// <summary>Foreign resources that a scope closes, and what happens to their errors.</summary>
public sealed class OwnTests : Balanced
{
    private readonly List<string> _log = [];

    [Fact]
    public void ForeignResourcesGoNewestFirstBeforeNativeMembers()
    {
        using (Scope scope = Scope.Open())
        {
            Tensor member = Tensor.Ones(2);
            Scope child = scope.Child();
            scope.Own(new Foreign(_log, "first"));
            child.Own(new Foreign(_log, "of the child"));
            scope.Own(new Foreign(_log, "last", () => Assert.False(member.IsClosed)));
        }
        Assert.Equal(["last", "of the child", "first"], _log);
    }

    [Fact]
    public void ClosingTwiceDisposesOnce()
    {
        Scope root = Scope.Create();
        Scope child = root.Child();
        child.Own(new Foreign(_log, "a"));
        child.Close();
        child.Close();
        root.Close();
        Assert.Equal(["a"], _log);
    }

    [Fact]
    public void AllAreClosedAndAllErrorsReported()
    {
        Scope scope = Scope.Open();
        Tensor member = Tensor.Ones(2);
        scope.Own(new Foreign(_log, "a"));
        scope.Own(new Foreign(_log, "b", () => throw new InvalidDataException("b")));
        scope.Child().Own(new Foreign(_log, "c", () => throw new InvalidDataException("c")));
        scope.Own(new Foreign(_log, "d"));
        AggregateException errors = Assert.Throws<AggregateException>(scope.Close);
        Assert.Equal(["c", "b"], errors.InnerExceptions.Select(error => error.Message));
        Assert.Equal(["d", "c", "b", "a"], _log);
        Assert.True(member.IsClosed);
        Assert.Null(Scope.Current);
        scope.Close();
    }

    [Fact]
    public void OneErrorComesOutAsItself()
    {
        Scope scope = Scope.Create();
        scope.Own(new Foreign(_log, "a", () => throw new InvalidDataException("a")));
        scope.Zeros(2);
        Assert.Equal("a", Assert.Throws<InvalidDataException>(scope.Dispose).Message);
        Assert.True(scope.IsClosed);
    }

    [Fact]
    public void TheBodysExceptionIsPrimaryAndHoldsTheOthers()
    {
        var thrown = new InvalidOperationException("mine");
        Exception caught = Assert.Throws<InvalidOperationException>(() => Scope.Using(scope =>
        {
            scope.Own(new Foreign(_log, "a", () => throw new InvalidDataException("a")));
            scope.Own(new Foreign(_log, "b", () => throw new InvalidDataException("b")));
            throw thrown;
        }));
        Assert.Same(thrown, caught);
        var suppressed = Assert.IsType<Exception[]>(caught.Data[Scope.SuppressedErrors]);
        Assert.Equal(["b", "a"], suppressed.Select(error => error.Message));
    }

    [Fact]
    public async Task TheBodysExceptionIsPrimaryAfterAnAwaitToo()
    {
        InvalidOperationException caught = await Assert.ThrowsAsync<InvalidOperationException>(() => Scope.UsingAsync(async scope =>
        {
            scope.Own(new Foreign(_log, "a", () => throw new InvalidDataException("a")));
            await Task.Yield();
            throw new InvalidOperationException("mine");
        }));
        Assert.Single(Assert.IsType<Exception[]>(caught.Data[Scope.SuppressedErrors]));
    }

    [Fact]
    public void ClosingAParentDisposesWhatItsDescendantsOwn()
    {
        Scope root = Scope.Create();
        Scope deep = root;
        for (int i = 0; i < 5_000; i++)
        {
            deep = deep.Child();
        }
        deep.Own(new Foreign(_log, "deep"));
        root.Close();
        Assert.Equal(["deep"], _log);
    }

    [Fact]
    public void AMovedScopeTakesItsForeignResourcesAlong()
    {
        Scope from = Scope.Create();
        using Scope to = Scope.Create();
        Scope child = from.Child();
        child.Own(new Foreign(_log, "a"));
        child.MoveTo(to);
        from.Close();
        Assert.Empty(_log);
        to.Close();
        Assert.Equal(["a"], _log);
    }

    [Fact]
    public void AnEscapingScopeTakesItsForeignResourcesAlong()
    {
        using Scope outer = Scope.Open();
        Scope child = Scope.Using(scope =>
        {
            scope.Own(new Foreign(_log, "stays"));
            Scope made = scope.Child();
            made.Own(new Foreign(_log, "escapes"));
            return made;
        });
        Assert.Equal(["stays"], _log);
        Assert.Same(outer, child.Owner);
        outer.Close();
        Assert.Equal(["stays", "escapes"], _log);
    }

    [Fact]
    public void CloseAllButKeepsWhatIsNamed()
    {
        using Scope scope = Scope.Create();
        var kept = new Foreign(_log, "kept");
        Tensor tensor = scope.Zeros(2), gone = scope.Zeros(2);
        Scope child = scope.Child(), keptChild = scope.Child();
        Tensor below = child.Zeros(2);
        scope.Own(kept);
        scope.Own(new Foreign(_log, "gone"));
        child.Own(new Foreign(_log, "of the child"));
        keptChild.Own(new Foreign(_log, "of the kept child"));
        scope.CloseAllBut(tensor, kept, keptChild, below);
        Assert.Equal(["of the child", "gone"], _log);
        Assert.Equal([false, true, true, false, false], new NativeResource[] { tensor, gone, child, keptChild, below }.Select(x => x.IsClosed));
        Assert.Same(scope, below.Owner);
        // The child that went takes nothing any more, known or not; the one that stayed does, and so do new ones.
        Assert.Throws<ScopeException>(() => child.Zeros(1));
        keptChild.Zeros(1);
        scope.Child().Zeros(1);
        Assert.Equal((6UL, 4UL, 2UL, 24UL), Counts(scope));
        scope.Close();
        Assert.Equal(["of the child", "gone", "of the kept child", "kept"], _log);
    }

    [Fact]
    public void CloseAllButRefusedReleasesNothing()
    {
        using Scope scope = Scope.Create();
        Tensor tensor = scope.Zeros(2), closed = scope.Zeros(2);
        scope.Own(new Foreign(_log, "a"));
        closed.Dispose();
        Assert.Throws<ClosedException>(() => scope.CloseAllBut(closed));
        Assert.False(tensor.IsClosed);
        Assert.Empty(_log);
    }

    [Fact]
    public void AClosedOrCappedScopeTakesNothing()
    {
        Scope scope = Scope.Create();
        Scope child = scope.Child();
        scope.Cap();
        Assert.Equal(Status.ScopeCapped, Assert.Throws<ScopeException>(() => scope.Own(new Foreign(_log, "a"))).Status);
        scope.Close();
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => scope.Own(new Foreign(_log, "a"))).Status);
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => child.Own(new Foreign(_log, "a"))).Status);
        Assert.Empty(_log);
    }

    [Fact]
    public async Task OwningWhileTheScopeClosesDisposesOnceOrRefuses()
    {
        for (int round = 0; round < 2_000; round++)
        {
            Scope root = Scope.Create();
            Scope child = root.Child();
            int disposed = 0, refused = 0;
            var closer = Task.Run((round % 2 == 0 ? root : child).Close, TestContext.Current.CancellationToken);
            for (int i = 0; i < 5; i++)
            {
                try
                {
                    child.Own(new Foreign([], "x", () => Interlocked.Increment(ref disposed)));
                }
                catch (ScopeException)
                {
                    refused++;
                }
            }
            await closer;
            root.Close();
            child.Close();
            Assert.Equal(5, disposed + refused);
        }
    }

    [Fact]
    public void ANativeResourceIsSimplyMoved()
    {
        using Scope scope = Scope.Create();
        Tensor tensor = scope.Own(Tensor.Ones(2));
        Assert.Same(scope, tensor.Owner);
    }

    private sealed class Foreign(List<string> log, string name, Action? dispose = null) : IDisposable
    {
        public void Dispose()
        {
            lock (log)
            {
                log.Add(name);
            }
            dispose?.Invoke();
        }
    }
}
