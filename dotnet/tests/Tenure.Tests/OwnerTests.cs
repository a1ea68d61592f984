using Tenure.Interop;
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
        Scope? stranger = t.Scope;
        Assert.Equal(second.Id, stranger!.Id);
        Assert.Same(stranger, t.Scope);
        Errors.Check(Native.tenure_scope_attach(first.Known(), t.Known()));
        Assert.Same(first, t.Scope);
    }

    /// <summary>A thread that has moved something may lose its processor before it has published that.</summary>
    [Fact]
    public void AMoverThatPausesIsWaitedFor()
    {
        using Scope first = Scope.Create();
        using Scope second = Scope.Create();
        Tensor t = first.Ones(1);
        Errors.Check(Native.tenure_scope_attach(second.Known(), t.Known()));
        var mover = new Thread(() =>
        {
            Thread.Sleep(600);
            t.MoveTo(second);
        });
        mover.Start();
        Assert.Same(second, t.Scope);
        mover.Join();
    }
}
