using Xunit;

namespace Tenure.Tests;

/// <summary>A scope belongs to a flow of control, whatever threads that goes over, and to no other.</summary>
public sealed class FlowTests : Balanced
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task FourThousandTensorsAcrossAwaits()
    {
        const int Flows = 100, Each = 40;
        int hops = 0, dead = 0, left = 0, strangers = 0;
        var stop = new CancellationTokenSource();
        // Without a scope of its own, on the threads that the others come by: what it makes is nobody's, and lives.
        Task stranger = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    using Tensor mine = Tensor.Full(7, 3);
                    await Task.Yield();
                    strangers += mine.Scope is null && mine.ToArray<float>()[2] == 7 ? 0 : 1;
                }
            },
            Cancel);
        await Task.WhenAll(Enumerable.Range(0, Flows).Select(flow => Task.Run(() => Work(flow), Cancel)));
        await stop.CancelAsync();
        await stranger;
        Assert.Equal((0, 0, 0), (dead, left, strangers));
        Assert.NotEqual(0, hops);

        async Task Work(int flow)
        {
            var made = new Tensor[Each];
            Scope scope;
            using (scope = Scope.Open())
            {
                for (int i = 0; i < Each; i++)
                {
                    made[i] = Tensor.Full((flow * Each) + i, 3);
                    int thread = Environment.CurrentManagedThreadId;
                    await (i % 8 == 0 ? Task.Delay(1, Cancel) : Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
                    Interlocked.Add(ref hops, thread == Environment.CurrentManagedThreadId ? 0 : 1);
                }
                for (int i = 0; i < Each; i++)
                {
                    bool alive = Scope.Current == scope && made[i].Scope == scope && made[i].ToArray<float>()[2] == (flow * Each) + i;
                    Interlocked.Add(ref dead, alive ? 0 : 1);
                }
            }
            Interlocked.Add(ref left, made.Count(tensor => !tensor.IsClosed));
        }
    }

    [Fact]
    public async Task TenThousandFlowsAtOnce()
    {
        int count = TestDevice.IsElsewhere ? 1_000 : 10_000;
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<float>[] flows = [.. Enumerable.Range(0, count).Select(Flow)];
        Assert.Equal(count, Tensors);
        gate.SetResult();
        float[] sums = await Task.WhenAll(flows);
        Assert.Equal(Enumerable.Range(0, count).Select(i => 2f * i), sums);
        Assert.Equal(0, Tensors);

        async Task<float> Flow(int i)
        {
            using Scope scope = Scope.Open();
            Tensor x = Tensor.Full(i, 2);
            await gate.Task;
            return (float)x.Sum().Item();
        }
    }

    /// <summary>The ways of going on elsewhere, and whether an execution context goes along.</summary>
    public static TheoryData<string, bool> Ways => new()
    {
        { "task", true },
        { "pool", true },
        { "pool, unsafe", false },
        { "thread", true },
        { "thread, unsafe", false },
        { "timer", true },
        { "parallel", true },
        { "suppressed", false },
        { "captured", true },
        { "continuation", true },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task TheScopeGoesWithTheExecutionContext(string way, bool flows)
    {
        using Scope scope = Scope.Open();
        Scope? seen = null;
        Tensor? made = null;
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        void Look()
        {
            seen = Scope.Current;
            made = Tensor.Ones(1);
            // What is opened there is not current here.
            Scope.Open();
            done.SetResult();
        }
        Elsewhere(way, Look);
        await done.Task;
        Assert.Same(flows ? scope : null, seen);
        Assert.Same(flows ? scope : null, made!.Scope);
        Assert.Same(scope, Scope.Current);
        scope.Close();
        Assert.Equal(flows, made.IsClosed);
        made.Dispose();
    }

    private static void Elsewhere(string way, Action look)
    {
        switch (way)
        {
            case "task":
                Task.Run(look, Cancel);
                break;
            case "pool":
                ThreadPool.QueueUserWorkItem(_ => look());
                break;
            case "pool, unsafe":
                ThreadPool.UnsafeQueueUserWorkItem(_ => look(), null);
                break;
            case "thread":
                new Thread(() => look()).Start();
                break;
            case "thread, unsafe":
                new Thread(() => look()).UnsafeStart();
                break;
            case "timer":
                Timer? timer = null;
                timer = new Timer(_ =>
                {
                    timer!.Dispose();
                    look();
                });
                timer.Change(1, Timeout.Infinite);
                break;
            case "parallel":
                Parallel.For(0, 1, _ => look());
                break;
            case "suppressed":
                using (ExecutionContext.SuppressFlow())
                {
                    Task.Run(look, Cancel);
                }
                break;
            case "captured":
                ExecutionContext context = ExecutionContext.Capture()!;
                new Thread(() => ExecutionContext.Run(context, _ => look(), null)).UnsafeStart();
                break;
            case "continuation":
                var source = new TaskCompletionSource();
                _ = GoOn(source.Task, look);
                new Thread(source.SetResult).UnsafeStart();
                break;
        }

        static async Task GoOn(Task task, Action look)
        {
            await task.ConfigureAwait(false);
            look();
        }
    }

    [Fact]
    public async Task AFlowThatOutlivesItsScopeIsNobodysAndAHeldContextToo()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using Scope outer = Scope.Open();
        Task<Tensor> late;
        ExecutionContext context;
        using (Scope.Open())
        {
            late = Late();
            context = ExecutionContext.Capture()!;
        }
        gate.SetResult();
        Tensor made = await late;
        // Closed, its scope is never current; the next one out was open.
        Assert.Same(outer, made.Scope);
        ExecutionContext.Run(context, _ => Assert.Same(outer, Scope.Current), null);
        outer.Close();
        ExecutionContext.Run(context, _ => Assert.Null(Scope.Current), null);
        Assert.True(made.IsClosed);

        async Task<Tensor> Late()
        {
            Tensor.Ones(1);
            await gate.Task;
            return Tensor.Ones(1);
        }
    }

    [Fact]
    public async Task AnAsyncIteratorHasAScopeInEachStep()
    {
        using Scope outer = Scope.Open();
        var sums = new List<double>();
        await foreach (Tensor row in Rows())
        {
            Assert.Same(outer, Scope.Current);
            sums.Add(row.Sum().Item());
        }
        Assert.Equal([0.0, 3, 6, 9], sums);
        // Four rows and their sums; nothing of what made them.
        Assert.Equal(8L, outer.Stats.Tensors);

        static async IAsyncEnumerable<Tensor> Rows()
        {
            for (int i = 0; i < 4; i++)
            {
                int row = i;
                yield return await Scope.UsingAsync(async () =>
                {
                    Tensor half = Tensor.Full(row / 2.0, 3);
                    await Task.Yield();
                    return half * 2;
                });
            }
        }
    }
}
