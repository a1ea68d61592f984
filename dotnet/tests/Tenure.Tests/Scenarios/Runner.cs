using Tenure.Interop;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests.Scenarios;

/// <summary>Runs one scenario through the public classes: its lines in order, its blocks, what must hold at the end.</summary>
/// <remarks>The commands themselves are in <see cref="Commands"/> and <see cref="Expectations"/>.</remarks>
internal sealed class Runner : IDisposable
{
    private readonly string _file;
    private readonly string[] _lines;
    private readonly List<(string Name, NativeResource Value, bool Forged)> _bound = [];
    private readonly MemoryStats _start = TestDevice.Stats();
    private readonly Commands _commands;
    private readonly Expectations _expectations;
    private readonly WorkspaceExpectations _workspaces;
    private readonly Func<Runner, string, Func<NativeResource[]>, NativeResource[]> _attempts;
    private int _line;
    private int _failedAt;

    /// <param name="file">The scenario.</param>
    /// <param name="attempts">
    /// Gets each command that is no expectation, and what runs it; it may run it again after an exception. Null runs it once.
    /// </param>
    public Runner(string file, Func<Runner, string, Func<NativeResource[]>, NativeResource[]>? attempts = null)
    {
        _file = file;
        _attempts = attempts ?? ((_, _, call) => call());
        _lines = File.ReadAllLines(file);
        Folder = Directory.CreateTempSubdirectory("tenure-scenario-").FullName;
        _commands = new Commands(this);
        _expectations = new Expectations(this);
        _workspaces = new WorkspaceExpectations(this);
    }

    /// <summary>What the counts were when the scenario began.</summary>
    public MemoryStats Start => _start;

    /// <summary>This scenario's own folder, <c>$TMP</c>.</summary>
    public string Folder { get; }

    /// <summary>Runs all lines, releases what is bound, and compares the counts.</summary>
    public void Run()
    {
        try
        {
            Body(until: null);
        }
        catch (Exception error)
        {
            throw new ScenarioFailure($"{_file}:{_failedAt}: {error.GetType().Name}: {error.Message}");
        }
        finally
        {
            Release();
        }
        TenureRuntime.Drain();
        if (Live(TestDevice.Stats()) != Live(_start))
        {
            throw new ScenarioFailure($"{_file}: live at the end {Live(TestDevice.Stats())}, at the start {Live(_start)}");
        }
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    public static (long Handles, long Tensors, long Scopes, long Bytes) Live(MemoryStats stats) =>
        (stats.LiveHandles, stats.LiveTensors, stats.LiveScopes, stats.LiveBytes);

    /// <summary>What a name is bound to.</summary>
    public T Get<T>(string name) where T : NativeResource
    {
        foreach ((string bound, NativeResource value, _) in _bound)
        {
            if (bound == name)
            {
                return value as T ?? throw new ScenarioFailure($"{name} is a {value.GetType().Name}, no {typeof(T).Name}");
            }
        }
        throw new ScenarioFailure($"{name} is not bound");
    }

    public void Bind(string name, NativeResource value, bool forged = false)
    {
        if (name.Length == 0 || !char.IsAsciiLetterLower(name[0]) || !name.All(c => c == '_' || char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c)))
        {
            throw new ScenarioFailure($"{name} is no name");
        }
        if (_bound.Any(other => other.Name == name))
        {
            throw new ScenarioFailure($"{name} is bound twice");
        }
        _bound.Add((name, value, forged));
    }

    /// <summary>The tensors that names are bound to and that are open.</summary>
    public IReadOnlyList<Tensor> Tensors() => [.. _bound.Select(bound => bound.Value).OfType<Tensor>().Where(tensor => !tensor.IsClosed)];

    /// <summary>Runs one command that is no block.</summary>
    public void Execute(Words words)
    {
        if (words.Command == "expect_error")
        {
            ExpectError(words);
        }
        else if (!Expects(words))
        {
            bool forged = false;
            NativeResource[] made = _attempts(this, words.Command, () =>
            {
                words.Restart();
                return _commands.Run(words, out forged);
            });
            words.End(made.Length);
            for (int i = 0; i < made.Length; i++)
            {
                Bind(words.Results[i], made[i], forged);
            }
        }
    }

    private bool Expects(Words words) => _expectations.Run(words) || _workspaces.Run(words);

