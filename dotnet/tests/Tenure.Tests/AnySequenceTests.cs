using Xunit;

namespace Tenure.Tests;

/// <summary>Any sequence of public calls ends in an answer or a typed refusal; the wrappers and the core agree; every tensor that is
/// alive has its value; at the end nothing is left. What a failure says is enough to see it again, on one thread.</summary>
/// <remarks>Other sequences, and more of them: <c>ANY_FIRST=10000 ANY_COUNT=5000</c> in the environment.</remarks>
public sealed class AnySequenceTests : Balanced
{
    private const int Length = 150;
    private const int Threads = 3;
    private static readonly int First = Setting("ANY_FIRST", 0);
    private static readonly int Sequences = Setting("ANY_COUNT", 300);
    // Of them each takes three times as long.
    private static readonly int Together = Setting("ANY_COUNT", 50);

    private static int Setting(string name, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), out int value) ? value : otherwise;

    [Fact]
    public void EndsInAnAnswerOrATypedRefusal()
    {
        var calls = new AnyCalls(alone: true);
        for (int seed = First; seed < First + Sequences; seed++)
        {
            var random = new Random(seed);
            Saying(seed, () =>
            {
                for (int i = 0; i < Length; i++)
                {
                    calls.Step(random);
                    calls.Agree();
                }
                calls.End(random);
                NothingIsLeft();
            });
        }
        calls.MoreThanRefusals();
    }

    /// <summary>The same by several threads on the same things.</summary>
    [Fact]
    public void OfSeveralThreadsToo()
    {
        var calls = new AnyCalls(alone: false);
        for (int seed = First; seed < First + Together; seed++)
        {
            var threads = new Thread[Threads];
            using var together = new Barrier(Threads);
            for (int t = 0; t < Threads; t++)
            {
                var random = new Random((seed * Threads) + t);
                threads[t] = new Thread(() =>
                {
                    together.SignalAndWait();
                    for (int i = 0; i < Length; i++)
                    {
                        calls.Step(random);
                    }
                });
                threads[t].Start();
            }
            foreach (Thread thread in threads)
            {
                thread.Join();
            }
            Saying(seed, () =>
            {
                calls.Agree();
                calls.End(new Random(seed));
                NothingIsLeft();
            });
        }
        calls.MoreThanRefusals();
    }

    /// <summary>What was made where the scope had just been closed is the collector's.</summary>
    private void NothingIsLeft() => CollectUntil(() => (Tensors, Scopes) == (0, 0));

    private static void Saying(int seed, Action action)
    {
        try
        {
            action();
        }
        catch (Exception error)
        {
            throw new InvalidOperationException($"seed {seed}: {error.Message}", error);
        }
    }
}
