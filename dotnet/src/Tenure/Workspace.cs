// A workspace: a scope with memory of its own, which a loop enters once a cycle.
//
// Invariant: what a cycle is, when it ends and what goes with it is the core's to say. The wrapper knows its handle, and by
// which frames it is current (Interop/Frame.cs), and nothing of cycles: so two threads that share one cannot disagree here.
// There is one wrapper for a handle (Interop/ScopeTable.cs).

using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Workspaces;

namespace Tenure;

/// <summary>A scope whose tensors' memory comes out of one block, which is used anew in every cycle: memory that a loop learns
/// once and never asks for again.</summary>
/// <remarks>
/// <para><see cref="Enter"/> begins a cycle and makes this the current scope; <see cref="Dispose"/> leaves it again, and never
/// destroys. What the cycle made is stale then: any use throws <see cref="ClosedException"/> that says of which cycle it was.
/// What is to live longer is copied out: <see cref="Ownership.MoveToOuterScope{T}"/>, <see cref="Tensor.LeverageTo(Scope)"/>,
/// <see cref="Tensor.Migrate"/>, <see cref="Ownership.DetachFromScope{T}"/>.</para>
/// <para>Under <see cref="ResetPolicy.EndOfBufferReached"/> the block is a ring that holds k cycles: a cycle's tensors stay until
/// the k-th cycle after it is entered. The current scope is then the cycle's own, a child of the workspace with its name, which
/// cannot be moved; disposing of it leaves the workspace, and does nothing between cycles.</para>
/// <para>Under <see cref="WorkspaceMode.Enabled"/> only the thread that made or got it may enter it; what another thread makes in it
/// comes from the pool. An asynchronous flow goes on on other threads: take <see cref="WorkspaceMode.Single"/> for those.
/// To leave and to destroy it, any thread will do.</para>
/// </remarks>
/// <example><code>
/// Workspace batch = Workspace.Get("batch");
/// foreach (var (x, y) in batches)
/// {
///     using (batch.Enter())
///     {
///         losses.Add(model.Forward(x).CrossEntropy(y).Item());
///     }                                  // nothing is freed, nothing is asked for again: the block is used anew
/// }
/// </code></example>
public sealed unsafe partial class Workspace : Scope
{
    private WorkspaceConfig? _config;

    internal Workspace(ulong handle, string name, Scope? parent) : base(handle, parent, isStrange: false)
    {
        _cycle = this;
        CalledFromTheStart(name);
        // Whatever the leak level: there are few, and what is said of their misuse names the line.
        Native.tenure_handle_note(handle, Sites.Here().Text);
        ScopeTable.Add(handle, this);
    }

    /// <summary>How it was made. Every parameter, also those that have their default.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public WorkspaceConfig Config
    {
        get
        {
            if (_config is { } known)
            {
                return known;
            }
            string json = NativeText.Read((buffer, room, needed) => Native.tenure_workspace_config(Handle, buffer, room, needed));
            GC.KeepAlive(this);
            return _config = WorkspaceConfig.Parse(json);
        }
    }

    /// <summary>Makes a workspace of your own; unlike those of <see cref="Get(string)"/> it goes when it is destroyed, when its parent
    /// closes, or when nobody can reach it any more.</summary>
    /// <param name="config">The parameters; null for the defaults.</param>
    /// <param name="parent">The scope that owns it; null for none.</param>
    /// <inheritdoc cref="Create(string, WorkspaceConfig, Scope)"/>
    [OverloadResolutionPriority(1)]
    public static Workspace Create(WorkspaceConfig? config = null, Scope? parent = null) => Create("", config, parent);

