// A scope: a node of the tree that owns tensors, tapes, optimizers and further scopes, and releases them in one crossing.
//
// Invariant: it is open until it or one of its ancestors is closed, which the wrappers know without asking the core, because
// a scope is closed through its wrapper or not at all. Its backstop closes it when neither it nor anything it owns can be
// reached any more, since members and children keep the wrapper reachable.
// Only what a workspace owns ends while its owner goes on, when a cycle does, and that the core decides: so of scopes
// whose owner has cycles the core is asked.
// The other Scope.*.cs files: how it comes into native memory (Lazy), what it owns (Members), what it closes that is not
// native (Own), factories (Create), bodies (Run, Using).

using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>Owns what is made while it is current, and releases all of it when it closes.</summary>
/// <remarks>A scope that never owned anything costs native memory nothing and is counted nowhere.</remarks>
/// <example><code>
/// using var scope = Scope.Open();
/// var x = Tensor.Ones(2, 3);
/// var y = (x * 2).Sum();
/// y.MoveToOuterScope();          // lives on; x and x * 2 go at the end of the block
/// </code></example>
public unsafe partial class Scope : NativeResource, IAsyncDisposable
{
    // One way only. A scope that is closing still owns and is current: its foreign resources are being disposed.
    private const int Closing = 1;
    private const int Closed = 2;
    private int _state;
    // Another one whenever a scope that has some below it closes, is emptied, or moves: what was found above those may be wrong.
    private static object s_tree = new();
    // The tree in which all above this were found open; null: not looked for yet.
    private object? _openIn;
    private bool _hasBelow;
    private protected readonly MemorySource _memorySource;

    /// <summary>How often all members were closed and the scope went on: a child that joined before that is closed.</summary>
    internal int Emptied { get; private set; }

    /// <summary>Whether members go while this goes on, with a cycle: those of a workspace, and of a ring's parts.</summary>
    internal bool HasCycles => _memorySource is MemorySource.Workspace or MemorySource.Part;

    private Scope(Scope? parent, ScopeOptions? options, MemorySource memorySource = MemorySource.Plain) : base(0, null)
    {
        _memorySource = memorySource;
        Holder = parent?.PlaceFor(this);
        if (options is not null)
        {
            Equip(options);
        }
        if (Leaks.Level != LeakLevel.Off && Leaks.Site() is { } site)
        {
            MyExtras().Site = site;
        }
    }

    /// <summary>The scope that owns the results of operations on this flow of control, null where none is open.</summary>
    /// <remarks>It flows through <c>await</c> and into tasks, as an <see cref="AsyncLocal{T}"/> does.</remarks>
    public static Scope? Current => CurrentScope.Get();

    /// <inheritdoc/>
    public override bool IsClosed => !IsOpen || (IsKnown && base.IsClosed);

    /// <summary>The scope that owns this one, null for a root.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public Scope? Parent => Scope;

    /// <summary>The last scope on the way up, this one where nothing owns it.</summary>
    public Scope Root
    {
        get
        {
            Scope root = this;
            while (root.OwnerScope is { } parent)
            {
                root = parent;
            }
            return root;
        }
    }

