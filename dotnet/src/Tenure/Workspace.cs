// A workspace: a scope with its own memory, which a loop enters once per cycle.
//
// Invariant: the core alone decides when a cycle ends and which resources end with it. The wrapper
// stores its handle and the frames by which it is current (Interop/Frame.cs), and no state of
// cycles, so two threads that share a workspace cannot see different states. Each handle has one
// wrapper (Interop/ScopeTable.cs).

using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Workspaces;

namespace Tenure;

/// <summary>A scope whose tensors get their memory from one block that is reused in every cycle. It
/// learns how much memory a loop needs, and then makes no further allocations.</summary>
/// <remarks>
/// <para><see cref="Enter"/> begins a cycle and makes this the current scope. <see cref="Dispose"/>
/// leaves the cycle and does not destroy the workspace. Tensors of a cycle that has ended are
/// stale: every use throws a <see cref="ClosedException"/> that names their cycle. To let a tensor
/// live longer, copy it out with <see cref="Ownership.MoveToOuterScope{T}"/>,
/// <see cref="Tensor.LeverageTo(Scope)"/>, <see cref="Tensor.Migrate"/> or
/// <see cref="Ownership.DetachFromScope{T}"/>.</para>
/// <para>With <see cref="ResetPolicy.EndOfBufferReached"/> the block is a ring that holds k cycles:
/// a cycle's tensors stay valid until the k-th cycle after it is entered. Each cycle then has its
/// own scope, which is the current one: a child of the workspace with the same name, which cannot
/// be moved. Disposing it leaves the workspace, and does nothing between cycles.</para>
/// <para>With <see cref="WorkspaceMode.Enabled"/> only the thread that created or got the workspace
/// may enter it, and tensors that other threads create in it get memory from the pool. Asynchronous
/// code may continue on another thread, so use <see cref="WorkspaceMode.Single"/> for it. Any
/// thread may leave or destroy a workspace.</para>
/// </remarks>
/// <example><code>
/// Workspace batch = Workspace.Get("batch");
/// foreach (var (x, y) in batches)
/// {
///     using (batch.Enter())
///     {
///         losses.Add(model.Forward(x).CrossEntropy(y).Item());
///     }                                  // nothing is freed or allocated: the block is reused
/// }
/// </code></example>
public sealed unsafe partial class Workspace : Scope
{
    private WorkspaceConfig? _config;

    internal Workspace(ulong handle, string name, Scope? parent) : base(handle, parent, isStrange: false)
    {
        _cycle = this;
        CalledFromTheStart(name);
        // Recorded at every leak level: there are few workspaces, and reports of misuse name the
        // line.
        Native.tenure_handle_note(handle, Sites.Here().Text);
        ScopeTable.Add(handle, this);
    }

    /// <summary>All parameters that this was created with, including defaults.</summary>
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

    /// <summary>Creates a workspace that the caller owns. Unlike one from
    /// <see cref="Get(string)"/>, it ends when it is destroyed, when its parent closes, or when it
    /// can no longer be reached.</summary>
    /// <param name="config">The parameters; null for the defaults.</param>
    /// <param name="parent">The scope that owns it; null for none.</param>
    /// <inheritdoc cref="Create(string, WorkspaceConfig, Scope)"/>
    [OverloadResolutionPriority(1)]
    public static Workspace Create(WorkspaceConfig? config = null, Scope? parent = null) => Create("", config, parent);

    /// <summary>As <see cref="Create(WorkspaceConfig, Scope)"/>, with a name that appears in
    /// errors, dumps and reports.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is invalid, or two contradict each
    /// other; the message names them.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory for
    /// <see cref="WorkspaceConfig.InitialSize"/>.</exception>
    /// <exception cref="TensorException">There is no space for its file, or this machine does not
    /// support the parameters.</exception>
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