    /// <summary>As <see cref="Create(WorkspaceConfig, Scope)"/>, with a name that errors, dumps and reports say.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is refused, or two contradict each other: both are named.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for <see cref="WorkspaceConfig.InitialSize"/>.</exception>
    /// <exception cref="TensorException">There is no room for its file, or this machine cannot do what is asked for.</exception>
    /// <exception cref="ScopeException">The parent is closed.</exception>
    public static Workspace Create(string name, WorkspaceConfig? config = null, Scope? parent = null)
    {
        NativeText.Check(name, nameof(name));
        string? json = config?.ToJson();
        ulong handle;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_workspace_create(Call.Number(parent), name, 0, json, &handle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(parent);
        Errors.Check(status);
        var made = new Workspace(handle, name, parent) { _config = config };
        made.Guard();
        return made;
    }

    /// <summary>Begins a cycle and makes this the current scope until <see cref="Dispose"/>; entered already, it goes one level
    /// deeper into the same cycle.</summary>
    /// <returns>This, for <c>using</c>.</returns>
    /// <exception cref="ScopeException">It is another thread's; or it is entered already and has
    /// <see cref="WorkspaceConfig.UseCycleDetector"/>; or it is <see cref="WorkspaceConfig.Strict"/> and a ring, and what its turn
    /// would overwrite is held. Nothing has changed.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for its block.</exception>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public Workspace Enter()
    {
        Frame? home = _home;
        if (home is not null && home.Before is { } before && ExecutionContext.Capture() == before && home.Reopen())
        {
            if (_home == home && (home.Outer is null || CurrentScope.IsOpen(home.Outer)))
            {
                Begin(home);
                ExecutionContext.Restore(home.Within!);
                return this;
            }
            home.End();
        }
        EnterAnew();
        return this;
    }

    /// <summary>Leaves one level. At the outermost the cycle ends: all that it made and that was not moved out is stale, and the
    /// memory is used anew. Not entered, or destroyed: does nothing. It never destroys: see <see cref="Destroy"/>.</summary>
    /// <remarks>From any thread. A call from a flow that has not entered it leaves the level that was entered last. In a ring
    /// what the cycle made stays until its turn comes. What is foreign (<see cref="Scope.Own{T}"/>) is disposed first.</remarks>
    /// <exception cref="ScopeException">It is <see cref="WorkspaceConfig.Strict"/>, and something that this does not own holds memory
    /// of the cycle: nothing has changed, and it is still entered.</exception>
    public override void Dispose()
    {
        Frame? mine = _home;
        if (mine is null || mine.IsOver || mine.Within is not { } within || ExecutionContext.Capture() != within)
        {
            mine = CurrentScope.EntryOf(this) ?? Last();
        }
        List<Exception>? errors = BeforeTheEnd();
        int status = Native.tenure_workspace_leave(Handle, null, 0);
        if (status != 0)
        {
            CheckLeft(status);
        }
        EndEntry(mine, errors);
    }

    /// <summary>Leaves one level as <see cref="Dispose"/> does; at the outermost what of <paramref name="keep"/> lies below this is copied
    /// out to the scope that was current where it was entered, to nobody where that has closed, in the same crossing.</summary>
    /// <exception cref="ScopeException">It is not entered; or <see cref="WorkspaceConfig.Strict"/> refuses it, or where it was entered no
    /// members are taken: nothing has changed, and it is still entered.</exception>
    /// <exception cref="NativeMemoryException">There is no memory for the copies; nothing has changed.</exception>
    /// <exception cref="ClosedException">It was destroyed, or one of <paramref name="keep"/> is closed; nothing has changed.</exception>
    public void Leave(params ReadOnlySpan<NativeResource> keep)
    {
        foreach (NativeResource resource in keep)
        {
            ArgumentNullException.ThrowIfNull(resource, nameof(keep));
        }
        Frame? mine = CurrentScope.EntryOf(this) ?? Last();
        List<Exception>? errors = BeforeTheEnd();
        Moves.Leave(this, keep);
        EndEntry(mine, errors);
    }

    /// <summary>Gives all back now, also when it is entered, and from any thread: what it owns is released; memory that is held
    /// elsewhere, by a tape or an exported buffer, goes with the last that holds it. A second call does nothing. The next
    /// <see cref="Get(string)"/> of its name makes another.</summary>
    public void Destroy() => base.Dispose();

    /// <summary>As <see cref="ToggleOff"/>, until the result is disposed.</summary>
    /// <exception cref="ScopeException">It is not entered, or is another thread's.</exception>
    public IDisposable Off()
    {
        ToggleOff();
        return new Pause(this);
    }

    /// <inheritdoc/>
    public override string ToString()
    {
        string name = Name is { Length: > 0 } given ? $" '{given}'" : "";
        try
        {
            WorkspaceStats stats = WorkspaceStats;
            return $"Workspace{name}(cycle {stats.Cycle}{(stats.Depth > 0 ? ", entered" : "")}, {stats.Committed} bytes)";
        }
        catch (ClosedException)
        {
            return $"Workspace{name}(closed)";
        }
    }

    /// <summary>Whether nothing may be made in it any more: false when only the core knows that it ended.</summary>
    internal bool MayBeUsed => IsOpen;

    /// <summary>Throws why it could not be left, unless it was not entered, or is gone.</summary>
    private void CheckLeft(int status)
    {
        Exception error = Errors.From(status);
        ulong cycle, depth;
        if (status == (int)Status.InvalidHandle || Native.tenure_workspace_cycle(Handle, &cycle, &depth) == (int)Status.InvalidHandle)
        {
            // Gone with its thread, perhaps.
            MarkClosed();
        }
        else if (status != (int)Status.Workspace || depth > 0)
        {
            throw error;
        }
    }

    /// <summary>Disposes what is foreign, if it is entered once, so that the cycle is about to end.</summary>
    private List<Exception>? BeforeTheEnd()
    {
        ulong cycle, depth;
        return HasForeign && Native.tenure_workspace_cycle(Handle, &cycle, &depth) == 0 && depth == 1 ? EmptyForeign() : null;
    }

    /// <summary>It was left: what was current before is again.</summary>
    private void EndEntry(Frame? entry, List<Exception>? errors)
    {
        if (entry is not null)
        {
            Pop(entry);
        }
        EmptyLateForeign(ref errors);
        GC.KeepAlive(this);
        Throw(errors);
    }

    /// <summary>Puts a workspace on again, once; when the cycle has ended, it is on already.</summary>
    private sealed class Pause(Workspace workspace) : IDisposable
    {
        private Workspace? _workspace = workspace;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _workspace, null) is { } off)
            {
                Native.tenure_workspace_toggle(off.Handle, 1);
                GC.KeepAlive(off);
            }
        }
    }

    // Workspaces by name: the core's registry, and what each thread remembers of it, so that a cycle costs no look-up there.

    [ThreadStatic]
    private static Found? t_found;

    /// <summary>The workspace of this name that belongs to this thread, made with the defaults when there is none. Under
    /// <see cref="WorkspaceMode.Single"/> that of all threads.</summary>
    /// <remarks>It belongs to the process, and goes with its thread: nobody need destroy it. If it was destroyed, the next call
    /// makes it anew. One under <see cref="WorkspaceMode.Single"/> has no thread: it stays until it is destroyed, and
    /// <see cref="TenureRuntime.Leaks"/> lists it while it holds tensors outside of a cycle.</remarks>
    public static Workspace Get(string id)
    {
        Found found = t_found ??= new Found();
        return found.Look(id) ?? found.Ask(id, null);
    }

    /// <summary>As <see cref="Get(string)"/>, made with <paramref name="config"/>.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is refused; or the workspace is there already and was made with others:
    /// the message names what differs.</exception>
    public static Workspace Get(string id, WorkspaceConfig config)
    {
        ArgumentNullException.ThrowIfNull(id);
        ArgumentNullException.ThrowIfNull(config);
        Found found = t_found ??= new Found();
        return found.Look(id) is { } known && known.IsMadeWith(config) ? known : found.Ask(id, config);
    }

    /// <summary>The workspace that <see cref="Get(string)"/> would give, null when there is none.</summary>
    public static Workspace? Find(string id)
    {
        NativeText.Check(id, nameof(id));
        ulong handle;
        Errors.Check(Native.tenure_workspace_find(id, 0, &handle));
        return handle == 0 ? null : Of(handle, id);
    }

    /// <summary>The wrapper of a handle that the core gave; it may have been destroyed since.</summary>
    internal static Workspace Of(ulong handle, string name) => ScopeTable.Of(handle) as Workspace ?? new Workspace(handle, name, parent: null);

    private bool IsMadeWith(WorkspaceConfig config) => ReferenceEquals(config, _config) || config == Config;

    /// <summary>What one thread has got.</summary>
    private sealed class Found
    {
        private const int Few = 64;
        private readonly Dictionary<string, Workspace> _byName = new(StringComparer.Ordinal);
        private string? _lastName;
        private Workspace? _last;
        private int _purgeAt = Few;

        internal Workspace? Look(string id)
        {
            ArgumentNullException.ThrowIfNull(id);
            Workspace? found = _last;
            if (!ReferenceEquals(id, _lastName) && _byName.TryGetValue(id, out found))
            {
                _lastName = id;
                _last = found;
            }
            return found is { MayBeUsed: true } ? found : null;
        }

        internal Workspace Ask(string id, WorkspaceConfig? config)
        {
            NativeText.Check(id, nameof(id));
            string? json = config?.ToJson();
            ulong handle;
            int status, attempt = 0;
            do
            {
                status = Native.tenure_workspace_get(id, 0, json, &handle);
            }
            while (Pressure.Retry(status, ref attempt));
            Errors.Check(status);
            Workspace got = Of(handle, id);
            got._config ??= config;
            if (_byName.Count >= _purgeAt)
            {
                foreach ((string name, _) in _byName.Where(known => !known.Value.MayBeUsed).ToArray())
                {
                    _byName.Remove(name);
                }
                _purgeAt = Math.Max(Few, 2 * _byName.Count);
            }
            return _last = _byName[_lastName = id] = got;
        }
    }

    // By which frames a workspace is current, in which flows: one for each entry that was not left.
    // Invariant: one frame, the first one's, is used again, by whoever takes it while it is over; who replaces it takes it first,
    // so that no entry is ever without its frame. All others are in a list.

    private readonly Lock _gate = new();
    // The frame that is used again, and those that there are besides.
    private Frame? _home;
    private List<Frame>? _others;
    private Scope _cycle;
    private Part[] _parts = [];

    /// <summary>What was made in the last cycle is owned by this: the workspace itself, or the part of its ring.</summary>
    internal Scope CycleScope => Volatile.Read(ref _cycle);

    internal override Scope? Exit =>
        (CurrentScope.EntryOf(this) ?? Last()) is { } entry ? CurrentScope.In(entry.Outer) : base.Exit;

    private void EnterAnew()
    {
        var frame = new Frame(this, CurrentScope.Top(), this);
        Begin(frame);
        frame.Before = ExecutionContext.Capture();
        CurrentScope.Set(frame);
        frame.Within = ExecutionContext.Capture();
        lock (_gate)
        {
            Frame? home = _home;
            if (home is null || home.Reopen())
            {
                _home = frame;
                home?.End();
            }
            else
            {
                (_others ??= []).Add(frame);
            }
        }
    }

    /// <summary>Enters, and notes what is current then. Refused, the frame is over.</summary>
    private void Begin(Frame frame)
    {
        ulong scope, cycle, endings = Holder is null ? 0 : Endings.Now;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_workspace_enter(Handle, Call.Number(CurrentScope.In(frame.Outer)), &scope, &cycle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        if (status != 0)
        {
            frame.End();
            Errors.Check(status);
        }
        if (scope != frame.Scope.Handle)
        {
            frame.Scope = PartOf(scope);
        }
        if (_cycle != frame.Scope)
        {
            _cycle = frame.Scope;
        }
        // What could be entered is open; the part of a ring may have gone when that was emptied.
        FoundOpen(endings);
    }

    /// <summary>The part of the ring that has this number.</summary>
    internal Part PartOf(ulong handle)
    {
        foreach (Part part in _parts)
        {
            if (part.Handle == handle)
            {
                return part;
            }
        }
        lock (_gate)
        {
            Part part = _parts.FirstOrDefault(part => part.Handle == handle) ?? new Part(handle, this);
            _parts = [.. _parts.Where(other => other != part), part];
            return part;
        }
    }

    /// <summary>The frame of the last entry by any flow, if it was not left.</summary>
    private Frame? Last()
    {
        lock (_gate)
        {
            return _others?.FindLast(frame => !frame.IsOver) ?? (_home is { IsOver: false } home ? home : null);
        }
    }

    private void Pop(Frame frame)
    {
        ExecutionContext? before = frame.Before, within = frame.Within;
        if (frame != _home)
        {
            lock (_gate)
            {
                _others?.Remove(frame);
            }
        }
        frame.End();
        if (before is not null && ExecutionContext.Capture() == within)
        {
            // Nothing else has been set in the block, so what was before is all there is to go back to.
            ExecutionContext.Restore(before);
        }
        else
        {
            CurrentScope.Leave(frame, frame.Outer);
        }
    }

    // What there is to see of a workspace, and of all of them.

    /// <summary>Whether a cycle is open.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public bool IsEntered => Moment().Depth > 0;

    /// <summary>The number of the last cycle that was entered; 0 before the first.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public long Cycle => Moment().Cycle;

    private (long Cycle, long Depth) Moment()
    {
        ulong cycle, depth;
        int status = Native.tenure_workspace_cycle(Handle, &cycle, &depth);
        GC.KeepAlive(this);
        Errors.Check(status);
        return ((long)cycle, (long)depth);
    }

    /// <summary>What is being done wrong with workspaces: not left, used for too long, members held past their cycle, too many of
    /// them, parameters that do not fit.</summary>
    public static IReadOnlyList<WorkspaceMisuse> Misuses() =>
        [.. Rows.Of(NativeText.Read(Native.tenure_workspace_misuse_rows)).Select(WorkspaceMisuse.From)];
}
