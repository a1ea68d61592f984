using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>What a scope borrows goes back; the wrapper says so at every step, and the collector does not come between.</summary>
public sealed class LoanTests : Balanced
{
    [Fact]
    public void ALoanGoesBackWhenTheBorrowerCloses()
    {
        using Scope origin = Scope.Create();
        Scope borrower = Scope.Create();
        Tensor tensor = origin.Full(3, 2);
        Assert.Same(tensor, borrower.TempAttach(tensor));
        Assert.Same(borrower, tensor.Scope);
        borrower.Close();
        Assert.Same(origin, tensor.Scope);
        Assert.Equal([3f, 3f], tensor.ToArray<float>());
        origin.Close();
        Assert.True(tensor.IsClosed);
    }

    /// <summary>A lends to B, B to C; the borrowers close in any order.</summary>
    [Theory]
    [InlineData("bc", "ca")]
    [InlineData("cb", "ba")]
    [InlineData("ac", "cb")]
    public void ChainsUnwindInAnyOrder(string closes, string owners)
    {
        var scopes = new Dictionary<char, Scope> { ['a'] = Scope.Create(), ['b'] = Scope.Create(), ['c'] = Scope.Create() };
        Tensor tensor = scopes['a'].Full(3, 2);
        scopes['b'].TempAttach(tensor);
        scopes['c'].TempAttach(tensor);
        for (int i = 0; i < closes.Length; i++)
        {
            scopes[closes[i]].Close();
            Assert.Same(scopes[owners[i]], tensor.Scope);
            Assert.Equal([3f, 3f], tensor.ToArray<float>());
        }
        foreach (Scope scope in scopes.Values)
        {
            scope.Close();
        }
        Assert.True(tensor.IsClosed);
    }

    [Fact]
    public void WithoutACurrentScopeTheBorrowerOwnsResultsThenTheOrigin()
    {
        using Scope origin = Scope.Create();
        Scope borrower = Scope.Create();
        Tensor tensor = borrower.TempAttach(origin.Ones(2));
        Assert.Same(borrower, tensor.Add(1).Scope);
        borrower.Close();
        Assert.Same(origin, tensor.Add(1).Scope);
    }

    [Fact]
    public void WhatNobodyOwnedIsNobodysAgainAndStillHasABackstop()
    {
        Forget();
        CollectUntil(() => Tensors == 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            Tensor tensor = Tensor.Ones(2);
            using (Scope borrower = Scope.Create())
            {
                borrower.TempAttach(tensor);
                Assert.Same(borrower, tensor.Scope);
            }
            Assert.Null(tensor.Scope);
            Assert.Equal([1f, 1f], tensor.ToArray<float>());
        }
    }

    [Fact]
    public void TheOriginOfALoanInUseIsNotCollected()
    {
        using Scope borrower = Scope.Create();
        Tensor tensor = Lent(borrower);
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
        }
        Assert.Equal(2, Scopes);
        borrower.Close();
        Assert.Equal([3f, 3f], tensor.ToArray<float>());
        GC.KeepAlive(tensor);
        tensor = null!;
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Tensor Lent(Scope borrower) => borrower.TempAttach(Scope.Create().Full(3, 2));
    }

    [Fact]
    public void ALentScopeIsOpenWhereverItIs()
    {
        using Scope origin = Scope.Create();
        Scope borrower = Scope.Create();
        Scope lent = origin.Child();
        Tensor inside = lent.Ones(2);
        borrower.TempAttach(lent);
        Assert.Same(borrower, lent.Scope);
        lent.Run(() => Assert.Same(lent, Scope.Current));
        borrower.Close();
        Assert.Same(origin, lent.Scope);
        lent.Run(() => Assert.Same(lent, Scope.Current));
        origin.Close();
        lent.Run(() => Assert.Null(Scope.Current));
        Assert.True(inside.IsClosed);
    }

    [Fact]
    public void CloseAllButSendsLoansHome()
    {
        using Scope origin = Scope.Create();
        using Scope borrower = Scope.Create();
        Tensor back = borrower.TempAttach(origin.Ones(2)), kept = borrower.TempAttach(origin.Ones(2));
        borrower.CloseAllBut(kept);
        Assert.Same(origin, back.Scope);
        Assert.Same(borrower, kept.Scope);
        origin.Close();
        Assert.False(kept.IsClosed);
    }

    [Fact]
    public void AReturnedLoanEscapesAsAnythingElse()
    {
        using Scope outer = Scope.Open();
        using Scope origin = Scope.Create();
        Tensor lent = origin.Ones(2);
        Scope.Using(scope => scope.TempAttach(lent));
        Assert.Same(outer, lent.Scope);
        Assert.Equal((0L, 0L, 0L, 0L), Counts(origin));
    }

    /// <summary>Lent over and over, always to a scope that has it next to the one that had it before.</summary>
    [Fact]
    public void LendingToAndFroKeepsOnePlaceInEachScope()
    {
        using Scope origin = Scope.Create();
        using Scope a = Scope.Create();
        using Scope b = Scope.Create();
        Tensor tensor = origin.Ones(2);
        for (int i = 0; i < 1_000; i++)
        {
            a.TempAttach(tensor);
            b.TempAttach(tensor);
            origin.TempAttach(tensor);
        }
        Assert.Equal(3, Interop.Places.Scopes(tensor.Holder).Count());
        Assert.Same(origin, tensor.Scope);
        b.Close();
        a.Close();
        Assert.Same(origin, tensor.Scope);
        origin.Close();
        Assert.True(tensor.IsClosed);
    }

    [Fact]
    public void ALoanThatEndedLeavesNoTrace()
    {
        using Scope origin = Scope.Create();
        Tensor tensor = origin.Ones(2);
        Scope borrower = Scope.Create();
        borrower.TempAttach(tensor);
        for (int i = 0; i < 1_000; i++)
        {
            Scope next = Scope.Create();
            next.TempAttach(tensor);
            borrower.Close();
            borrower = next;
        }
        Assert.Same(borrower, tensor.Scope);
        Assert.InRange(Interop.Places.Scopes(tensor.Holder).Count(), 1, 3);
        borrower.Close();
        Assert.Same(origin, tensor.Scope);
    }

    [Fact]
    public void ALentScopeIsNoRingWhenItsOriginWasMovedIntoIt()
    {
        Scope origin = Scope.Create(), borrower = Scope.Create();
        Scope lent = origin.Child();
        lent.Ones(2);
        origin.Ones(2);
        borrower.TempAttach(lent);
        origin.MoveTo(lent);
        borrower.Close();
        // Whatever became of them, every question has an answer, and what is alive can be closed.
        _ = (lent.IsClosed, origin.IsClosed, lent.Root, origin.Root, Interop.Owner.IsBelow(lent, origin));
        lent.Run(() => Scope.Current);
        lent.Close();
        origin.Close();
    }

    [Fact]
    public void MovingOrDisposingEndsALoan()
    {
        using Scope origin = Scope.Create();
        using Scope elsewhere = Scope.Create();
        Scope borrower = Scope.Create();
        Tensor moved = borrower.TempAttach(origin.Ones(2)).MoveTo(elsewhere);
        Tensor detached = borrower.TempAttach(origin.Ones(2)).DetachFromScope();
        Tensor disposed = borrower.TempAttach(Tensor.Ones(2));
        disposed.Dispose();
        borrower.Close();
        Assert.Same(elsewhere, moved.Scope);
        Assert.Null(detached.Scope);
        Assert.Equal(2, Tensors);
        detached.Dispose();
    }
}
