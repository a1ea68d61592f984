using Tenure.Workspaces;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands about workspaces that say what must be true.</summary>
internal sealed class WorkspaceExpectations(Runner runner)
{
    /// <summary>Checks, if the command of <paramref name="words"/> is one to check; else returns false.</summary>
    public bool Run(Words words)
    {
        switch (words.Command)
        {
            case "expect_workspace":
                Counts(runner.Get<Workspace>(words.Next()).WorkspaceStats, words);
                break;
            case "expect_last_cycle":
                LastCycle(runner.Get<Workspace>(words.Next()).History(), words);
                break;
            case "expect_home":
                Home(runner.Get<Tensor>(words.Next()), words.Next());
                break;
            case "expect_report":
                string report = runner.Get<Workspace>(words.Next()).Report(), part = words.Text();
                if (!report.Contains(part, StringComparison.Ordinal))
                {
                    throw new ScenarioFailure($"it has no '{part}':\n{report}");
                }
                break;
            default:
                return false;
        }
        words.End(0);
        return true;
    }

    private void Home(Tensor tensor, string name)
    {
        Workspace? found = tensor.Workspace, wanted = name == "none" ? null : runner.Get<Workspace>(name);
        if (found != wanted)
        {
            throw new ScenarioFailure($"it lies in {found}, {name} was wanted");
        }
    }

    private static void Counts(WorkspaceStats stats, Words words)
    {
        if (stats.Committed != stats.Live + stats.Unreferenced + stats.Padding + stats.Free)
        {
            throw new ScenarioFailure($"the block does not add up: {stats}");
        }
        Pairs(words, key => key switch
        {
            "allocated" => stats.Allocated,
            "live" => stats.Live,
            "unreferenced" => stats.Unreferenced,
            "padding" => stats.Padding,
            "free" => stats.Free,
            "committed" => stats.Committed,
            "spilled" => stats.Spilled,
            "toggled_off" => stats.ToggledOff,
            "pinned" => stats.Pinned,
            "adopted" => stats.Adopted,
            "borrowed" => stats.Borrowed,
            "gradient_standard" => stats.GradientStandard,
            "gradient_external" => stats.GradientExternal,
            "gradient_deferred" => stats.GradientDeferred,
            "cycle" => stats.Cycle,
            "depth" => stats.Depth,
            "learned" => stats.Learned,
            _ => null,
        });
    }

    private static void LastCycle(IReadOnlyList<WorkspaceCycle> history, Words words)
    {
        WorkspaceCycle last = history.Count > 0 ? history[^1] : throw new ScenarioFailure("no cycle was left");
        Pairs(words, key => key switch
        {
            "cycle" => last.Cycle,
            "offset" => last.Offset,
            "spilled" => last.Spilled,
            "pinned" => last.Pinned,
            "learned" => last.Learned,
            _ => null,
        });
    }

    private static void Pairs(Words words, Func<string, long?> of)
    {
        do
        {
            string key = words.Next();
            long found = of(key) ?? throw new ScenarioFailure($"{key} is not counted");
            Expectations.Count(key, found, words.Integer());
        }
        while (words.Left > 0);
    }
}
