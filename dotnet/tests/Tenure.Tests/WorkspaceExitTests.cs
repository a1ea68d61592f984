using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>The ways out of a workspace, what holds memory past its cycle, and what is said of misuse.</summary>
public sealed class WorkspaceExitTests : Balanced
{
    private static readonly WorkspaceConfig Small = TestDevice.Workspace with { InitialSize = 1 << 16 };

    public static TheoryData<string> Ways => ["keep", "move out", "detach", "move to", "attach", "ret", "leverage", "leverage by name", "detach by name", "migrate"];

    /// <summary>What goes out has the values it had, and the next cycle's do not reach it.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void WhatIsTakenOutIsCopied(string way)
    {
        Workspace other = Workspace.Get("other", Small);
        using Scope outer = Scope.Open();
        other.Enter();
        Workspace workspace = Workspace.Create("batch", Small);
        Tensor kept, made;
        using (workspace.Enter())
        {
            made = Tensor.Of([1f, 2, 3, 4], 2, 2);
            using Tensor view = made.Transpose();
            kept = Out(way, view, workspace, outer, other);
            Assert.Equal([1f, 3, 2, 4], kept.ToArray<float>());
            Assert.Equal(way.Contains("leverage") || way is "keep" or "move out" ? other : null, kept.Workspace);
            made.Fill(-1);
        }
        using (workspace.Enter())
        {
            Tensor.Full(-2, 4);
            Assert.Equal([1f, 3, 2, 4], kept.ToArray<float>());
        }
        Assert.True(made.IsClosed);
        workspace.Destroy();
        Assert.Equal([1f, 3, 2, 4], kept.ToArray<float>());
        other.Dispose();
        Assert.Equal(kept.IsClosed, way.Contains("leverage") || way is "keep" or "move out");
        kept.Dispose();
        other.Destroy();
    }

    private static Tensor Out(string way, Tensor tensor, Workspace workspace, Scope outer, Workspace other)
    {
        switch (way)
        {
            case "keep":
                Tensor kept = workspace.Keep(tensor.Copy());
                Assert.Same(other, kept.Scope);
                return kept;
            case "move out":
                return tensor.Copy().MoveToOuterScope();
            case "detach":
                Tensor detached = tensor.Copy().DetachFromScope();
                Assert.Null(detached.Scope);
                return detached;
            case "move to":
                return tensor.Copy().MoveTo(outer);
            case "attach":
                Tensor attached = outer.Attach(tensor.Copy());
                Assert.Same(outer, attached.Scope);
                return attached;
            case "ret":
                Tensor returned = workspace.Ret(tensor.Copy());
                Assert.Same(other, returned.Scope);
                return returned.MoveTo(outer);
            case "leverage":
                Tensor leveraged = tensor.LeverageTo(other);
                Assert.Same(other, leveraged.Scope);
                return leveraged;
            case "leverage by name":
                Assert.Throws<InvalidArgumentException>(() => tensor.LeverageTo("nobody's"));
                return tensor.LeverageTo("other");
            case "detach by name":
                Tensor alone = tensor.LeverageOrDetach("nobody's");
                Assert.Null(alone.Scope);
                return alone;
            default:
                return outer.Run(tensor.Migrate);
        }
    }

    [Fact]
    public void LeveragedWhereItLiesItIsASecondReference()
    {
        Workspace workspace = Workspace.Get("here", Small);
        using (workspace.Enter())
        {
            Tensor made = Tensor.Zeros(4);
            Tensor alias = made.LeverageTo(workspace), migrated = made.Migrate(), named = made.LeverageOrDetach("here");
            made.Fill(5);
            Assert.Equal((20, 20, 20), (alias.Sum().Item(), migrated.Sum().Item(), named.Sum().Item()));
        }
        workspace.Destroy();
        Tensor free = Tensor.Ones(3);
        using (Tensor again = free.Migrate())
        {
            Assert.Null(again.Scope);
            free.Fill(2);
            Assert.Equal(6, again.Sum().Item());
        }
        free.Dispose();
    }

