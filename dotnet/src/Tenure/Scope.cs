// A scope: a node of the tree that owns tensors, tapes, optimizers and further scopes, and releases them in one crossing.
//
// Invariant: it is open until it is closed or ends with another. That it was closed its wrapper knows; of what ends with
// another the core is asked, and the answer is remembered until scopes have ended again (Interop/Endings.cs). Its backstop
// closes it when neither it nor anything it owns can be reached any more, since members and children keep the wrapper
// reachable.
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
    // How many endings there were when this was last known to be open.
    private ulong _openAt;
    private bool _hasBelow;

    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <param name="options">A name, a limit, and more.</param>
    /// <param name="endings">How many there were before the parent was found open.</param>
    /// <param name="isOutside">Whether the memory of what it owns comes from the pool, also within a workspace.</param>
    private Scope(Scope? parent, ScopeOptions? options, ulong endings, bool isOutside = false) : base(0, parent)
    {
        _isOutside = isOutside;
        parent?.HasBelow();
        // Whoever closes the parent says so first and then looks whether there is anything below it.
        _openAt = parent is { HasClosed: true } ? 0 : endings;
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
            while ((Owner.Of(root) ?? Places.Only(root.Holder)) is { } parent)
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
            if (HasClosed)
            {
                return false;
            }
            if (Holder is null && !_isStrange)
            {
                return true;
            }
            // Before looking: what ends meanwhile makes it another number.
            ulong endings = Endings.Now;
            return Volatile.Read(ref _openAt) == endings || AskOpen(endings);
        }
    }

    /// <summary>Whether this itself was closed.</summary>
    internal bool HasClosed => Volatile.Read(ref _state) == Closed;

    /// <summary>Whether this was closed, and the core has done so.</summary>
    internal bool IsGone => HasClosed && _backstop is null;

    /// <summary>Whether this is known to be open without another look.</summary>
    internal bool IsFoundOpen => Volatile.Read(ref _openAt) == Endings.Now;

    /// <summary>Where what is kept out of this goes, as far as the wrappers know.</summary>
    internal virtual Scope? Exit => OwnerScope;

    /// <summary>Notes that this was open after there were so many endings.</summary>
    internal void FoundOpen(ulong endings) => Volatile.Write(ref _openAt, endings);

    /// <summary>Asks the core about the first on the way up that it knows; what is below that lies where it was opened.</summary>
    private bool AskOpen(ulong endings)
    {
        Scope last = this;
        ulong since = ulong.MaxValue;
        while (!last.HasClosed && last.OpenedBelow() is { } parent && Volatile.Read(ref last._openAt) is var at && at != endings)
        {
            since = at;
            last = parent;
        }
        if (last.HasClosed)
        {
            return false;
        }
        if (last.IsKnown)
        {
            byte isOpen;
            Errors.Check(Native.tenure_scope_is_open(last.Handle, since, &isOpen));
            if (isOpen == 0)
            {
                return false;
            }
        }
        last.FoundOpen(endings);
        for (Scope? scope = this; scope is not null && scope != last; scope = scope.OpenedBelow())
        {
            scope.FoundOpen(endings);
        }
        return true;
    }

    /// <summary>The parent of a scope that the core does not know, which has lain where it was opened; null when it does.</summary>
    internal Scope? OpenedBelow()
    {
        // First: what is unknown then has not moved.
        object? hint = Volatile.Read(ref Holder);
        return IsKnown ? null : hint as Scope;
    }

    /// <summary>Notes that there is a scope below this, of which the core may never hear.</summary>
    private void HasBelow()
    {
        if (!Volatile.Read(ref _hasBelow))
        {
            _hasBelow = true;
            // Whoever closes says so first and then looks at this.
            Interlocked.MemoryBarrier();
        }
    }

    /// <summary>This is closed: whoever lies below it, or comes to lie there, looks again.</summary>
    private void BelowChanged()
    {
        if (Volatile.Read(ref _hasBelow))
        {
            Native.tenure_scope_ended();
        }
    }

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
    public static Scope Open(ScopeOptions? options) => Open(options, isOutside: false);

    /// <summary>Opens a scope as <see cref="Open()"/> does, in which no <see cref="Workspace"/> gives the memory: tensors made in it
    /// come from the pool, and live as long as the scope. For what is not to take room in a workspace's block.</summary>
    /// <remarks>Within a workspace's cycle it ends with that cycle at the latest, since the workspace owns it; what is to live on
    /// is moved to a scope outside, which costs no copy.</remarks>
    public static Scope OutOfWorkspaces() => Open(null, isOutside: true);

    /// <summary>Makes a scope without making it current: something to attach to, or to <see cref="Run{T}"/> in.</summary>
    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <param name="options">A name, a limit, and more.</param>
    /// <exception cref="ScopeException">The parent is closed.</exception>
    public static Scope Create(Scope? parent = null, ScopeOptions? options = null)
    {
        ulong endings = Endings.Now;
        bool isRefused = parent is { IsOpen: false };
        var scope = new Scope(parent, options, endings);
        if (isRefused)
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
            // The first foreign may have come meanwhile.
            Throw(EndClose(errors: null));
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

    /// <summary>From here on nobody is given this as the current scope, nor does it take members.</summary>
    internal void MarkClosed()
    {
        Interlocked.Exchange(ref _state, Closed);
        BelowChanged();
    }

    private static Scope Open(ScopeOptions? options, bool isOutside)
    {
        ulong endings = Endings.Now;
        object? outer = CurrentScope.Top();
        var scope = new Scope(CurrentScope.In(outer), options, endings, isOutside);
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
        List<object>? escaping = null;
        if (HasForeign)
        {
            Forget(Holder);
            escaping = TakeForeign(reachable.ToArray(), closing: false, ref errors);
        }
        if (Moves.Pop(this, reachable) is { } error)
        {
            (errors ??= []).Add(error);
        }
        if (escaping is not null)
        {
            // The parent may have refused them, or there was no way home.
            Rehome(escaping, ref errors);
        }
        return EndClose(errors);
    }

    private List<Exception>? EndClose(List<Exception>? errors)
    {
        if (_backstop is { } backstop)
        {
            _backstop = null;
            backstop.Disarm(Handle);
        }
        Leave();
        GC.KeepAlive(this);
        return CloseLateForeign(errors);
    }

    private protected override int Release() => IsKnown ? Native.tenure_scope_close(Handle) : 0;

    /// <summary>A scope has one from the start, whoever owns it.</summary>
    internal override Backstop? NewBackstop() => null;
}
