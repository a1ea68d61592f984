using Xunit;

namespace Tenure.Tests;

/// <summary>Loans that begin, return and end on two threads at once, a hundred thousand of each kind: one owner, and the right one.</summary>
public sealed class LoanRaceTests : Balanced
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ALoanAndTheCloseOfItsBorrower(bool owned)
    {
        using Scope? home = owned ? Scope.Create() : null;
        int lent = 0, refused = 0;
        Race.Run(
            round => (tensor: MadeIn(home, round), borrower: Scope.Create()),
            (round, _) =>
            {
                bool taken = Race.Answered(() => round.borrower.TempAttach(round.tensor));
                _ = taken ? lent++ : refused++;
                return taken;
            },
            (round, _) => round.borrower.Close(),
            (round, number) =>
            {
                // Lent and returned, or never lent.
                Assert.Same(home, round.tensor.Scope);
                Assert.Equal((float)number, round.tensor.ToArray<float>()[1]);
                round.tensor.Dispose();
            });
        Assert.NotEqual(0, lent);
        Assert.NotEqual(0, refused);
    }

    [Fact]
    public void AReturnAndTheCloseOfTheOrigin() => Race.Run(
        Lent,
        (loan, _) => loan.Borrower.Close(),
        (loan, _) => loan.Home.Close(),
        // Returned and released there, or released for want of a home.
        (loan, _) => Assert.True(loan.Tensor.IsClosed));

    [Fact]
    public void AReturnAndTheDisposeOfWhatWasLent() => Race.Run(
        Lent,
        (loan, _) => loan.Borrower.Close(),
        (loan, _) => loan.Tensor.Dispose(),
        (loan, _) =>
        {
            Assert.Equal((true, 0L), (loan.Tensor.IsClosed, loan.Home.Stats.Members));
            loan.Home.Close();
        });

    [Fact]
    public void AReturnAndAMoveElsewhere()
    {
        using Scope other = Scope.Create();
        Race.Run(
            Lent,
            (loan, _) => loan.Borrower.Close(),
            (loan, _) => loan.Tensor.MoveTo(other),
            (loan, number) =>
            {
                // The move ends the loan, or takes it from its home: in neither case does the borrower take it along.
                Assert.Same(other, loan.Tensor.Scope);
                Assert.Equal((float)number, loan.Tensor.ToArray<float>()[1]);
                loan.Home.Close();
                loan.Tensor.Dispose();
            });
    }

    /// <summary>It leaves its borrower, or comes home first and leaves that: its wrapper says which of the two it was.</summary>
    [Fact]
    public void AReturnAndAMoveOut()
    {
        using Scope borrowers = Scope.Create(), homes = Scope.Create();
        int left = 0, cameHome = 0;
        Race.Run(
            number =>
            {
                Scope home = homes.Child(), borrower = borrowers.Child();
                return new Loan(borrower.TempAttach(MadeIn(home, number)), home, borrower);
            },
            (loan, _) =>
            {
                loan.Borrower.Close();
                return loan.Tensor.Scope != borrowers;
            },
            (loan, _) =>
            {
                // Refused while it is on its way home.
                while (!Race.Answered(() => loan.Tensor.MoveToOuterScope()))
                {
                    Thread.SpinWait(1);
                }
            },
            (loan, _) =>
            {
                Scope? owner = loan.Tensor.Scope;
                ulong said;
                Assert.Equal((0, true), (OwnerOf(loan.Tensor, out said), said == owner?.Handle));
                _ = owner == borrowers ? left++ : cameHome++;
                loan.Tensor.Dispose();
                loan.Home.Close();
            });
        Assert.True(left > 0 && cameHome > 0, $"{left} left, {cameHome} came home first");
    }

    /// <summary>What a body returns goes to where its scope was lent, or to where that has come home to.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void AReturnOfABodysScopeAndWhatEscapesFromIt(int escaping)
    {
        using Scope home = Scope.Create();
        int toBorrower = 0, toHome = 0;
        // The close waits for the body, so it is the body that is given a longer way while the close is late.
        int stay = 0;
        Race.Run(
            _ => (Borrower: Scope.Create(), Escaped: new Tensor?[1], In: new bool[1]),
            (round, _) =>
            {
                while (!Volatile.Read(ref round.In[0]))
                {
                    Thread.Yield();
                }
                round.Borrower.Close();
                bool first = Volatile.Read(ref round.Escaped[0]) is null;
                Volatile.Write(ref stay, Math.Max(0, stay + (first ? -100 : 10)));
                return first;
            },
            (round, _) =>
            {
                Tensor[] made = [];
                Race.Answered(() => home.Run(() => Scope.Using(() =>
                {
                    round.Borrower.TempAttach(Scope.Current!);
                    made = [.. Enumerable.Range(0, escaping).Select(_ => Tensor.Ones(1))];
                    Volatile.Write(ref round.In[0], true);
                    Thread.SpinWait(Volatile.Read(ref stay));
                    return made;
                })));
                Volatile.Write(ref round.Escaped[0], made[0]);
            },
            (round, _) =>
            {
                Tensor escaped = round.Escaped[0]!;
                if (!escaped.IsClosed)
                {
                    Scope? owner = escaped.Scope;
                    ulong said;
                    Assert.Equal((0, true), (OwnerOf(escaped, out said), said == (owner?.Handle ?? 0)));
                    _ = owner == home ? toHome++ : toBorrower++;
                    home.CloseAllBut();
                }
                else
                {
                    toBorrower++;
                }
            });
        Assert.True(toHome > 0 && toBorrower > 0, $"{toHome} home, {toBorrower} to the borrower");
    }

    private static unsafe int OwnerOf(Tensor tensor, out ulong owner)
    {
        fixed (ulong* answer = &owner)
        {
            return Interop.Native.tenure_scope_owner(tensor.Handle, answer);
        }
    }

    [Fact]
    public void TheTwoEndsOfAChain() => Race.Run(
        round =>
        {
            Loan loan = Lent(round);
            Scope second = Scope.Create();
            second.TempAttach(loan.Tensor);
            return (loan, second);
        },
        (chain, _) => chain.loan.Borrower.Close(),
        (chain, _) => chain.second.Close(),
        (chain, number) =>
        {
            Assert.Same(chain.loan.Home, chain.loan.Tensor.Scope);
            Assert.Equal((float)number, chain.loan.Tensor.ToArray<float>()[1]);
            chain.loan.Home.Close();
            Assert.True(chain.loan.Tensor.IsClosed);
        });

    private sealed record Loan(Tensor Tensor, Scope Home, Scope Borrower);

    private static Loan Lent(int number)
    {
        Scope home = Scope.Create(), borrower = Scope.Create();
        return new Loan(borrower.TempAttach(MadeIn(home, number)), home, borrower);
    }

    private static Tensor MadeIn(Scope? scope, int number)
    {
        Tensor tensor = Tensor.Full(number, 2);
        return scope is null ? tensor : scope.Attach(tensor);
    }
}
