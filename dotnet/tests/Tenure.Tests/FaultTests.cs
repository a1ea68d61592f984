using System.Globalization;
using System.Text.RegularExpressions;
using Tenure.Tests.Scenarios;
using Xunit;

namespace Tenure.Tests;

/// <summary>
/// The limit of a scope refuses each request for memory of operations that are made of others: the call fails with a typed exception,
/// leaves nothing, changes no operand, and does afterwards what it does without a limit.
/// </summary>
public sealed partial class FaultTests : Balanced
{
    private readonly HashSet<string> _commands = [];
    private int _refused;

    /// <summary>tests/scenarios/composites.txt has twenty of them, and the values that must come out.</summary>
    [Fact]
    public void EachRequestOfTwentyCompositesMayBeRefused()
    {
        string file = Path.Combine(Tools.Metadata("RepoRoot"), "tests", "scenarios", "composites.txt");
        using (Scope scope = Scope.Open())
        {
            Assert.Equal(0, scope.Stats.Bytes); // from here on it is there natively, so the runner counts it
            using var all = new Runner(file, (runner, command, call) => Attempts(scope, runner, command, call));
            all.Run();
        }
        TestContext.Current.SendDiagnosticMessage($"{_refused} requests were refused");
        // Fewer than there are requests: the limit that lets one through lets all through that fit beside what is freed meanwhile.
        Assert.InRange(_commands.Count, 20, int.MaxValue);
        Assert.InRange(_refused, _commands.Count + 20, int.MaxValue);
    }

    /// <summary>Calls with a limit that leaves no byte, and then, again and again, just enough for the request that was refused.</summary>
    private NativeResource[] Attempts(Scope scope, Runner runner, string command, Func<NativeResource[]> call)
    {
        // A tape whose way back runs out of memory half-way is consumed all the same, as its page says.
        if (command.Contains("tape_backward", StringComparison.Ordinal))
        {
            return call();
        }
        long limit = Math.Max(scope.Stats.Bytes, 1);
        while (true)
        {
            var before = Runner.Live(TenureRuntime.Stats());
            byte[][] elements = Elements(runner);
            scope.Limit = limit;
            try
            {
                return call();
            }
            catch (NativeMemoryException refused) when (refused.Status == Status.LimitExceeded)
            {
                _refused++;
                _commands.Add(command);
                Match told = Told().Match(refused.Message);
                Assert.True(told.Success, refused.Message);
                long needed = Number(told, 1) + Number(told, 2);
                Assert.True(needed > limit, $"{command}: {refused.Message}");
                limit = needed;
            }
            finally
            {
                scope.Limit = 0;
            }
            Assert.Equal(before, Runner.Live(TenureRuntime.Stats()));
            Assert.Equal(elements, Elements(runner));
        }
    }

    private static byte[][] Elements(Runner runner) =>
        [.. runner.Tensors().Select(tensor => Expectations.Bytes(Expectations.Elements(tensor)))];

    private static long Number(Match match, int group) => long.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex("([0-9]+) bytes asked for, scope .* holds ([0-9]+) and its limit is")]
    private static partial Regex Told();
}
