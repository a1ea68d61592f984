using System.Globalization;
using System.Text.RegularExpressions;
using Tenure.Tests.Scenarios;
using Xunit;

namespace Tenure.Tests;

/// <summary>
/// The limit of a scope, or of the scope further out, refuses requests for memory of operations that are made of others: the call fails
/// with a typed exception, leaves nothing, changes no operand, and does afterwards what it does without a limit. A limit refuses each
/// request that comes to more than all before it; the runner of Rust refuses every one.
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
        int calls = File.ReadLines(file).Count(line => line.Contains("= tape_backward ", StringComparison.Ordinal));
        Assert.Equal(5, calls);
        using (Scope outer = Scope.Open(), inner = Scope.Open())
        {
            Assert.Equal(0, inner.Stats.Bytes); // from here on both are there natively, so the runner counts them
            foreach (Scope limited in new[] { inner, outer })
            {
                using (var all = new Runner(file, (runner, command, call) => Attempts(limited, runner, command, call)))
                {
                    all.Run();
                }
                for (int i = 0; i < calls; i++)
                {
                    RefuseBackward(limited, file, i);
                }
            }
        }
        TestContext.Current.SendDiagnosticMessage($"{_refused} requests were refused");
        Assert.InRange(_commands.Count, 20, int.MaxValue);
        Assert.InRange(_refused, 100, int.MaxValue);
    }

    /// <summary>A tape whose way back runs out of memory half-way is consumed, as its page says. So each refusal of the call of this number
    /// ends a run of its own, which leaves nothing.</summary>
    private void RefuseBackward(Scope scope, string file, int number)
    {
        long most = 0; // the least, when the call is reached
        for (bool isRefused = true; isRefused;)
        {
            NativeMemoryException? refused = null;
            var before = Runner.Live(TenureRuntime.Stats());
            int seen = 0;
            using var run = new Runner(file, (_, command, call) =>
            {
                if (command != "tape_backward" || seen++ != number)
                {
                    return call();
                }
                most = Math.Max(most, Math.Max(scope.Stats.Bytes, 1));
                scope.Limit = most;
                try
                {
                    return call();
                }
                catch (NativeMemoryException error) when (error.Status == Status.LimitExceeded)
                {
                    refused = error;
                    throw;
                }
                finally
                {
                    scope.Limit = 0;
                }
            });
            if (Record.Exception(run.Run) is { } failure && refused is null)
            {
                throw failure;
            }
            Assert.True(seen > number);
            TenureRuntime.Drain();
            Assert.Equal(before, Runner.Live(TenureRuntime.Stats()));
            isRefused = refused is not null;
            most = refused is null ? most : Needed(refused, most, "tape_backward");
        }
    }

    /// <summary>Calls with a limit that leaves no byte, and then, again and again, just enough for the request that was refused.</summary>
    private NativeResource[] Attempts(Scope scope, Runner runner, string command, Func<NativeResource[]> call)
    {
        if (command == "tape_backward")
        {
            return call(); // see RefuseBackward
        }
        long most = Math.Max(scope.Stats.Bytes, 1);
        while (true)
        {
            var before = Runner.Live(TenureRuntime.Stats());
            byte[][] elements = Elements(runner);
            scope.Limit = most;
            try
            {
                return call();
            }
            catch (NativeMemoryException refused) when (refused.Status == Status.LimitExceeded)
            {
                most = Needed(refused, most, command);
            }
            finally
            {
                scope.Limit = 0;
            }
            Assert.Equal(before, Runner.Live(TenureRuntime.Stats()));
            Assert.Equal(elements, Elements(runner));
        }
    }

    /// <summary>The limit that the request needs which was refused.</summary>
    private long Needed(NativeMemoryException refused, long most, string command)
    {
        _refused++;
        _commands.Add(command);
        Match told = Told().Match(refused.Message);
        Assert.True(told.Success, refused.Message);
        long needed = Number(told, 1) + Number(told, 2);
        Assert.True(needed > most, $"{command}: {refused.Message}");
        return needed;
    }

    private static byte[][] Elements(Runner runner) =>
        [.. runner.Tensors().Select(tensor => Expectations.Bytes(Expectations.Elements(tensor)))];

    private static long Number(Match match, int group) => long.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex("([0-9]+) bytes[^,]* asked for, .*scope.* holds ([0-9]+).* and its limit is")]
    private static partial Regex Told();
}