    /// <summary>Runs to the <c>end</c> of a block, whose words are returned, or to the end of the file.</summary>
    private Words? Body(string? until)
    {
        while (_line < _lines.Length)
        {
            Words? words;
            int number = ++_line;
            try
            {
                words = Words.Parse(_lines[number - 1]);
                switch (words?.Command)
                {
                    case null:
                        break;
                    case "end":
                        return until is not null ? words : throw new ScenarioFailure("end without a block");
                    case "throw":
                        words.End(0);
                        throw until == "using" ? new BodyFailure() : new ScenarioFailure("throw outside a using block");
                    case "using":
                        Using(words);
                        break;
                    case "run":
                        RunIn(words);
                        break;
                    case "thread":
                        words.End(0);
                        OnAnotherThread();
                        break;
                    default:
                        Execute(words);
                        break;
                }
            }
            catch (Exception) when (Failed(number))
            {
                throw;
            }
        }
        return until is null ? null : throw new ScenarioFailure($"{until} without its end");
    }

    /// <summary>Notes the innermost line that failed; never handles anything.</summary>
    private bool Failed(int number)
    {
        _failedAt = _failedAt == 0 ? number : _failedAt;
        return false;
    }

    private void Using(Words words)
    {
        string name = words.Next();
        words.End(0);
        int depth = 0;
        try
        {
            Scope.Using(scope =>
            {
                scope.Known();
                Bind(name, scope);
                depth = _line;
                Words end = Body("using")!;
                var escaping = new List<NativeResource>();
                while (end.Left > 0)
                {
                    escaping.Add(Get<NativeResource>(end.Next()));
                }
                return escaping;
            });
        }
        catch (BodyFailure)
        {
            _failedAt = 0;
            _line = EndOf(depth);
        }
    }

    /// <summary>The line behind the <c>end</c> of the block whose body begins at <paramref name="from"/>.</summary>
    private int EndOf(int from)
    {
        int depth = 1;
        while (depth > 0)
        {
            string command = from < _lines.Length
                ? Words.Parse(_lines[from++])?.Command ?? ""
                : throw new ScenarioFailure("using without its end");
            depth += command is "using" or "thread" or "run" ? 1 : command == "end" ? -1 : 0;
        }
        return from;
    }

    private void RunIn(Words words)
    {
        Scope scope = Get<Scope>(words.Next());
        words.End(0);
        scope.Run(() => Body("run")!.End(0));
    }

    private void OnAnotherThread()
    {
        Exception? thrown = null;
        var thread = new Thread(() =>
        {
            try
            {
                Body("thread")!.End(0);
            }
            catch (Exception error)
            {
                thrown = error;
            }
        });
        // Without the execution context: no scope is current there.
        thread.UnsafeStart();
        thread.Join();
        if (thrown is not null)
        {
            throw new ScenarioFailure($"on the other thread: {thrown.GetType().Name}: {thrown.Message}");
        }
    }

    private void ExpectError(Words words)
    {
        Status wanted = words.Status();
        string? text = words.NextIsQuoted ? words.Text() : null;
        Words command = words.Rest();
        var before = Live(TestDevice.Stats());
        Exception? error = null;
        try
        {
            // What it would bind stays unbound, whether it fails or not.
            if (!Expects(command))
            {
                _commands.Run(command, out _);
            }
        }
        catch (Exception caught) when (caught is not (ScenarioFailure or BodyFailure))
        {
            error = caught;
        }
        if (error is null)
        {
            throw new ScenarioFailure($"{command.Command} succeeded, {wanted} was wanted");
        }
        Status found = StatusTests.StatusOf(error);
        if (found != wanted || (text is not null && !error.Message.Contains(text, StringComparison.Ordinal)))
        {
            throw new ScenarioFailure($"{found} \"{error.Message}\" was found, {wanted} \"{text}\" wanted");
        }
        var after = Live(TestDevice.Stats());
        if (after != before)
        {
            throw new ScenarioFailure($"the failed command changed the live counts from {before} to {after}");
        }
    }

    /// <summary>Disposes what the names are bound to, newest first: members, then scopes.</summary>
    private void Release()
    {
        TestDevice.SetMemoryLimit(0);
        NativeResource[] own = [.. _bound.Where(bound => !bound.Forged).Select(bound => bound.Value).Reverse()];
        foreach (NativeResource value in own.Where(value => value is not Scope).Concat(own.Where(value => value is Scope)))
        {
            End(value);
        }
        _bound.Clear();
    }

    /// <summary>Releases it; a workspace, whose disposal only leaves it, is destroyed.</summary>
    public static void End(NativeResource value)
    {
        if (value is Workspace workspace)
        {
            workspace.Destroy();
        }
        else
        {
            value.Dispose();
        }
    }
}
