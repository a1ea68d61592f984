// A scope: a node of the tree that owns tensors, tapes, optimizers and further scopes, and releases them in one crossing.
//
// Invariant: it is open until it is closed or ends with another. That it was closed its wrapper knows; of what ends with
// another the core is asked, and the answer is remembered until scopes have ended again (Interop/Endings.cs). Its backstop
// closes it when neither it nor anything it owns can be reached any more, since members and children keep the wrapper
// reachable.

using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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
public partial class Scope : NativeResource, IAsyncDisposable
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
    private unsafe bool AskOpen(ulong endings)
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

    // How a scope comes into native memory: when somebody needs its number, and not before. Most scopes of a deep program own
    // nothing of their own, and a crossing and a backstop cost more than all else a scope does.
    //
    // Invariant: Handle goes from 0 to one number, once, and until then the hint is the scope that this was opened below. Whoever
    // closes takes the wrapper's flag first and then looks at Handle; whoever makes the number publishes it first and then
    // looks at the flag: so at least one of them sees the other, and no native scope stays open behind a closed wrapper. A
    // scope that was closed without a number, or whose parent was emptied since, is given one that is closed when somebody
    // asks, so that the refusal is the core's, with its words.

    private readonly bool _numbered;
    // The number is somebody else's: it may be none, and nobody tells this when it goes.
    private readonly bool _isStrange;
    private readonly bool _isOutside;
    private Backstop? _backstop;

    /// <summary>A wrapper around a number. A <paramref name="isStrange">strange</paramref> one need not be valid.</summary>
    internal Scope(ulong handle, Scope? parent, bool isStrange = true) : base(handle, parent)
    {
        _numbered = true;
        _isStrange = isStrange;
    }

    /// <summary>Whether there is anything native yet.</summary>
    internal bool IsKnown => Volatile.Read(ref Handle) != 0 || _numbered;

    private protected override ulong Number()
    {
        if (_numbered)
        {
            return Handle;
        }
        // Parents first, and without recursion: scopes may be nested deeper than a stack is.
        Stack<Scope>? parents = null;
        for (Scope? parent = OpenedBelow(); parent is { IsKnown: false }; parent = parent.OpenedBelow())
        {
            (parents ??= new Stack<Scope>()).Push(parent);
        }
        while (parents is not null && parents.TryPop(out Scope? parent))
        {
            parent.Push(orClosed: true);
        }
        Push(orClosed: true);
        return Handle;
    }

    /// <summary>Makes the native scope. Without a parent that takes it: fails, or takes the number of a closed one.</summary>
    private unsafe void Push(bool orClosed)
    {
        Backstop backstop = Backstop.For(0);
        ulong made = 0;
        bool open = !orClosed || !HasClosed;
        if (open)
        {
            var parent = Holder as Scope;
            ulong openAt = Volatile.Read(ref _openAt);
            int status = Native.tenure_scope_push_since(Call.Number(parent), openAt, _isOutside ? (byte)1 : (byte)0, &made);
            GC.KeepAlive(parent);
            open = !orClosed || status is not ((int)Status.ScopeClosed or (int)Status.InvalidHandle);
            Errors.Check(open ? status : 0);
        }
        if (open)
        {
            backstop.Arm(made);
            try
            {
                Equip(made);
            }
            catch
            {
                Drop(made, backstop);
                throw;
            }
        }
        else
        {
            made = ClosedNumber();
        }
        ScopeTable.Add(made, this);
        if (Interlocked.CompareExchange(ref Handle, made, 0) != 0)
        {
            // Another thread was faster.
            Drop(made, backstop);
            return;
        }
        _backstop = backstop;
        if (!open)
        {
            backstop.Disarm(made);
        }
        else if (HasClosed)
        {
            // Whoever closed it meanwhile may have seen no number.
            Drop(made, backstop);
        }
        else if (_extras is not null)
        {
            // Nor may whoever named it meanwhile.
            SetName(made);
        }
        GC.KeepAlive(this);
    }

    /// <summary>From here on the collector frees it when it is forgotten.</summary>
    private protected void Guard() => _backstop = Backstop.For(Handle);

    private static void Drop(ulong made, Backstop backstop)
    {
        Native.tenure_scope_close(made);
        backstop.Disarm(made);
    }

    private unsafe ulong ClosedNumber()
    {
        ulong made;
        Errors.Check(Native.tenure_scope_push(0, &made));
        SetName(made);
        Native.tenure_scope_close(made);
        return made;
    }

    // What a scope may own, what is kept count of, what it is called. All of it can be said before the core knows the scope.

    private Extras? _extras;

    /// <inheritdoc/>
    public override string? Name
    {
        get => _extras?.Name;
        set
        {
            NativeText.Check(value ?? "", nameof(value));
            MyExtras().Name = value;
            // Whoever makes the number publishes it first and then looks at the name.
            Interlocked.MemoryBarrier();
            if (IsKnown || !IsOpen)
            {
                base.Name = value;
            }
        }
    }

    /// <summary>The most bytes that this scope and all below it may keep alive, each storage counted once; 0 for no limit.</summary>
    /// <remarks>What exceeds it throws <see cref="NativeMemoryException"/> and changes nothing. With a limit peaks are kept
    /// from then on, as after <see cref="Measure"/>.</remarks>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public long Limit
    {
        get => IsKnown || !IsOpen ? Stats.LimitBytes : 0;
        set
        {
            int status = Native.tenure_scope_set_limit(Known(), unchecked((ulong)value));
            GC.KeepAlive(this);
            Errors.Check(status);
        }
    }

    /// <summary>The line that made this, if the leak level had it recorded.</summary>
    internal string? Site => _extras?.Site;

    /// <summary>Whether forgotten members go before this scope closes.</summary>
    internal bool ReclaimsEarly => _extras is { ReclaimEarly: true };

    private Extras MyExtras() => _extras ?? Interlocked.CompareExchange(ref _extras, new Extras(), null) ?? _extras;

    /// <summary>Takes the options when the scope is made.</summary>
    private void Equip(ScopeOptions options)
    {
        NativeText.Check(options.Name ?? "", nameof(options.Name));
        _extras = new Extras
        {
            Name = options.Name,
            Limit = options.Limit,
            Measured = options.Measured,
            ReclaimEarly = options.ReclaimEarly,
        };
    }

    /// <summary>Takes the name that the core has already.</summary>
    private protected void CalledFromTheStart(string name) => MyExtras().Name = name;

    /// <summary>Tells the core what was said before it knew of the scope.</summary>
    private void Equip(ulong made)
    {
        if (_extras is not { } extras)
        {
            return;
        }
        SetName(made);
        if (extras.Site is { } site)
        {
            Errors.Check(Native.tenure_handle_note(made, site));
        }
        if (extras.Measured)
        {
            Errors.Check(Native.tenure_scope_measure(made));
        }
        if (extras.Limit != 0)
        {
            Errors.Check(Native.tenure_scope_set_limit(made, unchecked((ulong)extras.Limit)));
        }
    }

    private void SetName(ulong made)
    {
        if (_extras?.Name is { } name)
        {
            Native.tenure_handle_set_name(made, name);
        }
    }

    /// <summary>What few scopes have.</summary>
    private sealed class Extras
    {
        internal string? Name;
        internal string? Site;
        internal long Limit;
        internal bool Measured;
        internal bool ReclaimEarly;
        internal Foreign? Foreign;
    }

    // What a scope owns, and moving things into and out of it.

    /// <summary>What this scope owns itself, oldest first. Scopes that never owned anything are not among them.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public unsafe IReadOnlyList<Member> Members
    {
        get
        {
            ulong scope = Known();
            string rows = NativeText.Read((buffer, room, needed) => Native.tenure_scope_dump(scope, Rows.Format, buffer, room, needed));
            GC.KeepAlive(this);
            return [.. Rows.Of(rows).Select(row => new Member(row, this))];
        }
    }

    /// <summary>Moves <paramref name="resource"/>, of this scope or of one below it, from the scope that owns it to that one's
    /// parent, and returns it. What nobody owns stays so.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it: <see cref="Ownership.MoveToOuterScope{T}"/> asks for
    /// none.</exception>
    /// <inheritdoc cref="Ownership.MoveToOuterScope{T}"/>
    public T Keep<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.MoveToOuterScope();
    }

    /// <summary>Moves <paramref name="resource"/> to the parent of this scope, and returns it; without a parent it becomes
    /// unowned. As DJL's <c>ret</c>, for the result of a method that works in a scope of its own.</summary>
    /// <exception cref="ClosedException">The resource or this scope is closed.</exception>
    /// <exception cref="ScopeException">The parent takes no members; the resource stays where it was.</exception>
    public T Ret<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Beside(resource, this);
        return resource;
    }

    /// <summary>Moves <paramref name="resource"/> to this scope, and returns it: <see cref="Ownership.MoveTo{T}"/>, by the name
    /// that it has in DJL.</summary>
    /// <inheritdoc cref="Ownership.MoveTo{T}"/>
    public T Attach<T>(T resource) where T : NativeResource => resource.MoveTo(this);

    /// <summary>Borrows <paramref name="resource"/>: when this scope closes, it goes back to its owner, in its old place. If that
    /// has closed by then, it is released; what nobody owned is unowned again. Returns it.</summary>
    /// <remarks>Moving it elsewhere or disposing it ends the loan. What this scope owns already stays what it is. Loans of
    /// loans go back one by one, in whatever order the borrowers close.</remarks>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; the resource stays where it was.</exception>
    /// <exception cref="NativeMemoryException">It would exceed a limit of this scope; it stays where it was.</exception>
    public T TempAttach<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Lend(resource, this);
        return resource;
    }

    /// <summary>Makes <paramref name="resource"/>, of this scope or of one below it, unowned, and returns it.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it: <see cref="Ownership.DetachFromScope{T}"/> asks for
    /// none.</exception>
    /// <inheritdoc cref="Ownership.DetachFromScope{T}"/>
    public T Detach<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.DetachFromScope();
    }

    /// <summary>Releases all that this scope owns but <paramref name="keep"/>, and stays open. What of them a scope below owns
    /// moves here; what is owned elsewhere stays there.</summary>
    /// <exception cref="ClosedException">This scope or one of <paramref name="keep"/> is closed; nothing was released.</exception>
    /// <exception cref="AggregateException">Several of the foreign resources (<see cref="Own{T}"/>) threw when they were
    /// disposed. All else was released; of a single one the exception itself comes out.</exception>
    public void CloseAllBut(params ReadOnlySpan<IDisposable> keep)
    {
        foreach (IDisposable resource in keep)
        {
            ArgumentNullException.ThrowIfNull(resource, nameof(keep));
        }
        NativeResource[] native = [.. keep.ToArray().OfType<NativeResource>()];
        // What will be refused is refused before anything is disposed.
        _ = Scope;
        Array.ForEach(native, one => _ = one.Scope);
        List<Exception>? errors = EmptyForeign(keep.ToArray());
        Moves.Empty(this, native);
        EmptyLateForeign(ref errors);
        Throw(errors);
    }

    private void CheckOwns(NativeResource resource)
    {
        ArgumentNullException.ThrowIfNull(resource);
        int status = Native.tenure_scope_check_owns(Known(), resource.Known());
        GC.KeepAlive(this);
        GC.KeepAlive(resource);
        Errors.Check(status);
    }

    // Making a scope current: for its own block, for a body, for work on other threads.

    // Set where this was opened. What was current outside, and the execution contexts without and with this scope: going
    // back to the former is a third of the price of writing it anew.
    private ExecutionContext? _before;
    private ExecutionContext? _within;

    /// <summary>What was current where this was opened.</summary>
    internal object? Outer { get; private set; }

    /// <summary>Runs <paramref name="body"/> with this scope current, on whatever thread this is.</summary>
    /// <remarks>A body that is asynchronous goes on in the scope after each <c>await</c>. The scope stays open.</remarks>
    public T Run<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Frame frame = CurrentScope.Enter(this);
        try
        {
            return body();
        }
        finally
        {
            CurrentScope.Restore(frame);
        }
    }

    /// <inheritdoc cref="Run{T}"/>
    public void Run(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Frame frame = CurrentScope.Enter(this);
        try
        {
            body();
        }
        finally
        {
            CurrentScope.Restore(frame);
        }
    }

    /// <summary>A delegate that runs <paramref name="body"/> with this scope current, whoever calls it, wherever.</summary>
    /// <remarks>For threads, timers and callbacks that no execution context flows into. Tasks need it only when they are
    /// started outside the scope.</remarks>
    public Action Wrap(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Action<T> Wrap<T>(Action<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return argument => Run(() => body(argument));
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Func<T> Wrap<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <inheritdoc cref="Wrap(Action)"/>
    public Func<T, TResult> Wrap<T, TResult>(Func<T, TResult> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return argument => Run(() => body(argument));
    }

    /// <summary>As <see cref="Wrap(Action)"/>, as what a <see cref="Thread"/> is made with.</summary>
    public ThreadStart WrapThread(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <summary>Starts a task on <paramref name="scheduler"/>, the pool's by default, in which this scope is current.</summary>
    public Task<T> Start<T>(Func<T> body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <inheritdoc cref="Start{T}"/>
    public Task Start(Action body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <summary>The execution context of this flow with this scope current, for <see cref="ExecutionContext.Run"/>.</summary>
    /// <exception cref="InvalidOperationException">The flow of execution contexts is suppressed here.</exception>
    public ExecutionContext CaptureContext() => Run(ExecutionContext.Capture)
        ?? throw new InvalidOperationException("the flow of the execution context is suppressed: there is none to capture");

    /// <summary>Makes this current, inside <paramref name="outer"/>.</summary>
    private void Enter(object? outer)
    {
        Outer = outer;
        var before = ExecutionContext.Capture();
        CurrentScope.Set(this);
        if (before is not null)
        {
            _before = before;
            _within = ExecutionContext.Capture();
        }
    }

    /// <summary>Ends what <see cref="Enter"/> began, if this flow is still in it.</summary>
    private void Leave()
    {
        ExecutionContext? within = _within;
        if (within is not null && ExecutionContext.Capture() == within)
        {
            // Nothing else has been set in the block, so what was before is all there is to go back to.
            ExecutionContext.Restore(_before!);
        }
        else
        {
            CurrentScope.Leave(this, Outer);
        }
        _before = null;
        _within = null;
    }

    // Scope.Using: a scope around a body, out of which the result escapes.
    // Invariant: whatever the body does, the scope is closed when the call returns, and an exception of the body is the one
    // that comes out.

    /// <summary>Runs <paramref name="body"/> in a scope of its own; what its result holds goes to the outer scope.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <remarks>
    /// <para>The result is searched for tensors and other native resources through arrays, sequences, dictionaries, tuples,
    /// pairs, <see cref="Memory{T}"/>, a <see cref="Lazy{T}"/> that has its value, C# records and anonymous types, F# records,
    /// unions and options, nested as they come, and through what an <see cref="IEscapable"/> names. It is not searched through
    /// other classes: implement <see cref="IEscapable"/>, or call <see cref="Keep{T}"/>.</para>
    /// <para>What would run after the scope has closed is refused: a task, an awaitable, an iterator (return a list instead),
    /// an asynchronous sequence, a lazy without its value, and a delegate that holds a tensor which nothing else in the result
    /// holds.</para>
    /// <para>In a trimmed program and under native AOT the same is found by rules that a generator of the package writes. A record
    /// of a library that was built without it, and a lambda that has captured variables, are refused there by name.</para>
    /// </remarks>
    /// <exception cref="InvalidOperationException">The result holds something that would run after the scope has closed; the
    /// message names its type. The scope is closed.</exception>
    public static T Using<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(body, null);
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="Using{T}(Func{T})"/>
    public static T Using<T>(Func<Scope, T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(null, body);
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own.</summary>
    public static void Using(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(() =>
        {
            body();
            return true;
        });
    }

    /// <summary>As <see cref="Using(Action)"/>, and hands the scope to <paramref name="body"/>.</summary>
    public static void Using(Action<Scope> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(scope =>
        {
            body(scope);
            return true;
        });
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>; the scope stays current across every <c>await</c> of the body.</summary>
    /// <remarks>In an asynchronous iterator a scope is current only until the next <c>yield</c>: the consumer goes on in its own
    /// scope, and the iterator resumes in the consumer's. So give each step a scope of its own, and yield its result:
    /// <code>
    /// async IAsyncEnumerable&lt;Tensor&gt; Rows()
    /// {
    ///     await foreach (string line in lines)
    ///     {
    ///         yield return await Scope.UsingAsync(async () => await Parse(line));
    ///     }
    /// }
    /// </code></remarks>
    /// <exception cref="InvalidOperationException">As for <see cref="Using{T}(Func{T})"/>.</exception>
    public static Task<T> UsingAsync<T>(Func<Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => new ValueTask<T>(body())).AsTask();
    }

    /// <summary>As <see cref="UsingAsync{T}(Func{Task{T}})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task<T> UsingAsync<T>(Func<Scope, Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => new ValueTask<T>(body(scope))).AsTask();
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own that stays current across every <c>await</c>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task UsingAsync(Func<Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => AsTrue(body())).AsTask();
    }

    /// <summary>As <see cref="UsingAsync(Func{Task})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="UsingAsync(Func{Task})"/>
    public static Task UsingAsync(Func<Scope, Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => AsTrue(body(scope))).AsTask();
    }

    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask<T> UsingAsync<T>(Func<ValueTask<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => body());
    }

    /// <inheritdoc cref="UsingAsync{T}(Func{Scope, Task{T}})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask<T> UsingAsync<T>(Func<Scope, ValueTask<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => body(scope));
    }

    /// <inheritdoc cref="UsingAsync(Func{Task})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask UsingAsync(Func<ValueTask> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return new ValueTask(UsingAsync(body, static (_, body) => AsTrue(body().AsTask())).AsTask());
    }

    /// <inheritdoc cref="UsingAsync(Func{Scope, Task})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask UsingAsync(Func<Scope, ValueTask> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return new ValueTask(UsingAsync(body, static (scope, body) => AsTrue(body(scope).AsTask())).AsTask());
    }

    // An exception filter that takes nothing, and finally: to catch and throw again would keep the stack of each body that
    // the exception passes, and some dozens of nested bodies would end the process.
    // One of the two is given: a delegate around either would cost more than the scope does.
    private static T Using<T>(Func<T>? body, Func<Scope, T>? bodyOfScope)
    {
        Scope scope = Open();
        Exception? thrown = null;
        bool returned = false;
        T result;
        try
        {
            result = body is not null ? body() : bodyOfScope!(scope);
            returned = true;
        }
        catch (Exception error) when (Note(error, out thrown))
        {
            throw;
        }
        finally
        {
            if (!returned)
            {
                scope.CloseAfter(thrown);
            }
        }
        scope.CloseWith(result);
        return result;
    }

    private static async ValueTask<T> UsingAsync<T, TBody>(TBody body, Func<Scope, TBody, ValueTask<T>> call)
    {
        Scope scope = Open();
        Exception? thrown = null;
        bool returned = false;
        T result;
        try
        {
            result = await call(scope, body).ConfigureAwait(false);
            returned = true;
        }
        catch (Exception error) when (Note(error, out thrown))
        {
            throw;
        }
        finally
        {
            if (!returned)
            {
                scope.CloseAfter(thrown);
            }
        }
        scope.CloseWith(result);
        return result;
    }

    /// <summary>Always false: the exception goes on, and its stack is unwound before the scope closes.</summary>
    private static bool Note(Exception error, out Exception thrown)
    {
        thrown = error;
        return false;
    }

    private static async ValueTask<bool> AsTrue(Task task)
    {
        await task.ConfigureAwait(false);
        return true;
    }

    /// <summary>What is known of a type of results, once for each.</summary>
    private static class Results<T>
    {
        internal static readonly bool HoldNothing = typeof(T).IsSealed && EscapeType.IsLeaf(typeof(T));
    }

    /// <summary>Closes; what <paramref name="result"/> holds goes to the parent.</summary>
    private void CloseWith<T>(T result)
    {
        if (result is NativeResource single)
        {
            CloseKeeping(new ReadOnlySpan<NativeResource>(in single));
            return;
        }
        if (Results<T>.HoldNothing)
        {
            CloseKeeping([]);
            return;
        }
        List<NativeResource> reachable;
        try
        {
            reachable = Escape.From(result, this);
        }
        catch (Exception error)
        {
            CloseAfter(error);
            throw;
        }
        CloseKeeping(CollectionsMarshal.AsSpan(reachable));
    }

    // What a scope owns besides native resources, and the errors of closing it.
    // Invariant: on closing, everything foreign below is disposed, newest first, whatever throws; then come the native members.
    // The backstop runs nothing of this: it frees native memory, and objects of the user's have finalizers of their own.

    /// <summary>The key of <see cref="Exception.Data"/> under which the exception of a body holds what closing its scope threw
    /// besides, as an array of exceptions.</summary>
    public const string SuppressedErrors = "Tenure.SuppressedErrors";

    /// <summary>Disposes <paramref name="resource"/> when this scope closes, before its native members, newest first.</summary>
    /// <remarks>A native resource is moved here. What is foreign is not disposed when the collector finds the
    /// scope forgotten, and cannot be moved; exceptions it throws come out of <see cref="Dispose"/>, after everything
    /// else has been closed.</remarks>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ScopeException">This scope is closed or capped; the resource is still the caller's.</exception>
    public T Own<T>(T resource) where T : IDisposable
    {
        ArgumentNullException.ThrowIfNull(resource);
        if (resource is NativeResource native)
        {
            Moves.To(native, this);
        }
        else if (IsKnown && IsOpen && IsCapped)
        {
            throw new ScopeException($"{this} is capped and takes no further members", Status.ScopeCapped);
        }
        else if (!((this as Part)?.Of ?? this).Take(resource))
        {
            throw new ScopeException($"{this} owns nothing any more", Status.ScopeClosed);
        }
        return resource;
    }

    /// <summary>If it has something foreign, its new owners are to know; if they have closed before, that is disposed here.</summary>
    internal override void Settle(object? before)
    {
        if (!Moved(before))
        {
            Throw(CloseLateForeign());
        }
    }

    /// <summary>Notes that this scope has moved from one of <paramref name="before"/>, with whatever foreign it owns. False when it has
    /// closed since, with its new owner.</summary>
    internal bool Moved(object? before)
    {
        if (!HasForeign)
        {
            return true;
        }
        // In this order: whoever moves this at the same time asks later for its owner, or is seen here.
        Forget(before);
        return ExpectAbove() && IsOpen;
    }

    /// <summary>Disposes what other threads gave to this, or to a scope below it, before they saw that it is closed. Returns
    /// <paramref name="errors"/> and what that threw.</summary>
    internal List<Exception>? CloseLateForeign(List<Exception>? errors = null)
    {
        if (HasForeign)
        {
            Rehome([this], ref errors);
        }
        return errors;
    }

    /// <summary>One error comes out as itself, several in one.</summary>
    internal static void Throw(List<Exception>? errors)
    {
        if (errors is [var only])
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(only);
        }
        if (errors is not null)
        {
            throw new AggregateException("several resources could not be closed; the scope is", errors);
        }
    }

    private bool Take(object resource)
    {
        Foreign mine = MyForeign();
        if (!IsOpen || !mine.Add(resource))
        {
            return false;
        }
        bool isExpected = ExpectAbove();
        // Closed meanwhile: either that has taken it to dispose it, or nobody will. Whoever closes says so first and then looks
        // here for the last time.
        Interlocked.MemoryBarrier();
        return (isExpected && IsOpen) || !mine.Remove(resource);
    }

    /// <summary>Makes all scopes above expect something foreign in this, the highest first: so where one of them expects a child,
    /// all above expect it, and who is below need not look further. False when one of them has closed.</summary>
    private bool ExpectAbove()
    {
        var path = new Stack<(Foreign Owners, Scope Child)>();
        Scope child = this;
        // Each has its list before it is asked where it lies: whoever moves it then sees that, and comes here.
        while (Owner.Of(child) is { } owner && owner.MyForeign() is var owners && !owners.Has(child))
        {
            path.Push((owners, child));
            child = owner;
        }
        // What a closing scope owns seems to be unowned: whoever closes that is still to look at its list, or is done, and what
        // has become of the child is known.
        foreach (Scope closing in Places.Scopes(child.Holder).Where(scope => scope.IsClosed))
        {
            closing.MyForeign().Add(child);
        }
        bool isClosed = child.IsClosed;
        while (path.TryPop(out var expected))
        {
            expected.Owners.Add(expected.Child);
        }
        return !isClosed;
    }

    /// <summary>Takes this from the lists of the scopes of a hint.</summary>
    private void Forget(object? hint)
    {
        foreach (Scope scope in Places.Scopes(hint))
        {
            scope._extras?.Foreign?.Remove(this);
        }
    }

    private Foreign MyForeign()
    {
        Extras extras = MyExtras();
        return extras.Foreign ?? Interlocked.CompareExchange(ref extras.Foreign, new Foreign(), null) ?? extras.Foreign;
    }

    /// <summary>Whether there is anything foreign below this scope.</summary>
    private protected bool HasForeign => _extras?.Foreign is not null;

    /// <summary>Disposes what other threads gave to scopes below this before they saw that those have closed; this goes on.</summary>
    private protected void EmptyLateForeign(ref List<Exception>? errors)
    {
        if (_extras?.Foreign is { } foreign)
        {
            Rehome(Gone(foreign), ref errors);
        }
    }

    /// <summary>Those that do not lie here any more, which this forgets.</summary>
    private IEnumerable<Scope> Gone(Foreign foreign) =>
        foreign.Scopes().Where(child => (!child.IsOpen || Owner.Of(child) != this) && foreign.Remove(child));

    /// <summary>Of scopes that had something foreign, oldest first: what is open goes with the scope where it lies now; of what has
    /// closed all is disposed.</summary>
    private static void Rehome(IEnumerable<object> left, ref List<Exception>? errors)
    {
        var scopes = new Stack<object>(left);
        while (scopes.TryPop(out object? item))
        {
            var scope = (Scope)item;
            if (scope.IsOpen && scope.ExpectAbove())
            {
                continue;
            }
            scope.Forget(scope.Holder);
            object[] late = scope._extras!.Foreign!.TakeAll(closing: scope is not Part);
            foreach (object below in scope.DisposeAll(late, spared: null, closing: true, ref errors))
            {
                scopes.Push(below);
            }
        }
    }

    /// <summary>Disposes everything foreign below this scope, which goes on, but what is <paramref name="spared"/>: that it owns itself
    /// then.</summary>
    private protected List<Exception>? EmptyForeign(IEnumerable<object>? spared = null)
    {
        List<Exception>? errors = null;
        foreach (object left in TakeForeign(spared, closing: true, ref errors))
        {
            if (!MyForeign().Add(left) && left is IDisposable resource and not Tenure.Scope)
            {
                // Closed meanwhile.
                resource.Dispose();
            }
        }
        return errors;
    }

    /// <summary>Disposes everything foreign below this scope, newest first, but what is <paramref name="spared"/> or may outlive this: that
    /// is returned. What another thread gives to this from here on is left for later.</summary>
    private List<object> TakeForeign(IEnumerable<object>? spared, bool closing, ref List<Exception>? errors)
    {
        object[] mine = _extras?.Foreign?.TakeAll(closing: false) ?? [];
        return DisposeAll(mine, spared?.ToHashSet(ReferenceEqualityComparer.Instance), closing, ref errors);
    }

    /// <summary>Disposes all of <paramref name="items"/>, of this scope, but what is <paramref name="spared"/>, and scopes that do not go
    /// with it, or not for sure: those are returned, oldest first. When <paramref name="closing"/> the scopes that go take nothing any
    /// more.</summary>
    private List<object> DisposeAll(object[] items, HashSet<object>? spared, bool closing, ref List<Exception>? errors)
    {
        var left = new List<object>();
        var stack = new Stack<(object Item, Scope From)>(items.Select(item => (item, this)));
        while (stack.TryPop(out var next))
        {
            if (spared?.Contains(next.Item) == true || (next.Item is Scope { IsOpen: true } open && !open.GoesWith(next.From)))
            {
                left.Add(next.Item);
            }
            else if (next.Item is Scope child)
            {
                // The part of a ring goes on with another cycle.
                foreach (object below in child._extras!.Foreign!.TakeAll(closing && child is not Part))
                {
                    stack.Push((below, child));
                }
            }
            else
            {
                try
                {
                    ((IDisposable)next.Item).Dispose();
                }
                catch (Exception error)
                {
                    (errors ??= []).Add(error);
                }
            }
        }
        left.Reverse();
        return left;
    }

    /// <summary>Whether this closes with <paramref name="scope"/>. What may be lent to it goes back, perhaps, so that is seen when it
    /// has closed; and what is still in its list may have moved.</summary>
    private bool GoesWith(Scope scope) => Places.Only(Holder) == scope && Owner.Of(this) == scope;

    /// <summary>Closes after <paramref name="error"/>, which stays the one that is thrown and holds what closing threw.</summary>
    private void CloseAfter(Exception? error)
    {
        if (Begin(Closing) && CloseBegun([]) is { } errors)
        {
            // An exception class may have its own ideas of Data.
            if (error?.Data is IDictionary { IsReadOnly: false } data)
            {
                data[SuppressedErrors] = errors.ToArray();
            }
        }
    }

    // Making tensors for a scope that one holds, current or not: the owner that the call names goes before all others. What
    // makes them out of nothing is generated (Scope.g.cs).

    /// <summary>One value without axes that this scope owns.</summary>
    public Tensor Scalar(Scalar value, DType dtype = DType.F32) => Full(dtype, Device.Cpu, value);

    /// <summary>0, 1, 2 and so on below <paramref name="end"/>, owned by this scope; int64 if that is an integer, else float32.</summary>
    public Tensor Arange(Scalar end, DType? dtype = null) => Arange(0, end, 1, dtype);

    /// <summary>A copy of <paramref name="data"/> along one axis that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(ReadOnlySpan{T})"/>
    public Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>A copy of <paramref name="data"/> in a shape, the last axis fastest, that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged => Make.From(this, data, shape);

    /// <inheritdoc cref="Tensor.Of{T}(DType, ReadOnlySpan{T})"/>
    public Tensor Of<T>(DType dtype, ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(dtype, data, new ReadOnlySpan<long>(in length));
    }

    /// <inheritdoc cref="Tensor.Of{T}(DType, ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(DType dtype, ReadOnlySpan<T> data, params ReadOnlySpan<long> shape) where T : unmanaged =>
        Make.From(this, dtype, data, shape);

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T})"/>
    public Tensor Of<T>(T[] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data);
    }

    /// <inheritdoc cref="Of{T}(ReadOnlySpan{T}, ReadOnlySpan{long})"/>
    public Tensor Of<T>(T[] data, params ReadOnlySpan<long> shape) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of((ReadOnlySpan<T>)data, shape);
    }

    /// <summary>A copy of an array of two dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1)]);
    }

    /// <summary>A copy of an array of three dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2)]);
    }

    /// <summary>A copy of an array of four dimensions that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,,])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[,,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2), data.GetLongLength(3)]);
    }

    /// <summary>A copy of rows of one length that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[][])"/>
    [OverloadResolutionPriority(-1)] // null is that of a plain array
    public Tensor Of<T>(T[][] rows) where T : unmanaged => Make.FromRows(this, rows);

    /// <summary>Another reference to the elements of <paramref name="tensor"/> that this scope owns; of a workspace's tensor it
    /// may be a copy.</summary>
    /// <exception cref="ClosedException"><paramref name="tensor"/> is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; nothing was made.</exception>
    public Tensor Alias(Tensor tensor) => Make.Alias(this, tensor);

    /// <summary>Reads a <c>.npy</c> file into a tensor that this scope owns.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not what it claims to be.</exception>
    public Tensor LoadNpy(string path) => Make.LoadNpy(this, path);
}
