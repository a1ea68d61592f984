using Tenure.Examples.Digits;

namespace Tenure.Bench;

/// <summary>What a cycle of a workspace costs, and what is made in one.</summary>
internal static class Workspaces
{
    private const string Id = "bench";

    public static IEnumerable<(string Key, Func<double> Measure)> All(string digits)
    {
        yield return ("csharp.workspace_empty", Ended(() => Stopclock.Median(EmptyCycles)));
        yield return ("csharp.workspace_1000_per_tensor", Ended(() => Stopclock.Median(CyclesOf1000, 1000)));
        yield return ("csharp.digits_workspace_us_per_step", Ended(() => Scope.Using(_ => Steps(digits))));
    }

    private static Func<double> Ended(Func<double> measure) => () =>
    {
        double measured = measure();
        Workspace.Get(Id).Destroy();
        return measured;
    };

    /// <summary>By id each time.</summary>
    private static void EmptyCycles(int times)
    {
        for (int i = 0; i < times; i++)
        {
            using Workspace cycle = Workspace.Get(Id).Enter();
        }
    }

    private static void CyclesOf1000(int times)
    {
        for (int done = 0; done < times; done += 1000)
        {
            using Workspace cycle = Workspace.Get(Id).Enter();
            for (int i = 0; i < 1000; i++)
            {
                Tensor.Empty(1024);
            }
        }
    }

    private static double Steps(string digits) => Measurements.DigitSteps(digits, () => Workspace.Get(Id).Enter());
}
