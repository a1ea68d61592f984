using System.Text;
using Tenure.Interop;
using Xunit;

namespace Tenure.Tests;

/// <summary>Any sequence of public calls ends in an answer or a typed refusal; the wrappers and the core agree after each; every tensor
/// that is alive has its value; at the end nothing is left. What a failure says is enough to see it again.</summary>
public sealed class AnySequenceTests : Balanced
{
    private const int Sequences = 300;
    private const int Steps = 150;
    private static readonly WorkspaceConfig Block = new() { InitialSize = 64 << 10 };
    private static readonly WorkspaceConfig Ring = new() { PolicyReset = ResetPolicy.EndOfBufferReached, OverallocationLimit = 2 };

    private readonly List<Scope> _scopes = [];
    private readonly List<Workspace> _workspaces = [];
    private readonly List<(Tensor Tensor, double Value)> _tensors = [];
    private readonly List<Given> _given = [];
    private readonly List<Action> _steps;
    private Random _random = new(0);

    public AnySequenceTests() => _steps =
    [
        () => _scopes.Add(Scope.Open()),
        () => _scopes.Add(Flip() ? Scope.Create() : Scope.Open("named")),
        () => _scopes.Add(AScope().Child()),
        () => AScope().Close(),
        () => Add(Tensor.Full(Number(), 64)),
        () => Add(Tensor.Full(Number(), 64)),
        () => Add(AScope().Full(Number(), 64)),
        Derive,
        Derive,
        () => ATensor().Tensor.Dispose(),
        () => ATensor().Tensor.MoveTo(AScope()),
        () => ATensor().Tensor.MoveToOuterScope(),
        () => ATensor().Tensor.DetachFromScope(),
        () => AScope().TempAttach(ATensor().Tensor),
        () => AScope().Ret(ATensor().Tensor),
        () => AScope().MoveTo(AScope()),
        () => AScope().TempAttach(AScope()),
        () => AScope().MoveToOuterScope(),
        () => AScope().DetachFromScope(),
        () => AScope().CloseAllBut([.. Some()]),
        Using,
        () => AScope().Run(() => Add(Tensor.Full(Number(), 64))),
        () => AScope().Cap(),
        () => AScope().Uncap(),
        () => AScope().Limit = Flip() ? 0UL : 2048,
        Give,
        Look,
        MakeWorkspace,
        () => AWorkspace().Enter(),
        () => AWorkspace().Enter(),
        () => AWorkspace().Dispose(),
        () => AWorkspace().Leave(Some()),
        () => AWorkspace().ToggleOff(),
        () => AWorkspace().ToggleOn(),
        () => AWorkspace().Initialize(),
        () => AWorkspace().Destroy(),
        () => _scopes.Add(Scope.OutOfWorkspaces()),
        () => Add(ATensor().Tensor.Migrate()),
        () => Add(ATensor().Tensor.LeverageTo(AScope())),
    ];

    /// <summary>What a scope was given.</summary>
    private sealed class Given : IDisposable
    {
        internal int Disposed { get; private set; }

        public void Dispose() => Disposed++;
    }

    [Fact]
    public void EndsInAnAnswerOrATypedRefusal()
    {
        int done = 0, refused = 0;
        for (int seed = 0; seed < Sequences; seed++)
        {
            _random = new Random(seed);
            var story = new StringBuilder();
            try
            {
                for (int i = 0; i < Steps; i++)
                {
                    int step = _random.Next(_steps.Count);
                    story.Append(step).Append(' ');
                    _ = Took(step) ? done++ : refused++;
                    Agree();
                }
                End();
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"seed {seed}, steps {story}: {error.Message}", error);
            }
        }
        Assert.True(done > refused / 4 && refused > 0, $"{done} done, {refused} refused");
    }

    private bool Took(int step)
    {
        try
        {
            _steps[step]();
            return true;
        }
        catch (Exception error) when (error is ClosedException or ScopeException or InvalidArgumentException or NativeMemoryException)
        {
            return false;
        }
    }

    private bool Flip() => _random.Next(2) == 0;

    private double Number() => _random.Next(100);

    private Scope AScope()
    {
        if (_scopes.Count + _workspaces.Count == 0)
        {
            _scopes.Add(Scope.Create());
        }
        int at = _random.Next(_scopes.Count + _workspaces.Count);
        return at < _scopes.Count ? _scopes[at] : _workspaces[at - _scopes.Count];
    }

    private Workspace AWorkspace()
    {
        if (_workspaces.Count == 0)
        {
            MakeWorkspace();
        }
        return _workspaces[_random.Next(_workspaces.Count)];
    }

    private (Tensor Tensor, double Value) ATensor()
    {
        if (_tensors.Count == 0)
        {
            Add(Tensor.Full(7, 64));
        }
        return _tensors[_random.Next(_tensors.Count)];
    }

    private NativeResource[] Some()
    {
        var some = new NativeResource[_random.Next(4)];
        for (int i = 0; i < some.Length; i++)
        {
            some[i] = _random.Next(4) == 0 ? AScope() : ATensor().Tensor;
        }
        return some;
    }

    private Tensor Add(Tensor tensor)
    {
        _tensors.Add((tensor, tensor.ToArray<float>()[0]));
        return tensor;
    }

    private void Derive()
    {
        (Tensor from, double value) = ATensor();
        switch (_random.Next(3))
        {
            case 0:
                _tensors.Add((from.Add(1), value + 1));
                break;
            case 1:
                _tensors.Add((from.Alias(), value));
                break;
            default:
                _tensors.Add((from.Slice(0, 3, 60), value));
                break;
        }
    }

    private void Using() => Assert.NotEmpty(Scope.Using(() =>
    {
        List<NativeResource> all = [.. Some(), Add(Tensor.Full(Number(), 64))];
        if (_random.Next(4) == 0)
        {
            AScope().Close();
        }
        return all;
    }));

    private void Give()
    {
        var fresh = new Given();
        AScope().Own(fresh);
        _given.Add(fresh);
    }

    private void Look()
    {
        Scope scope = AScope();
        Assert.NotEmpty(scope.ToString() + ATensor().Tensor);
        scope.Name = "looked at";
        Assert.True(scope.Stats.Members >= (ulong)scope.Members.Count);
        Assert.Contains("looked at", scope.DebugDump());
    }

    private void MakeWorkspace() =>
        _workspaces.Add(Workspace.Create($"w{_workspaces.Count}", _random.Next(3) == 0 ? Ring : Block));

    private unsafe void Agree()
    {
        Assert.True(Scope.Current is null or { IsClosed: false });
        for (int i = 0; i < 3 && _tensors.Count > 0; i++)
        {
            (Tensor tensor, double value) = ATensor();
            if (!tensor.IsClosed)
            {
                ulong owner;
                Assert.Equal(0, Native.tenure_scope_owner(tensor.Handle, &owner));
                Assert.Equal(owner, tensor.Owner?.Handle ?? 0);
                Assert.Equal(value, tensor.ToArray<float>()[0]);
            }
        }
    }

    private void End()
    {
        while (_scopes.Count > 0)
        {
            int at = _random.Next(_scopes.Count);
            Scope scope = _scopes[at];
            _scopes.RemoveAt(at);
            scope.Close();
        }
        _workspaces.ForEach(workspace => workspace.Destroy());
        _tensors.ForEach(known => known.Tensor.Dispose());
        Assert.All(_given, fresh => Assert.Equal(1, fresh.Disposed));
        _workspaces.Clear();
        _tensors.Clear();
        _given.Clear();
        Assert.Null(Scope.Current);
        Assert.Equal((0, 0), (Tensors, Scopes));
    }
}
