using Tenure.Interop;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>Who owns what, and what is current, as the public API says it. OwnerTest.java is the same in Java.</summary>
public sealed class OwnerTests : Balanced
{
    [Fact]
    public void TheScopeOfAResourceIsItsOwner()
    {
        using Tensor unowned = Tensor.Ones(1);
        using Scope outer = Scope.Open();
        using Scope inner = Scope.Open();
        Assert.Null(unowned.Scope);
        Tensor t = Tensor.Ones(1);
        Assert.Same(inner, t.Scope);
        Assert.Same(outer, inner.Scope);
        Assert.Null(outer.Scope);
        Assert.Same(outer, t.MoveToOuterScope().Scope);
        Assert.Same(inner, t.MoveTo(inner).Scope);
        Assert.Null(t.DetachFromScope().Scope);
        Assert.Same(outer, outer.Attach(t).Scope);
        Assert.Same(inner, Tape.Open().Scope);
    }

    [Fact]
    public void OfALoanItIsTheBorrowerUntilThatCloses()
    {
        using Scope origin = Scope.Create();
        Tensor t = origin.Ones(1);
        using (Scope borrower = Scope.Create())
        {
            Assert.Same(borrower, t.TempAttach(borrower).Scope);
        }
        Assert.Same(origin, t.Scope);
    }

    [Fact]
    public void AClosedResourceHasNoOwnerToAskFor()
    {
        Tensor t;
        Scope lazy = Scope.Create();
        using (Scope.Open())
        {
            t = Tensor.Ones(1);
            Tensor early = Tensor.Ones(1);
            early.Dispose();
            Assert.Throws<ClosedException>(() => early.Scope);
        }
        Assert.Throws<ClosedException>(() => t.Scope);
        lazy.Close();
        Assert.Throws<ClosedException>(() => lazy.Scope);
    }

    [Fact]
    public void TheCurrentScopeIsTheInnermostOpenOneOfThisFlow()
    {
        Assert.Null(Scope.Current);
        using (Scope outer = Scope.Open())
        {
            Assert.Same(outer, Scope.Current);
            Scope inner = Scope.Open();
            Assert.Same(inner, Scope.Current);
            inner.Close();
            Assert.Same(outer, Scope.Current);
            Scope held = outer.Child();
            Assert.Same(outer, Scope.Current);
            Assert.Same(held, held.Run(() => Scope.Current));
        }
        Assert.Null(Scope.Current);
    }

    [Fact]
    public void WhileAnotherThreadMovesItTheOwnerIsOneOfBoth()
    {
        using Scope first = Scope.Create();
        using Scope second = Scope.Create();
        Tensor t = first.Ones(1);
        bool done = false;
        var mover = new Thread(() =>
        {
            while (!Volatile.Read(ref done))
            {
                t.MoveTo(second);
                t.MoveTo(first);
            }
        });
        mover.Start();
        try
        {
            for (int i = 0; i < 20_000; i++)
            {
                Scope? owner = t.Scope;
                Assert.True(owner == first || owner == second, $"neither of both: {owner}");
            }
        }
        finally
        {
            Volatile.Write(ref done, true);
            mover.Join();
        }
        Assert.Same(first, t.Scope);
        Assert.Equal(1L, first.Stats.Members);
    }

    /// <summary>The wrapper's field is only a hint: what it says wrongly is asked of the core.</summary>
    [Fact]
    public void AHintThatIsWrongDoesNotMatter()
    {
        using Scope first = Scope.Create();
        using Scope second = Scope.Create();
        Tensor t = first.Ones(1);
        Errors.Check(Native.tenure_scope_attach(second.Known(), t.Known()));
        Assert.Same(first, t.OwnerScope);
        Assert.Same(second, t.Scope);
        Errors.Check(Native.tenure_scope_attach(first.Known(), t.Known()));
        Assert.Same(first, t.Scope);
    }

    /// <summary>Threads that ask for the owner while it is moved without its hint get one wrapper, that of its maker.</summary>
    [Fact]
    public void AScopeHasOneWrapper()
    {
        using Scope home = Scope.Create();
        Tensor t = home.Ones(1);
        for (int i = 0; i < 2_000; i++)
        {
            using Scope next = Scope.Create();
            Errors.Check(Native.tenure_scope_attach(next.Known(), t.Known()));
            Assert.Same(next, t.Scope);
            Errors.Check(Native.tenure_scope_attach(home.Known(), t.Known()));
            Assert.Same(home, t.Scope);
        }
    }

    /// <summary>One that no wrapper was made for, as by a library in another language, gets one when somebody asks.</summary>
    [Fact]
    public unsafe void AScopeOfAnotherLanguageHasOneWrapper()
    {
        Tensor t = Tensor.Ones(1);
        ulong foreign;
        Errors.Check(Native.tenure_scope_push(0, &foreign));
        Errors.Check(Native.tenure_scope_attach(foreign, t.Known()));
        var found = new Scope?[4];
        Parallel.For(0, found.Length, i => found[i] = t.Scope);
        Assert.All(found, scope => Assert.Same(found[0], scope));
        Assert.Equal(foreign, found[0]!.Id);
        found[0]!.Close();
        Assert.True(t.IsClosed);
    }

    /// <summary>The part of a ring that another thread began has one wrapper too.</summary>
    [Fact]
    public void ThePartOfARingHasOneWrapper()
    {
        using Scope home = Scope.Create();
        Workspace ring = Workspace.Create(
            TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 2, WorkspaceMode = WorkspaceMode.Single }, home);
        for (int i = 0; i < 8; i++)
        {
            using (ring.Enter())
            {
                Tensor t = Tensor.Ones(1);
                Assert.Same(Scope.Current, t.Scope);
                Assert.Same(t.Scope, ScopeTable.Of(t.Scope!.Id));
                Assert.Same(ring, t.Scope!.Scope);
            }
        }
        Assert.Same(ring, ScopeTable.Of(ring.Id));
    }

    /// <summary>A cell is used again for another wrapper, and forgets the one that it had.</summary>
    [Fact]
    public void ATableOfManyScopesFindsEach()
    {
        var open = new List<Scope>();
        for (int i = 0; i < 3_000; i++)
        {
            Scope scope = Scope.Create();
            Assert.NotEqual(0UL, scope.Id);
            open.Add(scope);
            if (i % 3 == 0)
            {
                open[i / 2].Close();
            }
        }
        Assert.All(open.Where(scope => !scope.IsClosed), scope => Assert.Same(scope, ScopeTable.Of(scope.Id)));
        open.ForEach(scope => scope.Close());
    }
}
