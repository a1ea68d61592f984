using Tenure.Models;
using Tenure.Nn;
using Xunit;

namespace Tenure.Tests;

/// <summary>An exception may pass any number of nested bodies. Where it may not, the process ends: so a child runs them.</summary>
public sealed class DeepExceptionTests
{
    public static TheoryData<string> Ways =>
    [
        nameof(DeepExceptions.ThroughUsing),
        nameof(DeepExceptions.ThroughUsingWithScope),
        nameof(DeepExceptions.ThroughActions),
        nameof(DeepExceptions.ThroughRun),
        nameof(DeepExceptions.ThroughModels),
        nameof(DeepExceptions.ThroughUsingAsyncThatNeverWaits),
        nameof(DeepExceptions.ThroughUsingAsyncThatWaits),
        nameof(DeepExceptions.ThroughUsingAsyncOfValueTasks),
    ];

    [Theory]
    [MemberData(nameof(Ways))]
    public void AnExceptionPassesThousandsOfBodies(string way)
    {
        (int status, string output, string errors) = Child.Run(typeof(DeepExceptions), way, (DeepExceptions.Variable, "2000"));
        string all = output + errors;
        Assert.True(status == 0 && output.Contains("Failed: 0"), $"exit status {status}\n{all[..Math.Min(all.Length, 2000)]}");
        Assert.DoesNotContain("Total: 0", output);
    }
}

/// <summary>What <see cref="DeepExceptionTests"/> runs in processes of their own, at a depth that a broken rethrow does not survive.</summary>
public sealed class DeepExceptions : Balanced
{
    internal const string Variable = "TENURE_TESTS_DEPTH";
    private const int StackBytes = 1 << 20;
    private static readonly int Depth = int.Parse(Environment.GetEnvironmentVariable(Variable) ?? "8");
    private static readonly InvalidDataException Thrown = new("thrown at the bottom");
    private static int s_closed;

    [Fact]
    public void ThroughUsing() => Passes(Down);

    [Fact]
    public void ThroughUsingWithScope() => Passes(DownWithScope);

    [Fact]
    public void ThroughActions() => Passes(DownActions, depth: Depth / 2);

    [Fact]
    public void ThroughRun()
    {
        using Scope scope = Scope.Create();
        Passes(left => DownRun(scope, left), closings: 0);
    }

    [Fact]
    public void ThroughModels() => Passes(DownModels, depth: Depth / 4);

    [Fact]
    public void ThroughUsingAsyncThatNeverWaits() => Passes(left => DownAsync(left, waits: false).GetAwaiter().GetResult(), stack: 16 << 20);

    [Fact]
    public void ThroughUsingAsyncThatWaits() => Passes(left => DownAsync(left, waits: true).GetAwaiter().GetResult(), stack: 16 << 20);

    [Fact]
    public void ThroughUsingAsyncOfValueTasks() => Passes(left => DownValue(left).AsTask().GetAwaiter().GetResult(), stack: 16 << 20);

    private static int Down(int left) => Scope.Using(() =>
    {
        Tensor.Ones(1);
        Scope.Current!.Own(new Closing());
        return left == 0 ? throw Thrown : Down(left - 1);
    });

    private static int DownWithScope(int left) => Scope.Using(scope =>
    {
        scope.Own(new Closing());
        return left == 0 ? throw Thrown : DownWithScope(left - 1);
    });

    private static void DownActions(int left) => Scope.Using(() =>
    {
        Scope.Current!.Own(new Closing());
        if (left == 0)
        {
            throw Thrown;
        }
        Scope.Using(_ => DownActions(left - 1));
    });

    private static int DownRun(Scope scope, int left) => scope.Run(() => left == 0 ? throw Thrown : DownRun(scope, left - 1));

    private static void DownModels(int left)
    {
        using var nothing = new Identity();
        Predictor.Of(nothing, new Deep(left)).Dispose();
    }

    private sealed class Deep(int left) : ITranslator<int, int>
    {
        public void Prepare()
        {
            Scope.Current!.Own(new Closing());
            if (left == 0)
            {
                throw Thrown;
            }
            DownModels(left - 1);
        }

        public Tensor[] ProcessInput(int input) => [];

        public int ProcessOutput(Tensor[] output) => 0;
    }

    private static Task<int> DownAsync(int left, bool waits) => Scope.UsingAsync(async () =>
    {
        Scope.Current!.Own(new Closing());
        if (left > 0)
        {
            return await DownAsync(left - 1, waits);
        }
        if (waits)
        {
            await Task.Yield();
        }
        throw Thrown;
    });

    private static async ValueTask<int> DownValue(int left) => await Scope.UsingAsync(async ValueTask<int> () =>
    {
        Scope.Current!.Own(new Closing());
        return left > 0 ? await DownValue(left - 1) : throw Thrown;
    });

    /// <summary>Runs it on a thread with a small stack, on which the very exception comes out and all scopes have closed.</summary>
    private static void Passes<T>(Func<int, T> down, int? depth = null, int stack = StackBytes, int? closings = null) =>
        Passes(left => { down(left); }, depth, stack, closings);

    private static void Passes(Action<int> down, int? depth = null, int stack = StackBytes, int? closings = null)
    {
        int levels = depth ?? Depth;
        Exception? error = null;
        s_closed = 0;
        var thread = new Thread(() => error = Record.Exception(() => down(levels)), stack);
        thread.Start();
        thread.Join();
        Assert.Same(Thrown, error);
        Assert.Equal(closings ?? levels + 1, s_closed);
        Assert.False(Thrown.Data.Contains(Scope.SuppressedErrors));
    }

    private sealed class Closing : IDisposable
    {
        public void Dispose() => Interlocked.Increment(ref s_closed);
    }
}