    [Fact]
    public void LeveragedToARingItGoesWithTheCycle()
    {
        Workspace ring = Workspace.Create("ring", TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 1, InitialSize = 4096 });
        using Tensor free = Tensor.Full(3, 4);
        ring.Enter();
        Tensor copy = free.LeverageTo(ring);
        Assert.Same(ring, copy.Workspace);
        ring.Dispose();
        ring.Enter().Dispose();
        Assert.Equal(12, copy.Sum().Item());
        ring.Enter();
        Assert.True(copy.IsClosed);
        Tensor kept = Tensor.Full(5, 4).MoveToOuterScope();
        Assert.Null(kept.Scope);
        ring.Dispose();
        ring.Destroy();
        Assert.Equal(20, kept.Sum().Item());
        kept.Dispose();
    }

    [Fact]
    public void WhatLeavingKeepsGoesWhereItWasEntered()
    {
        using Scope outer = Scope.Open();
        Workspace workspace = Workspace.Create("batch", Small);
        Assert.Contains("left but not entered", Assert.Throws<ScopeException>(() => workspace.Leave()).Message);
        workspace.Enter();
        Tensor made = Tensor.Full(1, 4), deep, gone = Tensor.Ones(4);
        workspace.Enter();
        Scope child = Scope.Open();
        deep = Tensor.Full(2, 4);
        // Of an inner level nothing goes, so nothing is to be kept.
        workspace.Leave(made);
        Assert.Same(workspace, made.Scope);
        Assert.Same(child, Scope.Current);
        workspace.Leave(made, deep, outer);
        Assert.Same(outer, Scope.Current);
        Assert.Equal((outer, outer, true, true), (made.Scope, deep.Scope, gone.IsClosed, child.IsClosed));
        Assert.Equal((4, 8), (made.Sum().Item(), deep.Sum().Item()));
        workspace.Enter();
        Assert.Throws<ClosedException>(() => workspace.Leave(gone));
        Assert.True(workspace.IsEntered);
        Assert.Same(workspace, Scope.Current);
        workspace.Leave();
        workspace.Destroy();
        Assert.Throws<ClosedException>(() => workspace.Leave());
        Assert.Throws<ArgumentNullException>(() => workspace.Leave((Tensor)null!));
    }

    [Fact]
    public void MovesMeetTheRefusalsOfTheirTargetsAndChangeNothing()
    {
        using Scope capped = Scope.Create(options: new ScopeOptions { Name = "capped" });
        capped.Cap();
        Workspace workspace = Workspace.Create("batch", Small);
        using (workspace.Enter())
        {
            Tensor made = Tensor.Full(3, 10);
            Assert.Throws<ScopeException>(() => made.MoveTo(capped));
            Assert.Same(workspace, made.Scope);
            Assert.Same(workspace, made.Workspace);
            Assert.Throws<ScopeException>(() => capped.TempAttach(made));
            using Scope open = Scope.Create();
            Assert.Equal(Status.Workspace, Assert.Throws<ScopeException>(() => open.TempAttach(made)).Status);
            Assert.Equal(30, made.Sum().Item());
        }
        workspace.Destroy();
    }

    [Fact]
    public void WhatIsLentToAWorkspaceGoesHomeWithItsCycle()
    {
        using Scope home = Scope.Create();
        Tensor lent = home.Full(2, 10), nobodys = Tensor.Full(3, 10);
        Workspace workspace = Workspace.Create("borrower", Small);
        for (int i = 0; i < 2; i++)
        {
            using (workspace.Enter())
            {
                workspace.TempAttach(lent);
                workspace.TempAttach(nobodys);
                Assert.Same(workspace, lent.Scope);
                Assert.Same(workspace, nobodys.Scope);
                Assert.NotEqual(0L, workspace.WorkspaceStats.Borrowed);
            }
            Assert.Same(home, lent.Scope);
            Assert.Null(nobodys.Scope);
            Assert.Equal((20, 30), (lent.Sum().Item(), nobodys.Sum().Item()));
        }
        // Adopted for good it goes with the cycle.
        using (workspace.Enter())
        {
            workspace.Attach(lent);
            Assert.Null(lent.Workspace);
            Assert.NotEqual(0L, workspace.WorkspaceStats.Adopted);
        }
        Assert.True(lent.IsClosed);
        nobodys.Dispose();
        workspace.Destroy();
    }

    [Fact]
    public void AResultEscapesIntoTheCycleAndAChildScopeOutOfIt()
    {
        using Scope outer = Scope.Open();
        Workspace workspace = Workspace.Create("batch", Small);
        Tensor result;
        Scope child;
        Tensor inside;
        using (workspace.Enter())
        {
            result = Scope.Using(() => Tensor.Ones(10) * 2);
            Assert.Same(workspace, result.Scope);
            result.MoveToOuterScope();
            child = Scope.Create(workspace);
            inside = child.Full(7, 10);
            Assert.Same(workspace, inside.Workspace);
            child.MoveTo(outer);
            Assert.Null(inside.Workspace);
        }
        Assert.Equal((20, 70), (result.Sum().Item(), inside.Sum().Item()));
        Assert.Same(outer, result.Scope);
        Assert.Same(outer, child.Scope);
        Assert.Same(child, inside.Scope);
        workspace.Destroy();
    }

    [Fact]
    public void ATapeOfAnEndedCycleKeepsWhatItNeeds()
    {
        Workspace workspace = Workspace.Create("trained", Small);
        using Tape tape = Tape.Open();
        using Tensor weight = Tensor.Full(3, 100);
        Tensor watched = tape.Watch(weight), loss;
        using (workspace.Enter())
        {
            // What exp saves is its result, in the block.
            loss = watched.Exp().Sum().MoveToOuterScope();
        }
        Assert.Equal(400L, workspace.WorkspaceStats.Pinned);
        using (workspace.Enter())
        {
            Tensor.Full(-1, 1000);
        }
        Tensor[] gradients = tape.Backward(loss, watched);
        Assert.All(gradients[0].ToArray<float>(), value => Assert.Equal(MathF.Exp(3), value, 1e-4));
        gradients[0].Dispose();
        watched.Dispose();
        loss.Dispose();
        workspace.Destroy();
    }

    [Fact]
    public void StrictRefusesToLeaveWhatIsHeldAndIsStillEntered()
    {
        Workspace strict = Workspace.Create("strict", Small with { Strict = true });
        strict.Enter();
        Tensor made = Tensor.Full(3, 100);
        Tape tape = Tape.Open().DetachFromScope();
        using Tensor weight = Scope.Create().Full(1, 100);
        tape.Watch(weight).Exp();
        ScopeException refused = Assert.Throws<ScopeException>(strict.Dispose);
        Assert.Equal(Status.Workspace, refused.Status);
        Assert.Contains("'strict'", refused.Message);
        Assert.True(strict.IsEntered);
        Assert.Same(strict, Scope.Current);
        Assert.Equal(300, made.Sum().Item());
        tape.Dispose();
        strict.Dispose();
        Assert.False(strict.IsEntered);
        Assert.Null(Scope.Current);
        strict.Destroy();
    }

    [Fact]
    public void ReportsNameTheCycles()
    {
        Workspace workspace = Workspace.Create("reported", Small);
        for (int i = 0; i < 3; i++)
        {
            using (workspace.Enter())
            {
                Tensor.Empty(1024);
            }
        }
        Assert.Contains("workspace 'reported'", workspace.Report());
        Assert.Contains("offset", workspace.Report());
        using var json = System.Text.Json.JsonDocument.Parse(workspace.ReportJson());
        Assert.Equal(3, json.RootElement.GetProperty("cycles").GetArrayLength());
        Assert.Equal(4096, json.RootElement.GetProperty("cycles")[2].GetProperty("offset").GetInt64());
        Assert.Equal("Workspace 'reported'(cycle 3, " + workspace.WorkspaceStats.Committed + " bytes)", workspace.ToString());
        workspace.Destroy();
    }

    [Fact]
    public void TheFiveMisusesAreNamedWithTheirSiteAndWhatWouldHaveServed()
    {
        TenureRuntime.LeakLevel = LeakLevel.All;
        try
        {
            // Not left.
            WorkspaceTests.OnAnotherThread(() => Workspace.Get("left open", TestDevice.Workspace).Enter());
            WorkspaceTests.Eventually(() => Workspace.Total().Workspaces == 0);
            Misused("left open", "not_closed", "leave");
            // For too long: without an end.
            Workspace endless = Workspace.Create("endless", Small with { InitialSize = 0 });
            using (endless.Enter())
            {
                Tensor.Empty(1000);
            }
            using (endless.Enter())
            {
                for (int i = 0; i < 50; i++)
                {
                    Tensor.Empty(1000);
                }
                Misused("endless", "used_too_long", "initialSize");
            }
            endless.Destroy();
            // Held past the cycle.
            Workspace holding = Workspace.Create("holding", Small);
            Tensor stale;
            using (holding.Enter())
            {
                stale = Tensor.Ones(10);
            }
            Assert.Throws<ClosedException>(() => stale.Item());
            Misused("holding", "held_past_the_cycle", "keep");
            holding.Destroy();
            // Too many.
            Workspace[] idle = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount + 65).Select(_ => Workspace.Create("idle", Small))];
            Misused("idle", "too_many", "SINGLE");
            Array.ForEach(idle, one => one.Destroy());
            // The wrong size.
            Workspace tight = Workspace.Create("tight", TestDevice.Workspace with { InitialSize = 64, PolicyLearning = LearningPolicy.None });
            using (tight.Enter())
            {
                Tensor.Empty(10_000);
            }
            Misused("tight", "wrong_configuration", "\"initialSize\":40000");
            tight.Destroy();
        }
        finally
        {
            TenureRuntime.ForgetLeaks();
            TenureRuntime.LeakLevel = LeakLevel.Off;
        }

        static void Misused(string name, string kind, string serves)
        {
            WorkspaceMisuse misuse = Assert.Single(Workspace.Misuses(), misuse => misuse.Workspace == name && misuse.Kind == kind);
            Assert.Contains("WorkspaceExitTests.cs", misuse.Site);
            Assert.Contains(serves, misuse.Serves);
            Assert.Contains($"'{name}'", misuse.ToString());
        }
    }
}
