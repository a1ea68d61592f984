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

    /// <summary>Closing takes time in proportion to their number: with its square, this would not end.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ForeignResourcesInVeryManyScopesGoNewestFirst(bool isNested)
    {
        const int Owners = 300_000;
        var closed = new List<int>();
        using (Scope outermost = Scope.Create())
        {
            Scope scope = outermost;
            for (int i = 0; i < Owners; i++)
            {
                int number = i;
                scope = isNested ? scope.Child() : outermost.Child();
                scope.Own(new Foreign([], "", () => closed.Add(number)));
            }
        }
        Assert.Equal(Enumerable.Range(0, Owners).Reverse(), closed);
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
        Assert.Same(outer, child.Scope);
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
        Assert.Same(scope, below.Scope);
        // The child that went takes nothing any more, known or not; the one that stayed does, and so do new ones.
        Assert.Throws<ScopeException>(() => child.Zeros(1));
        keptChild.Zeros(1);
        scope.Child().Zeros(1);
        Assert.Equal((6L, 4L, 2L, 24L), Counts(scope));
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

    /// <summary>The scope closes, or its parent does, or that is emptied.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void OwningWhileTheScopeEndsDisposesOnceOrRefuses(int way)
    {
        int owned = 0, refused = 0;
        Race.Run(
            _ =>
            {
                var parent = Scope.Create();
                parent.Zeros(1);
                return (Parent: parent, Child: parent.Child(), Given: new bool[1], Disposed: new int[1]);
            },
            (round, _) =>
            {
                switch (way)
                {
                    case 0:
                        round.Child.Close();
                        break;
                    case 1:
                        round.Parent.Close();
                        break;
                    default:
                        round.Parent.CloseAllBut();
                        break;
                }
                return !Volatile.Read(ref round.Given[0]);
            },
            (round, _) => Volatile.Write(
                ref round.Given[0],
                Race.Answered(() => round.Child.Own(new Foreign([], "x", () => Interlocked.Increment(ref round.Disposed[0]))))),
            (round, _) =>
            {
                Assert.Equal(round.Given[0] ? 1 : 0, round.Disposed[0]);
                owned += round.Disposed[0];
                refused += 1 - round.Disposed[0];
                round.Parent.Close();
            });
        Assert.True(owned > 0 && refused > 0, $"{owned} owned, {refused} refused");
    }

    /// <summary>What a scope is given makes it known to those above: also before one of them closes on another thread.</summary>
    [Fact]
    public void TwoThreadsGiveAndOneClosesTheRoot()
    {
        int owned = 0, disposed = 0;
        Race.Run(
            _ => Scope.Create().Child().Child(),
            (scope, _) => Give(scope),
            (scope, _) =>
            {
                Give(scope);
                scope.Root.Close();
            },
            (_, _) => { });
        Assert.Equal(owned, disposed);

        void Give(Scope scope)
        {
            if (Race.Answered(() => scope.Own(new Foreign([], "x", () => Interlocked.Increment(ref disposed)))))
            {
                Interlocked.Increment(ref owned);
            }
        }
    }

    /// <summary>It is disposed with the scope that was moved to, not with the former; also if it is the first that is given.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OwningWhileTheScopeMovesDisposesWithItsNewOwner(bool more)
    {
        Race.Run(
            _ =>
            {
                Scope from = Scope.Create(), to = Scope.Create(), child = from.Child();
                if (more)
                {
                    child.Own(new Foreign([], "first"));
                }
                return (From: from, To: to, Child: child, Moved: new bool[1], Disposed: new int[1]);
            },
            (round, _) =>
            {
                round.Child.Own(new Foreign([], "x", () => round.Disposed[0]++));
                return !Volatile.Read(ref round.Moved[0]);
            },
            (round, _) =>
            {
                round.Child.MoveTo(round.To);
                Volatile.Write(ref round.Moved[0], true);
            },
            (round, _) =>
            {
                round.From.Close();
                Assert.Equal((0, false), (round.Disposed[0], round.Child.IsClosed));
                round.To.Close();
                Assert.Equal((1, true), (round.Disposed[0], round.Child.IsClosed));
            });
    }

    [Fact]
    public void AScopeThatMovesWhileItsNewOwnerClosesTakesItsForeignAlong()
    {
        int went = 0, stayed = 0;
        Race.Run(
            _ =>
            {
                int[] disposed = new int[1];
                var moving = Scope.Create();
                moving.Own(new Foreign([], "x", () => Interlocked.Increment(ref disposed[0])));
                return (Target: Scope.Create(), Moving: moving, Moved: new bool[1], Disposed: disposed);
            },
            (round, _) =>
            {
                round.Target.Close();
                return !Volatile.Read(ref round.Moved[0]);
            },
            (round, _) => Volatile.Write(ref round.Moved[0], Race.Answered(() => round.Moving.MoveTo(round.Target))),
            (round, _) =>
            {
                Assert.Equal((round.Moved[0], round.Moved[0] ? 1 : 0), (round.Moving.IsClosed, round.Disposed[0]));
                round.Moving.Close();
                Assert.Equal(1, round.Disposed[0]);
                went += round.Moved[0] ? 1 : 0;
                stayed += round.Moved[0] ? 0 : 1;
            });
        Assert.True(went > 0 && stayed > 0, $"{went} went, {stayed} stayed");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void ALentScopeComesHomeWithWhatItWasGiven(int way)
    {
        Scope home = Scope.Create(), lent = home.Child(), outer = Scope.Create(), borrower = outer.Child();
        lent.Own(new Foreign(_log, "its"));
        borrower.Own(new Foreign(_log, "the borrower's"));
        borrower.TempAttach(lent);
        switch (way)
        {
            case 0:
                borrower.Close();
                break;
            case 1:
                outer.Close();
                break;
            default:
                borrower.CloseAllBut();
                break;
        }
        Assert.Equal(["the borrower's"], _log);
        Assert.Same(home, lent.Scope);
        outer.Close();
        Assert.Equal(["the borrower's"], _log);
        home.Close();
        Assert.Equal(["the borrower's", "its"], _log);
    }

    [Fact]
    public void CloseAllButClosesChildrenThatTheCoreHasNotHeardOf()
    {
        using Scope scope = Scope.Create();
        Scope child = scope.Child(), below = child.Child();
        scope.Zeros(1);
        scope.CloseAllBut();
        Assert.Equal((true, true, false), (child.IsClosed, below.IsClosed, scope.IsClosed));
        Assert.Throws<ScopeException>(() => below.Zeros(1));
        Assert.Equal((1, 0), (Scopes, Tensors));
    }

    [Fact]
    public void ANativeResourceIsSimplyMoved()
    {
        using Scope scope = Scope.Create();
        Tensor tensor = scope.Own(Tensor.Ones(2));
        Assert.Same(scope, tensor.Scope);
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
