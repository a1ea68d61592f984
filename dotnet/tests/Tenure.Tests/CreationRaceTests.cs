using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>A scope comes into native memory, with its first member, while all that its parent owns goes: with it, or after it.</summary>
public sealed class CreationRaceTests : Balanced
{
    [Fact]
    public void WhileItsParentIsEmptied() => Born(() => Scope.Create(), parent => parent.CloseAllBut(), parent => parent.Close(), 100_000);

    [Fact]
    public void WhileTheCycleEnds() => Born(
        () =>
        {
            Workspace workspace = Workspace.Create("births", TestDevice.Workspace with { InitialSize = 4096 });
            workspace.Enter();
            return workspace;
        },
        workspace => workspace.Close(),
        workspace => workspace.Destroy(),
        10_000);

    private static void Born<T>(Func<T> make, Action<T> emptied, Action<T> end, int rounds) where T : Scope
    {
        int gone = 0;
        Race.Run(
            _ =>
            {
                T parent = make();
                return (parent, child: parent.Child());
            },
            (round, _) => Race.Answered(() => round.child.Ones(1)),
            (round, _) => emptied(round.parent),
            (round, _) =>
            {
                long stayed = round.child.IsOpen ? 1L : 0;
                Assert.Equal((stayed, stayed), (round.parent.Stats.Scopes, round.parent.Stats.Tensors));
                gone += 1 - (int)stayed;
                end(round.parent);
            },
            rounds);
        Assert.NotEqual(0, gone);
    }
}
