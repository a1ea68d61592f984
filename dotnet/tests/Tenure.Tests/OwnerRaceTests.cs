using Xunit;

namespace Tenure.Tests;

/// <summary>Moves and creations that race a scope's end, a hundred thousand of each kind: one owner, or an error and the old one.</summary>
public sealed class OwnerRaceTests : Balanced
{
    private int _moved;
    private int _refused;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void AnAttachAndTheCloseOfItsTarget(bool owned)
    {
        using Scope? home = owned ? Scope.Create() : null;
        Race.Run(
            round => (target: Scope.Create(), tensor: MadeIn(home, round), moved: new bool[1]),
            (round, _) => round.moved[0] = Count(() => round.target.Attach(round.tensor)),
            (round, _) => round.target.Close(),
            (round, number) =>
            {
                Assert.Equal(round.moved[0], round.tensor.IsClosed);
                if (!round.moved[0])
                {
                    Assert.Same(home, round.tensor.Scope);
                    Assert.Equal((float)number, round.tensor.ToArray<float>()[1]);
                    round.tensor.Dispose();
                }
            });
        // Those that did not move were here, and are disposed by now.
        Assert.Equal(default, home?.Stats ?? default);
        BothHappened();
    }

    [Theory]
    [InlineData("keep")]
    [InlineData("detach")]
    [InlineData("attach")]
    public void AMoveOutAndTheCloseOfTheOwner(string kind)
    {
        using Scope outer = Scope.Create();
        Scope? target = kind == "detach" ? null : outer;
        Race.Run(
            round =>
            {
                Scope inner = Scope.Create(outer);
                return (inner, tensor: MadeIn(inner, round), moved: new bool[1]);
            },
            (round, _) => round.moved[0] = Count(() =>
            {
                Tensor same = kind switch
                {
                    "keep" => round.tensor.MoveToOuterScope(),
                    "detach" => round.tensor.DetachFromScope(),
                    _ => round.tensor.MoveTo(outer),
                };
                Assert.Same(round.tensor, same);
            }),
            (round, _) => round.inner.Close(),
            (round, number) =>
            {
                Assert.Equal(round.moved[0], !round.tensor.IsClosed);
                if (round.moved[0])
                {
                    Assert.Same(target, round.tensor.Scope);
                    Assert.Equal((float)number, round.tensor.ToArray<float>()[1]);
                    round.tensor.Dispose();
                }
            });
        Assert.Equal(default, outer.Stats);
        BothHappened();
    }

    [Fact]
    public void TwoAttachesOfATensor()
    {
        Race.Run(
            round => (first: Scope.Create(), second: Scope.Create(), tensor: MadeIn(null, round)),
            (round, _) => round.tensor.Attach(round.first),
            (round, _) => round.tensor.Attach(round.second),
            (round, _) =>
            {
                Assert.Equal(1L, round.first.Stats.Members + round.second.Stats.Members);
                // The wrapper knows the owner that the core has.
                Assert.Equal(1L, round.tensor.Scope!.Stats.Members);
                round.first.Close();
                round.second.Close();
                Assert.True(round.tensor.IsClosed);
            });
    }

    [Fact]
    public void AnAttachAndTheDisposeOfItsTensor()
    {
        using Scope target = Scope.Create();
        Race.Run(
            round => MadeIn(null, round),
            (tensor, _) => Count(() => target.Attach(tensor)),
            (tensor, _) => tensor.Dispose(),
            (tensor, _) => Assert.Equal((true, 0L), (tensor.IsClosed, target.Stats.Members)));
        BothHappened();
    }

    [Fact]
    public void ACreationAndTheCloseOfTheCurrentScope()
    {
        using Scope outer = Scope.Open();
        Race.Run(
            _ => (scope: Scope.Create(), made: new Tensor?[1]),
            (round, _) =>
            {
                Count(() => round.made[0] = round.scope.Run(() => Tensor.Ones(4)));
                // First came who made it in the scope.
                return round.made[0]?.IsClosed ?? false;
            },
            (round, _) => round.scope.Close(),
            (round, _) =>
            {
                if (round.made[0] is { IsClosed: false } left)
                {
                    // The scope had gone when it was made: the nearest one further out has it.
                    Assert.Same(outer, left.Scope);
                    left.Dispose();
                }
            });
        Assert.Equal(default, outer.Stats);
        Assert.NotEqual(0, _moved);
    }

    [Fact]
    public void AChildAndTheCloseOfItsParent()
    {
        Race.Run(
            _ => (parent: Scope.Create(), child: new Scope?[1]),
            (round, _) => Count(() =>
            {
                round.child[0] = Scope.Create(round.parent);
                round.child[0]!.Attach(Tensor.Ones(2));
            }),
            (round, _) => round.parent.Close(),
            (round, _) => Assert.True(round.child[0] is null or { IsClosed: true }));
        BothHappened();
    }

    [Fact]
    public void AnEscapeAndTheDisposeOfWhatEscapes()
    {
        using Scope outer = Scope.Create();
        Race.Run(
            _ => new Tensor?[3],
            (shared, number) => outer.Run(() => Scope.Using(() =>
            {
                shared[1] = Tensor.Full(number, 2);
                shared[2] = Tensor.Full(number, 2);
                Volatile.Write(ref shared[0], Tensor.Ones(2));
                return shared;
            })),
            (shared, _) =>
            {
                var spin = new SpinWait();
                while (Volatile.Read(ref shared[0]) is null)
                {
                    spin.SpinOnce(sleep1Threshold: -1);
                }
                shared[0]!.Dispose();
            },
            (shared, number) =>
            {
                Assert.True(shared[0]!.IsClosed);
                // The others escape all the same.
                Assert.Same(outer, shared[1]!.Scope);
                Assert.Equal((float)number, shared[2]!.ToArray<float>()[1]);
                shared[1]!.Dispose();
                shared[2]!.Dispose();
            });
        Assert.Equal(default, outer.Stats);
    }

    private static Tensor MadeIn(Scope? scope, int number)
    {
        Tensor tensor = Tensor.Full(number, 2);
        return scope is null ? tensor : scope.Attach(tensor);
    }

    private bool Count(Action move)
    {
        bool answered = Race.Answered(move);
        _ = answered ? _moved++ : _refused++;
        return answered;
    }

    /// <summary>Otherwise nothing has raced, and nothing was tested.</summary>
    private void BothHappened()
    {
        Assert.NotEqual(0, _moved);
        Assert.NotEqual(0, _refused);
    }
}
