using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;
using static Tenure.Tests.WorkspaceTests;

namespace Tenure.Tests;

/// <summary>Where memory comes from, what is counted, and the policies as far as the wrapper shows them.</summary>
public sealed class WorkspaceMemoryTests : Balanced
{
    private static void AssertBalanced(Workspace workspace)
    {
        WorkspaceStats stats = workspace.WorkspaceStats;
        Assert.Equal(stats.Committed, stats.Live + stats.Unreferenced + stats.Padding + stats.Free);
    }

    [Fact]
    public void WhatOneCycleLearnedTheNextDoesNotAskFor()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        Cycle();
        // One more, in which the block is made.
        Cycle();
        MemoryStats before = TestDevice.Stats();
        for (int i = 0; i < 50; i++)
        {
            Cycle();
        }
        MemoryStats after = TestDevice.Stats();
        Assert.Equal(before.SystemAllocations, after.SystemAllocations);
        WorkspaceStats stats = workspace.WorkspaceStats;
        Assert.Equal((0L, 52L, 1L), (stats.Spilled, stats.Cycle, stats.Workspaces));
        Assert.InRange(stats.Learned, 10 * 4096L, 14 * 4096L);
        IReadOnlyList<WorkspaceCycle> history = workspace.History();
        Assert.Equal(32, history.Count);
        Assert.Equal(Enumerable.Range(21, 32), history.Select(row => (int)row.Cycle));
        Assert.All(history, row => Assert.Equal((10 * 4096L, 0L, false), (row.Offset, row.Spilled, row.Refused)));
        workspace.Destroy();

