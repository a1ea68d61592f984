using Tenure.Models;
using Tenure.Reports;
using Tenure.Workspaces;
using static Tenure.Examples.WorkspaceSample.Promises;

namespace Tenure.Examples.WorkspaceSample;

/// <summary>The parts of the sample.</summary>
internal static class Samples
{
    /// <summary>A block from the start, host memory only; a tensor in it, changed in place; all of it gone at the end of the blocks.</summary>
    public static void OfTheRecord()
    {
        // The record has 1 GB; what is committed counts against the limit, and not every machine that tests has that to spare.
        const long Size = 64L << 20;
        var config = new WorkspaceConfig { InitialSize = Size, PolicyMirroring = MirroringPolicy.HostOnly };
        Workspace workspace = Workspace.Create("sample", config);
        Tensor input;
        using (workspace.Enter())
        {
            using (input = Tensor.Ones(32, 32))
            {
                input.MulInPlace(2);
                Hold(input.Workspace == workspace && input.Sum().Item() == 2048, "32 x 32 lie in the workspace, times 2 the sum is 2048");
            }
            input = Tensor.Ones(32, 32);
        }
        try
        {
            input.Sum();
            Hold(false, "a tensor of a cycle that was left is refused");
        }
        catch (ClosedException refused)
        {
            Hold(true, $"refused: {refused.Message}");
        }
        Hold(workspace.WorkspaceStats.Committed >= Size, $"the block is there for the next cycle: {workspace}");
        workspace.Destroy();
        Hold(Workspace.Total().Committed == 0, "destroyed, it has given all back");
    }

    /// <summary>Without a size it learns one from its first cycle, and asks for nothing after the second.</summary>
    public static void Learned()
    {
        Workspace batch = Workspace.Get("batch", new WorkspaceConfig
        {
            OverallocationLimit = 0.2,
            PolicyLearning = LearningPolicy.Optimized,
            PolicySpill = SpillPolicy.External,
            TempBlockSize = 1 << 16,
        });
        MemoryStats before = default;
        for (int cycle = 1; cycle <= 5; cycle++)
        {
            if (cycle == 3)
            {
                before = TenureRuntime.Stats();
            }
            using (batch.Enter())
            {
                Tensor x = Tensor.Full(cycle, 64, 64);
                x.MatMul(x).Add(1).Relu().Sum().Item();
            }
        }
        MemoryStats after = TenureRuntime.Stats();
        Hold(
            (after.Allocations, after.SystemAllocations) == (before.Allocations, before.SystemAllocations),
            "cycles 3 to 5 asked neither the pool nor the system for memory");
        Console.Write(batch.Report());
        batch.Destroy();
    }

    /// <summary>Workspaces in workspaces: what stays, what is copied to the other one, what is nobody's.</summary>
    public static void Nested()
    {
        using Scope program = Scope.Open();
        Workspace outer = Workspace.Get("outer"), inner = Workspace.Get("inner");
        var best = new List<Tensor>();
        for (int epoch = 0; epoch < 3; epoch++)
        {
            using (outer.Enter())
            {
                Tensor sum = Tensor.Zeros(8), last = sum;
                for (int batch = 0; batch < 4; batch++)
                {
                    using (inner.Enter())
                    {
                        Tensor loss = Tensor.Full(epoch + batch, 8) * 2;
                        sum.AddInPlace(loss);
                        last = loss.LeverageTo("outer");
                        using (outer.Enter())
                        {
                            Tensor.Ones(2);
                        }
                        using (inner.Off())
                        using (Scope.OutOfWorkspaces())
                        {
                            Hold(Tensor.Ones(2).Workspace is null, $"epoch {epoch}, batch {batch}: out of workspaces memory is the pool's");
                        }
                    }
                }
                Hold(last.Workspace == outer && last.Mean().Item() == (2 * epoch) + 6, "leveraged, the last loss has outlived its batch");
                best.Add(sum.MoveToOuterScope());
                using Tensor alone = sum.LeverageOrDetach("there is none");
                Hold(alone.Scope is null && alone.Workspace is null, "detached, it is nobody's");
            }
        }
        Hold(best[^1].Mean().Item() == 28 && best[^1].Scope == program, "moved out, the sums have outlived their epochs");
        Hold(Scope.Current == program, "what was current is current again");
        inner.Destroy();
        outer.Destroy();
    }

    /// <summary>Batch c is read while batch c + 1 is filled; it goes when batch c + 2 is begun.</summary>
    public static void Ring()
    {
        Workspace ring = Workspace.Create("prefetch", new WorkspaceConfig
        {
            PolicyReset = ResetPolicy.EndOfBufferReached,
            OverallocationLimit = 1,
        });
        var batches = new List<Tensor>();
        for (int batch = 0; batch < 10; batch++)
        {
            using (ring.Enter())
            {
                batches.Add(Tensor.Full(batch, 1000));
                if (batch > 0 && batches[batch - 1].Mean().Item() != batch - 1)
                {
                    Hold(false, $"batch {batch - 1} is there while {batch} is made");
                }
            }
        }
        Hold(batches.Count(batch => !batch.IsClosed) == 2, "of ten batches the last two are there");
        ring.Destroy();
    }
}
