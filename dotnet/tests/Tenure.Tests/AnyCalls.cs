using System.Text;
using Tenure.Interop;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>Public calls, of which a random one is made on random things: each ends in an answer or in a typed refusal. What users
/// hand in (bodies, what a scope disposes) makes such calls in its turn, and now and then fails.</summary>
internal sealed class AnyCalls
{
    // Of calls out of what is called.
    private const int Depth = 3;
    private static readonly WorkspaceConfig Block = new() { InitialSize = 64 << 10 };
    private static readonly WorkspaceConfig Ring = new() { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 2 };

    private readonly Pool<Given> _given = new();
    private readonly Pool<Exception> _unexpected = new();
    private readonly ThreadLocal<int> _depth = new();
    private readonly ThreadLocal<StringBuilder> _story = new(() => new StringBuilder());
    private readonly bool _alone;
    private readonly AnyTraining _training;
    private readonly Action<Random>[] _steps;
    private int _done;
    private int _refused;

    /// <param name="alone">Whether no other thread makes any.</param>
    internal AnyCalls(bool alone)
    {
        _alone = alone;
        _training = new AnyTraining(this);
        _steps =
        [
            r => Scopes.Add(Scope.Open()),
            r => Scopes.Add(r.Next(2) == 0 ? Scope.Create() : Scope.Open("named")),
            r => Scopes.Add(AScope(r).Child()),
            r => AScope(r).Close(),
            r => Made(r.Next(100), value => Tensor.Full(value, 64)),
            r => Made(r.Next(100), value => Tensor.Full(value, 64)),
            r => Made(r.Next(100), value => AScope(r).Full(value, 64)),
            Derive,
            Derive,
            r => AResource(r).Dispose(),
            r => AResource(r).MoveTo(AScope(r)),
            r => AResource(r).MoveToOuterScope(),
            r => AResource(r).DetachFromScope(),
            r => AScope(r).TempAttach(AResource(r)),
            r => AScope(r).Ret(AResource(r)),
            r => AScope(r).Keep(AResource(r)),
            r => AScope(r).CloseAllBut([.. Some(r)]),
            Using,
            r => AScope(r).Run(() => Inside(r)),
            r => AScope(r).Cap(),
            r => AScope(r).Uncap(),
            r => AScope(r).Limit = r.Next(2) == 0 ? 0L : 2048,
            Give,
            Look,
            r => MakeWorkspace(r),
            r => AWorkspace(r).Enter(),
            r => AWorkspace(r).Enter(),
            r => AWorkspace(r).Dispose(),
            r => AWorkspace(r).Leave(Some(r)),
            r => AWorkspace(r).ToggleOff(),
            r => AWorkspace(r).ToggleOn(),
            r => AWorkspace(r).Initialize(),
            r => AWorkspace(r).Destroy(),
            r => Scopes.Add(Scope.OutOfWorkspaces()),
            r => Same(r, tensor => tensor.Migrate()),
            r => Same(r, tensor => tensor.LeverageTo(AScope(r))),
            .. _training.Steps,
        ];
    }

    /// <summary>A tensor and what each of its elements is.</summary>
    internal sealed record Known(Tensor Tensor, double Value);

    /// <summary>What something that a scope was given throws when it is disposed.</summary>
    private sealed class FailedException : Exception;

    /// <summary>What a scope was given.</summary>
    private sealed class Given(AnyCalls calls, Random random) : IDisposable
    {
        internal int Disposed;

        public void Dispose()
        {
            Interlocked.Increment(ref Disposed);
            if (random.Next(3) == 0)
            {
                calls.Inside(random);
            }
            if (random.Next(8) == 0)
            {
                throw new FailedException();
            }
        }
    }

    internal Pool<Scope> Scopes { get; } = new();

    internal Pool<Workspace> Workspaces { get; } = new();

    internal Pool<Known> Tensors { get; } = new();

    internal Pool<NativeResource> Others { get; } = new();

    internal void MoreThanRefusals() =>
        Assert.True(_done > _refused / 4 && _refused > 0, $"{_done} done, {_refused} refused");

    /// <summary>One call. What is no refusal is remembered, for <see cref="Agree"/>.</summary>
    internal void Step(Random random)
    {
        int step = random.Next(_steps.Length);
        _story.Value!.Append(step).Append(_depth.Value > 0 ? "' " : " ");
        try
        {
            _steps[step](random);
            Interlocked.Increment(ref _done);
        }
        catch (Exception error) when (IsRefusal(error))
        {
            Interlocked.Increment(ref _refused);
        }
        catch (Exception error)
        {
            _unexpected.Add(new InvalidOperationException($"steps {_story.Value}of this thread: {error.Message}", error));
        }
    }

    /// <summary>A call in the middle of another one.</summary>
    internal void Inside(Random random)
    {
        if (_depth.Value < Depth)
        {
            _depth.Value++;
            Step(random);
            _depth.Value--;
        }
    }

