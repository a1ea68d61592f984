using Tenure.Workspaces;
using Xunit;
using static Tenure.Tests.WorkspaceTests;

namespace Tenure.Tests;

/// <summary>Workspaces by name, and threads: whose they are, who may use them, what races.</summary>
public sealed class WorkspaceThreadTests : Balanced
{
    private const int Rounds = 100;
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private static readonly WorkspaceConfig Shared = TestDevice.Workspace with { WorkspaceMode = WorkspaceMode.Single };

    [Fact]
    public void ANewThreadIsNotLetIntoTheOpenCycleOfOneThatHasEnded()
    {
        Workspace? left = null;
        OnAnotherThread(() =>
        {
            left = Workspace.Create("batch", TestDevice.Workspace with { InitialSize = 65536 }).Enter();
            Tensor.Ones(4);
        });
        for (int i = 0; i < 50; i++)
        {
            OnAnotherThread(() => Assert.Equal(Status.Workspace, Assert.Throws<ScopeException>(() => left!.Enter()).Status));
        }
        left!.Destroy();
    }

    [Fact]
    public void TheScopeOfARingsCycleHasTheNameOfTheWorkspaceAndStaysInIt()
    {
        using Scope root = Scope.Open();
        Workspace ring = Workspace.Create("ring", TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 1 });
        Scope cycle;
        Tensor t;
        using (ring.Enter())
        {
            t = Tensor.Ones(4);
            cycle = t.Scope!;
            Assert.Same(cycle, Scope.Current);
            Assert.Equal("ring", cycle.Name);
        }
        foreach (Action move in new Action[] { () => cycle.DetachFromScope(), () => cycle.MoveToOuterScope(), () => cycle.MoveTo(root), () => root.TempAttach(cycle) })
        {
            Assert.Equal(Status.Workspace, Assert.Throws<ScopeException>(move).Status);
            Assert.Same(ring, cycle.Parent);
        }
        ring.Destroy();
        Assert.True(cycle.IsClosed);
        Assert.True(t.IsClosed);
    }

    [Fact]
    public void ANameIsOneWorkspaceForEachThread()
    {
        Assert.Null(Workspace.Find("mine"));
        Workspace mine = Workspace.Get("mine", TestDevice.Workspace);
        Assert.Same(mine, Workspace.Get("mine"));
        Assert.Same(mine, Workspace.Get(new string("mine")));
        Assert.Same(mine, Workspace.Find("mine"));
        Assert.Equal("mine", mine.Name);
        Assert.NotSame(mine, Workspace.Get("other", TestDevice.Workspace));
        OnAnotherThread(() =>
        {
            Assert.Null(Workspace.Find("mine"));
            Assert.NotSame(mine, Workspace.Get("mine", TestDevice.Workspace));
        });
        Eventually(() => Workspace.Total().Workspaces == 2);
        mine.Destroy();
        Assert.Null(Workspace.Find("mine"));
        Workspace anew = Workspace.Get("mine", TestDevice.Workspace);
        Assert.NotSame(mine, anew);
        Assert.False(anew.IsClosed);
        anew.Destroy();
        Workspace.Get("other").Destroy();
    }

    [Fact]
    public void AskedForWithOtherParametersItIsRefusedByThem()
    {
        var config = TestDevice.Workspace with { MaxSize = 100 };
        Workspace made = Workspace.Get("sized", config);
        Assert.Same(made, Workspace.Get("sized", config));
        Assert.Same(made, Workspace.Get("sized", config with { }));
        Assert.Same(made, Workspace.Get("sized"));
        Assert.Equal(config, made.Config);
        string message = Assert.Throws<InvalidArgumentException>(() => Workspace.Get("sized", TestDevice.Workspace with { MaxSize = 200 })).Message;
        Assert.Contains("'sized' is there already with maxSize 100, asked for was 200", message);
        made.Destroy();
    }

    [Fact]
    public void AThreadThatEndsTakesItsWorkspacesWithIt()
    {
        for (int i = 0; i < Rounds; i++)
        {
            Workspace? entered = null, left = null;
            Tensor? made = null;
            OnAnotherThread(() =>
            {
                left = Workspace.Get("left", TestDevice.Workspace);
                entered = Workspace.Get("entered", TestDevice.Workspace).Enter();
                made = Tensor.Ones(1000);
            });
            // The system's thread ends a little after the runtime's has been joined.
            Eventually(() => entered!.IsClosed && left!.IsClosed && made!.IsClosed && (Tensors, Scopes) == (0, 0));
            entered!.Dispose();
        }
        Eventually(() => Workspace.Total().Workspaces == 0);
    }

    [Fact]
    public void AnotherThreadMayLeaveButNotEnterAndWhatItMakesIsRight()
    {
        Workspace mine = Workspace.Create("mine", TestDevice.Workspace);
        OnAnotherThread(() =>
        {
            ScopeException refused = Assert.Throws<ScopeException>(() => mine.Enter());
            Assert.Contains("workspace 'mine' is another thread's: workspaceMode SINGLE shares one", refused.Message);
            Assert.Equal(Status.Workspace, refused.Status);
            Assert.Null(Scope.Current);
        });
        mine.Enter();
        Tensor here = Tensor.Full(2, 1000), there = null!;
        OnAnotherThread(() => mine.Run(() =>
        {
            there = Tensor.Full(3, 1000);
            Assert.Same(mine, there.Scope);
            Assert.Equal(5000, here.Add(there).Sum().Item());
            Assert.Throws<ScopeException>(mine.ToggleOff);
        }));
        Assert.Equal((2000, 3000), (here.Sum().Item(), there.Sum().Item()));
        OnAnotherThread(mine.Close);
        Assert.False(mine.IsEntered);
        Assert.Null(Scope.Current);
        Assert.True(here.IsClosed && there.IsClosed);
        using (mine.Enter())
        {
            Assert.Equal(2000, Tensor.Full(2, 1000).Sum().Item());
        }
        OnAnotherThread(mine.Destroy);
        Assert.True(mine.IsClosed);
    }

    /// <summary>After an await on another thread a workspace of one thread is refused, by its name; its tensors go on being right.</summary>
    [Fact]
    public void AnEnabledWorkspaceDoesNotFollowAnAwait()
    {
        long before = TestDevice.Stats().LiveBytes;
        OnAnotherThread(() => Flow().GetAwaiter().GetResult());
        // What another thread destroyed goes with the thread it belonged to.
        Eventually(() => TestDevice.Stats().LiveBytes == before);

        static async Task Flow()
        {
            Workspace mine = Workspace.Create("mine", TestDevice.Workspace);
            mine.Enter();
            Tensor before = Tensor.Full(2, 100);
            await default(Hop);
            Assert.Same(mine, Scope.Current);
            Assert.Equal(200, before.Sum().Item());
            Tensor after = Tensor.Full(3, 100);
            Assert.Null(after.Workspace);
            Assert.Equal(500, before.Add(after).Sum().Item());
            Assert.Contains("workspace 'mine' is another thread's", Assert.Throws<ScopeException>(mine.ToggleOff).Message);
            mine.Dispose();
            Assert.Null(Scope.Current);
            Assert.True(before.IsClosed && after.IsClosed);
            Assert.Contains("SINGLE", Assert.Throws<ScopeException>(() => mine.Enter()).Message);
            mine.Destroy();
        }
    }

    [Fact]
    public void ASharedOneFollowsEveryAwait()
    {
        OnAnotherThread(() => Flow().GetAwaiter().GetResult());

        static async Task Flow()
        {
            Workspace shared = Workspace.Get("shared", Shared);
            for (int i = 1; i <= 20; i++)
            {
                var made = new List<Tensor>();
                using (shared.Enter())
                {
                    for (int j = 0; j < 5; j++)
                    {
                        made.Add(Tensor.Full(i, 100));
                        Assert.Same(shared, made[^1].Workspace);
                        Assert.Same(shared, Scope.Current);
                        await default(Hop);
                    }
                    Assert.All(made, tensor => Assert.Equal(100 * i, tensor.Sum().Item()));
                }
                Assert.All(made, tensor => Assert.True(tensor.IsClosed));
                Assert.Null(Scope.Current);
                Assert.Equal(i, shared.Cycle);
            }
            shared.Destroy();
        }
    }

    [Fact]
    public void TwoThreadsInOneSharedWorkspaceGetRightValuesOrAreRefused()
    {
        Workspace shared = Workspace.Get("two", Shared);
        int wrong = 0, right = 0, refused = 0;
        void Work(int seed)
        {
            Assert.Same(shared, Workspace.Get("two"));
            for (int i = 0; i < 20 * Rounds; i++)
            {
                try
                {
                    using (shared.Enter())
                    {
                        Tensor a = Tensor.Full(seed + i, 50), b = a + 1;
                        Interlocked.Increment(ref b.ToArray<float>().All(value => value == seed + i + 1) ? ref right : ref wrong);
                    }
                }
                catch (ClosedException)
                {
                    // The other's end of the cycle.
                    Interlocked.Increment(ref refused);
                }
            }
        }
        var other = new Thread(() => Work(1_000_000));
        other.Start();
        Work(0);
        other.Join();
        Assert.Equal((0, 40 * Rounds), (wrong, right + refused));
        Assert.NotEqual(0, right);
        Assert.False(shared.IsEntered);
        Assert.Null(Scope.Current);
        shared.Destroy();
    }

    [Fact]
    public void WhoLeavesASharedWorkspaceLeavesHisOwnEntry()
    {
        Workspace shared = Workspace.Create("shared", Shared);
        using var theyAreIn = new ManualResetEventSlim();
        using var weAreOut = new ManualResetEventSlim();
        bool ok = false;
        shared.Enter();
        Tensor ours = Tensor.Full(1, 10), theirs = null!;
        var other = new Thread(() =>
        {
            shared.Enter();
            theirs = Tensor.Full(2, 10);
            theyAreIn.Set();
            weAreOut.Wait(Cancel);
            ok = Scope.Current == shared && theirs.Sum().Item() == 20;
            shared.Dispose();
            ok &= Scope.Current is null;
        });
        other.UnsafeStart();
        theyAreIn.Wait(Cancel);
        Scope inner = Scope.Open();
        shared.Dispose();
        Assert.Same(inner, Scope.Current);
        inner.Close();
        Assert.Null(Scope.Current);
        // The cycle goes on until the last has left it.
        Assert.Equal(10, ours.Sum().Item());
        weAreOut.Set();
        other.Join();
        Assert.True(ok && ours.IsClosed && theirs.IsClosed);
        Assert.False(shared.IsEntered);
        shared.Destroy();
    }

    [Fact]
    public void LeavingWhileAnotherReadsIsAnAnswerOrARefusal()
    {
        Workspace mine = Workspace.Create("raced", TestDevice.Workspace);
        int answers = 0;
        Race.Run(
            round =>
            {
                mine.Enter();
                return Tensor.Full(round, 64);
            },
            (made, round) =>
            {
                // Only the first of a batch's cycles is open; the others' members are in it, too.
                mine.Dispose();
                return true;
            },
            (made, round) =>
            {
                if (Race.Answered(() => Assert.All(made.ToArray<float>(), value => Assert.Equal(round, value))))
                {
                    answers++;
                }
            },
            (made, round) => { },
            rounds: 1000);
        Assert.NotEqual(0, answers);
        Assert.False(mine.IsEntered);
        mine.Destroy();
    }

    [Fact]
    public void DestroyedWhileItIsUsedNothingIsLeft()
    {
        int used = 0;
        for (int i = 0; i < Rounds; i++)
        {
            Workspace shared = Workspace.Create("ended", Shared);
            int done = 0, after = i % 20;
            var other = new Thread(() =>
            {
                SpinWait.SpinUntil(() => Volatile.Read(ref done) >= after);
                shared.Destroy();
            });
            other.Start();
            for (int j = 0; j < 20; j++)
            {
                Volatile.Write(ref done, j);
                bool answered = Race.Answered(() =>
                {
                    using (shared.Enter())
                    {
                        Assert.Equal(30, Tensor.Full(3, 10).Sum().Item());
                    }
                });
                used += answered ? 1 : 0;
            }
            other.Join();
            Assert.True(shared.IsClosed);
            Assert.Null(Scope.Current);
        }
        Assert.NotEqual(0, used);
        // What was made between the end of the workspace and the next look at what is current is nobody's.
        CollectUntil(() => (Tensors, Scopes) == (0, 0));
    }

    [Fact]
    public void ThoseThatBelongToTheProcessAreNoLeaks()
    {
        LeakSnapshot before = TenureRuntime.Snapshot();
        Workspace ring = Workspace.Get("ring", TestDevice.Workspace with { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 1 });
        using (ring.Enter())
        {
            Tensor.Ones(1);
        }
        // The ring keeps it until it has come round.
        TenureRuntime.AssertNoLeaks(before);
        Workspace batch = Workspace.Get("batch", TestDevice.Workspace);
        using (batch.Enter())
        {
            Assert.Single(Assert.Throws<LeakException>(LeakOne).Leaks);
        }
        TenureRuntime.AssertNoLeaks(before);
        ring.Destroy();
        batch.Destroy();

        void LeakOne()
        {
            Tensor.Ones(1);
            TenureRuntime.AssertNoLeaks(before);
        }
    }

    /// <summary>Awaited, the flow goes on on a thread that there was not before.</summary>
    private readonly struct Hop : System.Runtime.CompilerServices.INotifyCompletion
    {
        public bool IsCompleted => false;

        public Hop GetAwaiter() => this;

        public void OnCompleted(Action continuation) => new Thread(() => continuation()).UnsafeStart();

        public void GetResult()
        {
        }
    }
}