    /// <summary>Begins a cycle and makes this the current scope until <see cref="Dispose"/>. If it
    /// is entered already, it enters the same cycle one level deeper.</summary>
    /// <returns>This workspace, for <c>using</c>.</returns>
    /// <exception cref="ScopeException">The workspace belongs to another thread; or it is entered
    /// already and has <see cref="WorkspaceConfig.UseCycleDetector"/>; or it is a ring with
    /// <see cref="WorkspaceConfig.Strict"/>, and memory that the new cycle would overwrite is still
    /// in use. Nothing has changed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory for its
    /// block.</exception>
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

    /// <summary>Leaves one level. Leaving the outermost level ends the cycle: everything that was
    /// created in it and not moved out becomes stale, and the memory is reused. It does nothing if
    /// the workspace is not entered or is destroyed. It never destroys the workspace; see
    /// <see cref="Destroy"/>.</summary>
    /// <remarks>It may be called from any thread. A call from a flow that has not entered the
    /// workspace leaves the level that was entered last. In a ring, the cycle's tensors stay valid
    /// until their memory is reused. Foreign resources (<see cref="Scope.Own{T}"/>) are disposed
    /// first.</remarks>
    /// <exception cref="ScopeException">The workspace has <see cref="WorkspaceConfig.Strict"/>, and
    /// something that it does not own holds memory of the cycle. Nothing has changed, and it is
    /// still entered.</exception>
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
        Logs.Check();
    }

    /// <summary>Leaves one level as <see cref="Dispose"/> does. At the outermost level, the
    /// resources of <paramref name="keep"/> that this workspace owns, directly or through scopes
    /// below it, are copied out to the scope that was current when it was entered. If that scope
    /// has closed, they become unowned.</summary>
    /// <exception cref="ScopeException">The workspace is not entered; or it has
    /// <see cref="WorkspaceConfig.Strict"/> and memory of the cycle is still in use; or the scope
    /// that it was entered in takes no members. Nothing has changed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory for the copies; nothing
    /// has changed.</exception>
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
        Logs.Check();
    }

    /// <summary>Releases everything that it owns and frees its memory now, even if it is entered.
    /// It may be called from any thread. Memory that a tape or an exported buffer still uses is
    /// freed with its last reference. A second call does nothing. The next
    /// <see cref="Get(string)"/> of its name creates a new workspace.</summary>
    public void Destroy() => base.Dispose();

    /// <summary>As <see cref="ToggleOff"/>, until the result is disposed.</summary>
    /// <exception cref="ScopeException">It is not entered, or it belongs to another
    /// thread.</exception>
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

    /// <summary>Whether the wrapper still considers this open. True even if it ended with its
    /// thread, which only the core records.</summary>
    internal bool MayBeUsed => IsOpen;

    /// <summary>Throws the error of a failed leave, unless it was not entered or does not exist any
    /// more.</summary>
    private void CheckLeft(int status)
    {
        Exception error = Errors.From(status);
        ulong cycle, depth;
        if (status == (int)Status.InvalidHandle || Native.tenure_workspace_cycle(Handle, &cycle, &depth) == (int)Status.InvalidHandle)
        {
            // It was destroyed, or it ended with its thread.
            MarkClosed();
        }
        else if (status != (int)Status.Workspace || depth > 0)
        {
            throw error;
        }
    }

    /// <summary>Disposes the foreign resources if the outermost level is about to be left, which
    /// ends the cycle.</summary>
    private List<Exception>? BeforeTheEnd()
    {
        ulong cycle, depth;
        return HasForeign && Native.tenure_workspace_cycle(Handle, &cycle, &depth) == 0 && depth == 1 ? EmptyForeign() : null;
    }

    /// <summary>Makes the scope current again that was current before the entry.</summary>
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

    /// <summary>Turns a workspace on again, once. If the cycle has ended, it is on
    /// already.</summary>
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

    // Workspaces by name: the core has the registry, and each thread caches the workspaces that it
    // has got, so that a cycle needs no lookup in the core.

    [ThreadStatic]
    private static Found? t_found;

    /// <summary>Returns this thread's workspace of this name, and creates it with the default
    /// parameters if there is none. With <see cref="WorkspaceMode.Single"/> all threads share one
    /// workspace.</summary>
    /// <remarks>It need not be destroyed: it ends with its thread. If it was destroyed, the next
    /// call creates it again. A workspace with <see cref="WorkspaceMode.Single"/> has no thread: it
    /// stays until it is destroyed, and <see cref="TenureRuntime.Leaks"/> lists it while it holds
    /// tensors outside of a cycle.</remarks>
    public static Workspace Get(string id)
    {
        Found found = t_found ??= new Found();
        return found.Look(id) ?? found.Ask(id, null);
    }

    /// <summary>As <see cref="Get(string)"/>, but creates the workspace with
    /// <paramref name="config"/>.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is invalid; or the workspace exists
    /// and was created with other parameters, which the message names.</exception>
    public static Workspace Get(string id, WorkspaceConfig config)
    {
        ArgumentNullException.ThrowIfNull(id);
        ArgumentNullException.ThrowIfNull(config);
        Found found = t_found ??= new Found();
        return found.Look(id) is { } known && known.IsMadeWith(config) ? known : found.Ask(id, config);
    }

    /// <summary>Returns the workspace that <see cref="Get(string)"/> would return; null if it does
    /// not exist.</summary>
    public static Workspace? Find(string id)
    {
        NativeText.Check(id, nameof(id));
        ulong handle;
        Errors.Check(Native.tenure_workspace_find(id, 0, &handle));
        return handle == 0 ? null : Of(handle, id);
    }

    /// <summary>Returns the wrapper of a handle from the core; the workspace may have been
    /// destroyed since.</summary>
    internal static Workspace Of(ulong handle, string name) => ScopeTable.Of(handle) as Workspace ?? new Workspace(handle, name, parent: null);

    private bool IsMadeWith(WorkspaceConfig config) => ReferenceEquals(config, _config) || config == Config;

    /// <summary>The workspaces that one thread has got, by name.</summary>
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

    // The frames by which a workspace is current: one for each entry that was not left.
    // Invariant: one frame, _home, is reused: an entry takes it when it is over. To replace it, a
    // thread takes it first, so that no open entry loses its frame. All other frames are in a list.

    private readonly Lock _gate = new();
    // The frame that is reused, and all others.
    private Frame? _home;
    private List<Frame>? _others;
    private Scope _cycle;
    private Part[] _parts = [];

    /// <summary>The scope that owns the resources of the last cycle: the workspace itself, or the
    /// cycle's scope in a ring.</summary>
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

    /// <summary>Enters, and stores the scope that is then current in the frame. On an error, the
    /// frame is ended.</summary>
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
        // A workspace that could be entered is open. The scope of a ring's cycle may not be,
        // because the ring may have been emptied.
        FoundOpen(endings);
    }

    /// <summary>Returns the wrapper of the ring's cycle scope with this number.</summary>
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

    /// <summary>Returns the frame of the last entry by any flow that was not left; null if there is
    /// none.</summary>
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
            // Nothing else was set in the block, so the earlier context can be restored as a whole.
            ExecutionContext.Restore(before);
        }
        else
        {
            CurrentScope.Leave(frame, frame.Outer);
        }
    }

    // Inspecting a workspace, and reports of misuse.

    /// <summary>Whether a cycle is open.</summary>
    /// <exception cref="ClosedException">It was destroyed.</exception>
    public bool IsEntered => Moment().Depth > 0;

    /// <summary>The number of the cycle that was entered last; 0 before the first.</summary>
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

    /// <summary>Reports misuse of workspaces: one that is not left, is used for too long, has
    /// members that are held past their cycle or has unsuitable parameters, or too many
    /// workspaces.</summary>
    public static IReadOnlyList<WorkspaceMisuse> Misuses() =>
        [.. Rows.Of(NativeText.Read(Native.tenure_workspace_misuse_rows)).Select(WorkspaceMisuse.From)];
}