    private static bool IsRefusal(Exception error) =>
        error is ClosedException or ScopeException or InvalidArgumentException or NativeMemoryException or FailedException
        || (error is AggregateException several && several.InnerExceptions.All(IsRefusal));

    /// <summary>Nothing unexpected has come, and of what is alive the wrappers say what the core says. No other thread may run.</summary>
    internal unsafe void Agree()
    {
        if (_unexpected.All() is [Exception first, ..])
        {
            throw new InvalidOperationException(first.Message, first);
        }
        Assert.True(Scope.Current is null or { IsClosed: false });
        foreach ((Tensor tensor, double value) in Tensors.All())
        {
            if (!tensor.IsClosed)
            {
                ulong owner;
                Assert.Equal(0, Native.tenure_scope_owner(tensor.Handle, &owner));
                Assert.True(owner == (tensor.Scope?.Handle ?? 0), $"another owner after steps {_story.Value}");
                Assert.True(value == tensor.ToArray<float>()[0], $"another value after steps {_story.Value}");
            }
        }
    }

    /// <summary>Closes everything in any order; what was given was disposed once.</summary>
    internal void End(Random random)
    {
        for (bool more = true; more;)
        {
            Scope? scope = Scopes.Any(random, taken: true);
            Workspace? workspace = Workspaces.Any(random, taken: true);
            NativeResource? other = Others.Any(random, taken: true);
            Known? known = Tensors.Any(random, taken: true);
            Quietly(() => scope?.Close());
            Quietly(() => other?.Dispose());
            Quietly(() => known?.Tensor.Dispose());
            Quietly(() => workspace?.Destroy());
            more = scope is not null || workspace is not null || other is not null || known is not null;
        }
        Assert.All(_given.All(), given => Assert.Equal(1, given.Disposed));
        _given.Clear();
        _training.Clear();
        Agree();
        _story.Value!.Clear();
        Assert.Null(Scope.Current);
    }

    private static void Quietly(Action close)
    {
        try
        {
            close();
        }
        catch (Exception error) when (IsRefusal(error))
        {
            // What was given failed.
        }
    }

    internal Scope AScope(Random random) =>
        (random.Next(4) == 0 ? Workspaces.Any(random) : Scopes.Any(random)) ?? Scopes.Add(Scope.Create());

    private Workspace AWorkspace(Random random) => Workspaces.Any(random) ?? MakeWorkspace(random);

    internal Known ATensor(Random random) => Tensors.Any(random) ?? Add(Tensor.Full(7, 64), 7);

    internal Known Add(Tensor tensor, double value) => Tensors.Add(new Known(tensor, value));

    private Known Made(double value, Func<double, Tensor> make) => Add(make(value), value);

    private NativeResource AResource(Random random)
    {
        NativeResource? other = random.Next(3) == 0 ? Others.Any(random) : null;
        return other ?? (random.Next(4) == 0 ? AScope(random) : ATensor(random).Tensor);
    }

    private NativeResource[] Some(Random random)
    {
        var some = new NativeResource[random.Next(4)];
        for (int i = 0; i < some.Length; i++)
        {
            some[i] = AResource(random);
        }
        return some;
    }

    private void Derive(Random random)
    {
        (Tensor from, double value) = ATensor(random);
        switch (random.Next(4))
        {
            case 0:
                Add(from.Add(1), value + 1);
                break;
            case 1:
                Add(from.Alias(), value);
                break;
            case 2:
                Add(from.Slice(0, from.Size > 8 ? 3 : 0, 60), value);
                break;
            default:
                Add(from.Unsqueeze(0).Select(0, 0), value);
                break;
        }
    }

    /// <summary>Another tensor of the same elements.</summary>
    private void Same(Random random, Func<Tensor, Tensor> of)
    {
        (Tensor from, double value) = ATensor(random);
        Add(of(from), value);
    }

    private void Using(Random random) => Assert.NotEmpty(Scope.Using(() =>
    {
        List<NativeResource> all = [.. Some(random), Made(random.Next(100), value => Tensor.Full(value, 64)).Tensor];
        Inside(random);
        return random.Next(2) == 0 ? all : all[^1..];
    }));

    private void Give(Random random)
    {
        var fresh = new Given(this, new Random(random.Next()));
        AScope(random).Own(fresh);
        _given.Add(fresh);
    }

    private void Look(Random random)
    {
        Scope scope = AScope(random);
        Assert.NotEmpty(scope.ToString() + AResource(random));
        scope.Name = "looked at";
        Assert.True(scope.Stats.Members >= scope.Members.Count || !_alone);
        Assert.True(scope.DebugDump().Contains("looked at", StringComparison.Ordinal) || !_alone);
    }

    private Workspace MakeWorkspace(Random random) =>
        Workspaces.Add(Workspace.Create($"w{random.Next(1000)}", random.Next(3) == 0 ? Ring : Block));
}
