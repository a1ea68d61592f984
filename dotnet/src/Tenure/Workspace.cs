// A workspace: a scope with memory of its own, which a loop enters once a cycle.
//
// Invariant: what a cycle is, when it ends and what goes with it is the core's to say. The wrapper knows its handle, and by
// which frames it is current (Interop/Frame.cs), and nothing of cycles: so two threads that share one cannot disagree here.
// There is one wrapper for a handle (Interop/ScopeTable.cs).
// The other Workspace.*.cs files: by name (Get), by which frames it is current (Frames), what there is to see (Stats).

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
}