    internal bool IsOpen
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (Volatile.Read(ref _state) == Closed)
            {
                return false;
            }
            if (Holder is null)
            {
                return true;
            }
            // Before looking: what changes meanwhile makes another one.
            object tree = Volatile.Read(ref s_tree);
            return _openIn == tree || AreOpenAbove(tree);
        }
    }

    /// <summary>Whether what is above this is known to be open without another look.</summary>
    internal bool IsFoundOpen => _openIn == Volatile.Read(ref s_tree);

    /// <summary>Whether neither this nor the owner itself is closed; of scopes further up the core knows.</summary>
    private bool IsOpenHere => Volatile.Read(ref _state) != Closed && Holder switch
    {
        Scope parent => Volatile.Read(ref parent._state) != Closed && parent.Emptied == 0,
        Membership place => place.IsOpen,
        _ => true,
    };

    /// <summary>Looks at all above this that was not found open in the same tree. Every operation asks the current scope, which may
    /// lie deep, so the answer is kept, unless only the core has it: of a loan, and of what a cycle may end.</summary>
    private bool AreOpenAbove(object tree)
    {
        bool isKept = true;
        Scope scope = this;
        do
        {
            switch (scope.Holder)
            {
                case Scope parent:
                    isKept &= !parent.HasCycles;
                    if (parent.Emptied != 0 || (parent.HasCycles && scope.EndedWithCycle))
                    {
                        return false;
                    }
                    scope = parent;
                    break;
                case Membership { IsLoan: false, Owner.HasCycles: false } place:
                    if (place.Since != place.Owner.Emptied)
                    {
                        return false;
                    }
                    scope = place.Owner;
                    break;
                case Membership place:
                    return place.IsOpen;
                default:
                    _openIn = isKept ? tree : null;
                    return true;
            }
            if (Volatile.Read(ref scope._state) == Closed)
            {
                return false;
            }
        }
        while (scope._openIn != tree);
        _openIn = isKept ? tree : null;
        return true;
    }

    /// <summary>Notes that there is a scope below this, before that looks whether this is open.</summary>
    private void HasBelow()
    {
        if (!Volatile.Read(ref _hasBelow))
        {
            _hasBelow = true;
            // Whoever closes says so first and then looks at this.
            Interlocked.MemoryBarrier();
        }
    }

    /// <summary>What was found above scopes is to be looked for again.</summary>
    private static void TreeChanged() => Volatile.Write(ref s_tree, new object());

    /// <summary>This is closed, or was emptied: whoever comes to lie below it from here on sees that.</summary>
    private void BelowChanged()
    {
        if (Volatile.Read(ref _hasBelow))
        {
            TreeChanged();
        }
    }

    /// <summary>Whether this, which a scope with cycles owns, went with the last one. What is not in native memory yet did not.</summary>
    private bool EndedWithCycle => _memorySource != MemorySource.Part && Handle != 0 && IsReleased;

    /// <summary>Opens a child of the current scope, or a root, and makes it current until it closes.</summary>
    /// <remarks>Opened inside an async method it is current in that method and what it calls, not in its caller.</remarks>
    public static Scope Open() => Open(options: null);

    /// <summary>As <see cref="Open()"/>, with a name that errors, dumps and leak reports say.</summary>
    public static Scope Open(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return Open(new ScopeOptions { Name = name });
    }

    /// <summary>As <see cref="Open()"/>, with a name, a limit or other options.</summary>
    public static Scope Open(ScopeOptions? options) => Open(options, MemorySource.Plain);

    /// <summary>Opens a scope as <see cref="Open()"/> does, in which no <see cref="Workspace"/> gives the memory: tensors made in it
    /// come from the pool, and live as long as the scope. For what is not to take room in a workspace's block.</summary>
    /// <remarks>Within a workspace's cycle it ends with that cycle at the latest, since the workspace owns it; what is to live on
    /// is moved to a scope outside, which costs no copy.</remarks>
    public static Scope OutOfWorkspaces() => Open(null, MemorySource.Outside);

    /// <summary>Makes a scope without making it current: something to attach to, or to <see cref="Run{T}"/> in.</summary>
    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <param name="options">A name, a limit, and more.</param>
    /// <exception cref="ScopeException">The parent is closed.</exception>
    public static Scope Create(Scope? parent = null, ScopeOptions? options = null)
    {
        var scope = new Scope(parent, options);
        if (parent is not null && (parent._numbered || !parent.IsOpen))
        {
            // It will refuse, and the core says why.
            scope.Push(orClosed: false);
        }
        return scope;
    }

    /// <summary>Makes a scope that this one owns, without making it current.</summary>
    /// <exception cref="ScopeException">This scope is closed.</exception>
    public Scope Child(string? name = null) => Create(this, name is null ? null : new ScopeOptions { Name = name });

    /// <inheritdoc cref="Child(string)"/>
    public Scope Child(ScopeOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return Create(this, options);
    }

    /// <summary>Closes children and releases members, newest first. The same as <see cref="Dispose"/>.</summary>
    /// <inheritdoc cref="Dispose"/>
    public void Close() => Dispose();

    /// <summary>Closes children and releases members, newest first; any thread, any order; a second call does nothing.</summary>
    /// <exception cref="AggregateException">Several of the foreign resources (<see cref="Own{T}"/>) threw. All of them were
    /// disposed and the scope is closed; of a single one the exception itself comes out.</exception>
    public override void Dispose()
    {
        if (_extras?.Foreign is not null)
        {
            CloseKeeping([]);
        }
        else if (Begin(Closed))
        {
            BelowChanged();
            Moves.Close(this);
            EndClose();
            // The first may have come meanwhile.
            CloseLateForeign();
        }
    }

    /// <summary>The same as <see cref="Dispose"/>, for <c>await using</c>. It closes before it returns: there is nothing to wait
    /// for, and the scope must end in the flow of its caller.</summary>
    /// <inheritdoc cref="Dispose"/>
    public ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }

    /// <inheritdoc/>
    public override string ToString()
    {
        string name = Name is { } given ? $" '{given}'" : "";
        if (!IsKnown && IsOpen)
        {
            return $"Scope{name}(0 members, 0 bytes)";
        }
        try
        {
            ScopeStats stats = Stats;
            return $"Scope{name}({stats.Members} members, {stats.Bytes} bytes)";
        }
        catch (ClosedException)
        {
            return $"Scope{name}(closed)";
        }
    }

    /// <summary>The holder of <paramref name="resource"/> once this scope owns it.</summary>
    internal object PlaceFor(NativeResource resource)
    {
        if (resource is not Tenure.Scope)
        {
            return ReclaimsEarly ? new Membership(this, Backstop.For(resource.Handle), resource) : this;
        }
        HasBelow();
        return Emptied == 0 ? this : new Membership(this, null, resource);
    }

    /// <summary>From here on nobody is given this as the current scope, nor does it take members.</summary>
    internal void MarkClosed()
    {
        Interlocked.Exchange(ref _state, Closed);
        BelowChanged();
    }

    private static Scope Open(ScopeOptions? options, MemorySource memorySource)
    {
        object? outer = CurrentScope.Top();
        Scope? parent = CurrentScope.In(outer);
        var scope = new Scope(parent, options, memorySource);
        if (parent is { HasCycles: true })
        {
            // The core is to know of it, since the core says when it ends.
            scope.Push(orClosed: false);
        }
        scope.Enter(outer);
        return scope;
    }

    /// <summary>True for the one caller that is to close it.</summary>
    private bool Begin(int state) => Interlocked.CompareExchange(ref _state, state, 0) == 0;

    /// <summary>Disposes what is foreign, then releases the members but for what of <paramref name="reachable"/> is among
    /// them, which goes to the parent. Throws when all is closed.</summary>
    private void CloseKeeping(ReadOnlySpan<NativeResource> reachable)
    {
        // The body may have closed its scope itself; then nothing can escape and nothing is left to close.
        if (Begin(Closing))
        {
            Throw(CloseBegun(reachable));
        }
    }

    private List<Exception>? CloseBegun(ReadOnlySpan<NativeResource> reachable)
    {
        List<Exception>? errors = null;
        List<object>? escaping = CloseForeign(reachable, ref errors);
        if (Moves.Pop(this, reachable) is { } error)
        {
            (errors ??= []).Add(error);
        }
        if (escaping is not null)
        {
            Rehome(escaping);
            // The parent may have refused them, or there was no way home.
            Rehome(DisposeAll([.. escaping.Where(child => child is Scope { IsOpen: false })], spared: null, closing: true, ref errors));
        }
        CloseLateForeign(ref errors);
        EndClose();
        return errors;
    }

    private void EndClose()
    {
        if (_backstop is { } backstop)
        {
            _backstop = null;
            backstop.Disarm(Handle);
        }
        Leave();
        GC.KeepAlive(this);
    }

    private protected override int Release() => IsKnown ? Native.tenure_scope_close(Handle) : 0;

    /// <summary>A scope has one from the start, whoever owns it.</summary>
    internal override Backstop? NewBackstop() => null;
}