        void Cycle()
        {
            using (workspace.Enter())
            {
                for (int i = 0; i < 10; i++)
                {
                    Tensor made = Tensor.Empty(1024);
                    Assert.Same(workspace, made.Workspace);
                    AssertBalanced(workspace);
                }
            }
            AssertBalanced(workspace);
        }
    }

    [Fact]
    public void StatsAreTheSumsOfAll()
    {
        Workspace a = Workspace.Create("a", TestDevice.Workspace with { InitialSize = 1 << 16, PolicyAllocation = AllocationPolicy.Strict });
        Workspace b = Workspace.Create("b", TestDevice.Workspace with { InitialSize = 1 << 17, PolicyAllocation = AllocationPolicy.Strict });
        WorkspaceStats total = Workspace.Total();
        Assert.Equal((2L, (1L << 16) + (1L << 17)), (total.Workspaces, total.Committed));
        using (a.Enter())
        using (b.Enter())
        {
            Tensor.Empty(10);
            Assert.Equal((64L, 24L, 40L), (b.WorkspaceStats.Live + b.WorkspaceStats.Padding, b.WorkspaceStats.Padding, b.WorkspaceStats.Allocated));
            // As a scope it counts its members.
            Assert.Equal(1L, ((Scope)b).Stats.Tensors);
            Assert.Equal(0L, a.WorkspaceStats.Allocated);
        }
        Assert.Equal(a.Report() + "\n" + b.Report(), Workspace.TotalReport());
        Assert.Equal($"[{a.ReportJson()},{b.ReportJson()}]", Workspace.TotalReportJson());
        a.Destroy();
        b.Destroy();
        Assert.Equal("", Workspace.TotalReport());
        Assert.Equal(0L, Workspace.Total().Workspaces);
    }

    [Fact]
    public void ToggledOffRequestsAreMetOutside()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { InitialSize = 1 << 16 });
        Assert.Throws<ScopeException>(workspace.ToggleOff);
        using (workspace.Enter())
        {
            using (IDisposable off = workspace.Off())
            {
                Tensor outside = Tensor.Full(1, 1000);
                long taken = workspace.WorkspaceStats.ToggledOff;
                Assert.InRange(taken, 4000L, 4095L);
                Assert.Equal(0L, workspace.WorkspaceStats.Live);
                off.Dispose();
                workspace.ToggleOff();
                off.Dispose();
                Tensor.Empty(10);
                Assert.True(workspace.WorkspaceStats.ToggledOff > taken);
                taken = workspace.WorkspaceStats.ToggledOff;
                workspace.ToggleOn();
                Tensor.Empty(1000);
                Assert.Equal((taken, 4000L), (workspace.WorkspaceStats.ToggledOff, workspace.WorkspaceStats.Live));
                Assert.Equal(1000, outside.Sum().Item());
            }
            long before = workspace.WorkspaceStats.ToggledOff;
            workspace.ToggleOff();
            workspace.ToggleOff();
            workspace.ToggleOn();
            Tensor.Empty(10);
            Assert.NotEqual(before, workspace.WorkspaceStats.ToggledOff);
        }
        Assert.Equal(0L, workspace.WorkspaceStats.ToggledOff);
        IDisposable late;
        using (workspace.Enter())
        {
            late = workspace.Off();
        }
        late.Dispose();
        using (workspace.Enter())
        {
            Tensor.Empty(10);
            Assert.Equal(0L, workspace.WorkspaceStats.ToggledOff);
        }
        workspace.Destroy();
    }

    [Fact]
    public void OutOfWorkspacesMemoryIsThePools()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { InitialSize = 1 << 16 });
        using (workspace.Enter())
        {
            Tensor kept;
            using (Scope outside = Scope.OutOfWorkspaces())
            {
                Assert.Same(outside, Scope.Current);
                Tensor made = Tensor.Full(2, 1000);
                Assert.Null(made.Workspace);
                using (Scope.Open())
                {
                    Assert.Null(Tensor.Ones(1).Workspace);
                }
                Assert.Equal(0L, workspace.WorkspaceStats.Live);
                using (workspace.Enter())
                {
                    Assert.Same(workspace, Tensor.Ones(1).Workspace);
                }
                kept = Tensor.Full(4, 10);
                kept.MoveToOuterScope();
            }
            Assert.Same(workspace, Tensor.Ones(1).Workspace);
            Assert.Equal(40, kept.Sum().Item());
            Assert.Same(workspace, kept.Scope);
        }
        using (Scope outside = Scope.OutOfWorkspaces())
        {
            Assert.Null(outside.Parent);
            Assert.Null(Tensor.Ones(1).Workspace);
        }
        workspace.Destroy();
    }

    [Fact]
    public void InitialisedByHandItSpillsNothingInItsFirstCycle()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { MinSize = 1 << 16 });
        Assert.Equal(0L, workspace.WorkspaceStats.Committed);
        workspace.Initialize();
        Assert.InRange(workspace.WorkspaceStats.Committed, 1L << 16, 1L << 17);
        using (workspace.Enter())
        {
            Assert.Throws<ScopeException>(workspace.Initialize);
            Tensor.Empty(1000);
            Assert.Equal(0L, workspace.WorkspaceStats.Spilled);
        }
        workspace.Destroy();
        Workspace bare = Workspace.Create(TestDevice.Workspace);
        Assert.Throws<ScopeException>(bare.Initialize);
        bare.Destroy();
    }

    [Fact]
    public void FailRefusesWhatDoesNotFitAndChangesNothing()
    {
        var config = TestDevice.Workspace with { InitialSize = 4096, PolicySpill = SpillPolicy.Fail, PolicyAllocation = AllocationPolicy.Strict };
        Workspace workspace = Workspace.Create("tight", config);
        using (workspace.Enter())
        {
            Tensor fits = Tensor.Full(1, 900);
            WorkspaceStats before = workspace.WorkspaceStats;
            ScopeException refused = Assert.Throws<ScopeException>(() => Tensor.Empty(200));
            Assert.Contains("'tight'", refused.Message);
            Assert.Equal(before, workspace.WorkspaceStats);
            Assert.Equal(900, fits.Sum().Item());
        }
        workspace.Destroy();
    }

    [Theory]
    [InlineData(SpillPolicy.External)]
    [InlineData(SpillPolicy.Reallocate)]
    public void SpilledMemoryIsFreedWithItsCycle(SpillPolicy spill)
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { InitialSize = 64, PolicySpill = spill, PolicyAllocation = AllocationPolicy.Strict, PolicyLearning = LearningPolicy.None });
        for (int i = 0; i < 3; i++)
        {
            using (workspace.Enter())
            {
                Tensor made = Tensor.Full(3, 5000);
                Assert.Equal(15000, made.Sum().Item());
            }
            Assert.Equal(0L, workspace.WorkspaceStats.Spilled);
        }
        Assert.Equal(spill == SpillPolicy.Reallocate, workspace.WorkspaceStats.Committed > 64);
        workspace.Destroy();
    }

    [Fact]
    public void ARequestLargerThanARingThatLearnsIsMet()
    {
        int elements = TestDevice.IsElsewhere ? 1 << 16 : 1 << 20;
        foreach (SpillPolicy spill in new[] { SpillPolicy.External, SpillPolicy.Reallocate })
        {
            Workspace ring = Workspace.Create(TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 1, PolicySpill = spill });
            for (int i = 0; i < 5; i++)
            {
                using (ring.Enter())
                {
                    Assert.Equal(elements, Tensor.Ones(elements).Sum().Item());
                }
            }
            Assert.Equal(0L, ring.WorkspaceStats.Spilled);
            ring.Destroy();
        }
    }

    [Fact]
    public void TrainingLearnsAgainWhenACycleNeedsMore()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { PolicyLearning = LearningPolicy.Training, CyclesBeforeInitialization = 2, OverallocationLimit = 0, PolicyAllocation = AllocationPolicy.Strict });
        foreach (int elements in new[] { 100, 1000, 100, 5000, 5000 })
        {
            using (workspace.Enter())
            {
                Tensor.Empty(elements);
            }
        }
        IReadOnlyList<WorkspaceCycle> history = workspace.History();
        Assert.NotEqual(0L, history[3].Spilled);
        Assert.Equal(0L, history[4].Spilled);
        Assert.InRange(workspace.WorkspaceStats.Learned, 20_000L, 21_000L);
        workspace.Destroy();
    }

    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void InAFileItIsTheSame()
    {
        string folder = Directory.CreateTempSubdirectory("tenure-ws-").FullName;
        Workspace workspace = Workspace.Create(TestDevice.Workspace with { PolicyLocation = LocationPolicy.Mmap, TempFilePath = folder, InitialSize = 1 << 16 });
        using (workspace.Enter())
        {
            Assert.Equal(3000, Tensor.Full(3, 1000).Sum().Item());
        }
        // Without a name from the start.
        Assert.Empty(Directory.GetFileSystemEntries(folder));
        workspace.Destroy();
        Directory.Delete(folder);
        Assert.Throws<TensorException>(() => Workspace.Create(TestDevice.Workspace with { PolicyLocation = LocationPolicy.Mmap, TempFilePath = folder, InitialSize = 1 << 16 }));
    }

    [Fact]
    public void WithoutABlockItIsAPlainScope()
    {
        Workspace plain = Workspace.Create(TestDevice.Workspace with { WorkspaceMode = WorkspaceMode.None });
        Tensor made;
        using (plain.Enter())
        {
            made = Tensor.Ones(100);
            Assert.Null(made.Workspace);
            Assert.Same(plain, made.Scope);
        }
        Assert.True(made.IsClosed);
        Assert.Equal(0L, plain.WorkspaceStats.Committed);
        plain.Destroy();
    }

    [Fact]
    public void TheCycleDetectorRefusesTheSecondEntry()
    {
        Workspace a = Workspace.Create("a", TestDevice.Workspace with { UseCycleDetector = true }), b = Workspace.Create("b", TestDevice.Workspace);
        using (a.Enter())
        {
            Tensor first = Tensor.Full(1, 10);
            using (b.Enter())
            {
                Assert.Contains("workspace 'a' is entered again", Assert.Throws<ScopeException>(() => a.Enter()).Message);
                Assert.Same(b, Scope.Current);
            }
            Assert.Equal(10, first.Sum().Item());
            Assert.Equal(1L, a.WorkspaceStats.Depth);
        }
        Assert.False(a.IsEntered);
        a.Destroy();
        b.Destroy();
    }

    [Fact]
    public void LimitsOfScopesAboveHoldInAWorkspace()
    {
        using Scope limited = Scope.Open(new ScopeOptions { Name = "limited", Limit = 10_000 });
        Workspace workspace = Workspace.Create("within", TestDevice.Workspace with { InitialSize = 1 << 16 }, limited);
        using (workspace.Enter())
        {
            Tensor.Empty(1000);
            Assert.Contains("limited", Assert.Throws<NativeMemoryException>(() => Tensor.Empty(2000)).Message);
        }
        workspace.Destroy();
    }

    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void AViewOfTheElementsPinsThemBeyondTheCycle()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        for (int i = 1; i <= 3; i++)
        {
            TensorView<float> view;
            Tensor made;
            using (workspace.Enter())
            {
                made = Tensor.Full(i, 100);
                view = made.View<float>();
                view[0] = i + 1;
                Assert.Equal((100 * i) + 1, made.Sum().Item());
                view[0] = i;
            }
            Assert.True(made.IsClosed);
            using (workspace.Enter())
            {
                Tensor.Full(-1, 100);
                Assert.All(view.Span.ToArray(), value => Assert.Equal(i, value));
                view.Dispose();
            }
        }
        workspace.Destroy();
    }

    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void AViewOfTheElementsIsNeverACopy()
    {
        Workspace workspace = Workspace.Create(TestDevice.Workspace);
        using (workspace.Enter())
        {
            Tensor made = Tensor.Full(1, 100);
            using TensorView<float> view = made.View<float>();
            view[0] = 101;
            Assert.Equal(200, made.Sum().Item());
        }
        workspace.Destroy();
    }
}
