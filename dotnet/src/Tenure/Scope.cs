// A scope: a node of the tree that owns tensors, tapes, optimizers and child scopes, and releases
// all of them in one call into the core.
//
// Invariant: a scope is open until it, or a scope above it, is closed. The wrapper has a flag for
// its own closing. Whether it ended with a scope above it is asked of the core, and the answer is
// cached until more scopes end (Interop/Endings.cs). Members and children keep the wrapper
// reachable, so its backstop closes the scope only when neither it nor anything it owns can be
// reached.

using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>Owns the resources that are created while it is current, and releases them when it
/// closes.</summary>
/// <remarks>A scope that never owned anything uses no native memory and appears in no
/// statistics.</remarks>
/// <example><code>
/// using var scope = Scope.Open();
/// var x = Tensor.Ones(2, 3);
/// var y = (x * 2).Sum();
/// y.MoveToOuterScope();          // lives on; x and x * 2 are released at the end of the block
/// </code></example>
public partial class Scope : NativeResource, IAsyncDisposable
{
    // The state only increases. A closing scope still owns its members and is still current,
    // because its foreign resources are being disposed.
    private const int Closing = 1;
    private const int Closed = 2;
    private int _state;
    // The number of endings when this was last found open.
    private ulong _openAt;
    private bool _hasBelow;

    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <param name="options">The name, the limit and other options.</param>
    /// <param name="endings">The number of endings read before the parent was found open.</param>
    /// <param name="isOutside">Whether its members get memory from the pool even within a
    /// workspace.</param>
    private Scope(Scope? parent, ScopeOptions? options, ulong endings, bool isOutside = false) : base(0, parent)
    {
        _isOutside = isOutside;
        parent?.HasBelow();
        // A thread that closes the parent first sets the flag and then checks for scopes below it.
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

    /// <summary>The scope that owns the results of operations in this flow of control; null if none
    /// is open.</summary>
    /// <remarks>It flows through <c>await</c> and into tasks, like an
    /// <see cref="AsyncLocal{T}"/>.</remarks>
    public static Scope? Current => CurrentScope.Get();

    /// <inheritdoc/>
    public override bool IsClosed => !IsOpen || (IsKnown && base.IsClosed);

    /// <summary>The scope that owns this one; null for a root.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public Scope? Parent => Scope;

    /// <summary>The topmost scope above this one; this scope itself if it is a root.</summary>
    public Scope Root
    {
        get
        {
            Scope root = this;
            HashSet<Scope> seen = new(ReferenceEqualityComparer.Instance); // stale links of closed scopes can loop
            while ((Owner.Of(root) ?? Places.Only(root.Holder)) is { } parent && seen.Add(parent))
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
            // Read before the check, so that an ending during the check changes the number.
            ulong endings = Endings.Now;
            return Volatile.Read(ref _openAt) == endings || AskOpen(endings);
        }
    }

    /// <summary>Whether this scope itself was closed, rather than a scope above it.</summary>
    internal bool HasClosed => Volatile.Read(ref _state) == Closed;

    /// <summary>Whether this was closed, in the core too.</summary>
    internal bool IsGone => HasClosed && _backstop is null;

    /// <summary>Whether the cached answer that this is open is still valid.</summary>
    internal bool IsFoundOpen => Volatile.Read(ref _openAt) == Endings.Now;

    /// <summary>The scope that resources kept from this one move to, according to the
    /// wrappers.</summary>
    internal virtual Scope? Exit => OwnerScope;

    /// <summary>Caches that this was open at this number of endings.</summary>
    internal void FoundOpen(ulong endings) => Volatile.Write(ref _openAt, endings);

    /// <summary>Asks the core about the nearest scope, from this one upwards, that exists in native
    /// memory. The scopes below that one have not moved since they were opened.</summary>
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

    /// <summary>The parent of a scope that does not exist in native memory yet, and so has never
    /// moved; null if it does exist there.</summary>
    internal Scope? OpenedBelow()
    {
        // Read before the check: a scope that has no number after the read had not moved.
        object? hint = Volatile.Read(ref Holder);
        return IsKnown ? null : hint as Scope;
    }

    /// <summary>Records that there is a scope below this one, which may never exist in native
    /// memory.</summary>
    private void HasBelow()
    {
        if (!Volatile.Read(ref _hasBelow))
        {
            _hasBelow = true;
            // A thread that closes this first sets the state and then reads this flag.
            Interlocked.MemoryBarrier();
        }
    }

    /// <summary>Invalidates the cached answers of the scopes below this one, which is
    /// closed.</summary>
    private void BelowChanged()
    {
        if (Volatile.Read(ref _hasBelow))
        {
            Native.tenure_scope_ended();
        }
    }

    /// <summary>Opens a child of the current scope, or a root, and makes it current until it closes.</summary>
    /// <remarks>If it is opened inside an async method, it is current in that method and the
    /// methods that it calls, not in its caller.</remarks>
    public static Scope Open() => Open(options: null);

    /// <summary>As <see cref="Open()"/>, with a name that appears in errors, dumps and leak
    /// reports.</summary>
    public static Scope Open(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return Open(new ScopeOptions { Name = name });
    }

    /// <summary>As <see cref="Open()"/>, with a name, a limit or other options.</summary>
    public static Scope Open(ScopeOptions? options) => Open(options, isOutside: false);

    /// <summary>Opens a scope as <see cref="Open()"/> does, but its tensors get their memory from
    /// the pool, not from a <see cref="Workspace"/>, and live as long as the scope. Use it for
    /// tensors that should not take room in a workspace's block.</summary>
    /// <remarks>Within a workspace's cycle it ends with that cycle at the latest, because the
    /// workspace owns it. To let a tensor live longer, move it to a scope outside the workspace;
    /// that copies nothing.</remarks>
    public static Scope OutOfWorkspaces() => Open(null, isOutside: true);

    /// <summary>Creates a scope without making it current. Attach resources to it, or
    /// <see cref="Run{T}"/> code in it.</summary>
    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <param name="options">The name, the limit and other options.</param>
    /// <exception cref="ScopeException">The parent is closed.</exception>
    public static Scope Create(Scope? parent = null, ScopeOptions? options = null)
    {
        ulong endings = Endings.Now;
        bool isRefused = parent is { IsOpen: false };
        var scope = new Scope(parent, options, endings);
        if (isRefused)
        {
            // This throws the core's error, which names the reason.
            scope.Push(orClosed: false);
        }
        return scope;
    }

    /// <summary>Creates a scope that this one owns, without making it current.</summary>
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

    /// <summary>Closes children and releases members, newest first. It may be called on any thread,
    /// and scopes may be closed in any order. A second call does nothing.</summary>
    /// <exception cref="AggregateException">Several of the foreign resources (<see cref="Own{T}"/>)
    /// threw. All of them were disposed and the scope is closed. If only one threw, its exception
    /// is thrown itself.</exception>
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
            // Another thread may have added the first foreign resource meanwhile.
            Throw(EndClose(errors: null));
        }
        Logs.Check();
    }

    /// <summary>The same as <see cref="Dispose"/>, for <c>await using</c>. The scope is closed when
    /// this returns: there is nothing to wait for, and the scope must end in the flow of its
    /// caller.</summary>
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

    /// <summary>Marks this as closed: from now on it is never current and takes no
    /// members.</summary>
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

    /// <summary>Returns true to exactly one caller, which must then close this.</summary>
    private bool Begin(int state) => Interlocked.CompareExchange(ref _state, state, 0) == 0;

    /// <summary>Disposes the foreign resources, then releases the members. Members in
    /// <paramref name="reachable"/> move to the parent instead. Errors are thrown after everything
    /// is closed.</summary>
    private void CloseKeeping(ReadOnlySpan<NativeResource> reachable)
    {
        // If the body has closed its scope itself, nothing can escape and nothing is left to close.
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
            // The parent may have refused them, or the core may have found no scope for them.
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

    /// <summary>Null, because a scope has its backstop from the start, whether it is owned or
    /// not.</summary>
    internal override Backstop? NewBackstop() => null;

    // A scope is created in native memory on first use, when its number is needed. Most scopes of a
    // deeply nested program own nothing themselves, and a call into the core and a backstop cost
    // more than everything else a scope does.
    //
    // Invariant: Handle changes once, from 0 to a number, and until then the hint is the scope that
    // this was opened in. A thread that closes the scope first sets the wrapper's flag and then
    // reads Handle; a thread that creates the number first publishes it and then reads the flag. So
    // at least one of them sees the other, and no native scope stays open behind a closed wrapper.
    // If a scope was closed without a number, or its parent was emptied since, it gets the number
    // of a closed scope, so that the core raises the error with its own message.

    private readonly bool _numbered;
    // The number came from elsewhere: it may be invalid, and this is not notified when it ends.
    private readonly bool _isStrange;
    private readonly bool _isOutside;
    private Backstop? _backstop;

    /// <summary>Wraps an existing number. If <paramref name="isStrange"/>, the number came from
    /// elsewhere and may be invalid.</summary>
    internal Scope(ulong handle, Scope? parent, bool isStrange = true) : base(handle, parent)
    {
        _numbered = true;
        _isStrange = isStrange;
    }

    /// <summary>Whether this exists in native memory.</summary>
    internal bool IsKnown => Volatile.Read(ref Handle) != 0 || _numbered;

    private protected override ulong Number()
    {
        if (_numbered)
        {
            return Handle;
        }
        // Parents first, and without recursion, because deeply nested scopes could overflow the
        // stack.
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

    /// <summary>Creates the native scope. If the parent is closed, this throws, or, if
    /// <paramref name="orClosed"/>, takes the number of a closed scope.</summary>
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
            // Another thread has created it first.
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
            // A thread that closed it meanwhile may not have seen the number.
            Drop(made, backstop);
        }
        else if (_extras is not null)
        {
            // A thread that named it meanwhile may not have seen the number either.
            SetName(made);
        }
        GC.KeepAlive(this);
    }

    /// <summary>Lets the collector free this when it can no longer be reached.</summary>
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

    // Limit, measurement and name. All of them can be set before the scope exists in native memory.

    private Extras? _extras;

    /// <inheritdoc/>
    public override string? Name
    {
        get => _extras?.Name;
        set
        {
            NativeText.Check(value ?? "", nameof(value));
            MyExtras().Name = value;
            // A thread that creates the number first publishes it and then reads the name.
            Interlocked.MemoryBarrier();
            if (IsKnown || !IsOpen)
            {
                base.Name = value;
            }
        }
    }

    /// <summary>The most bytes that this scope and all scopes below it may keep alive, each storage
    /// counted once; 0 for no limit.</summary>
    /// <remarks>An operation that would exceed it throws <see cref="NativeMemoryException"/> and
    /// changes nothing. Setting a limit also starts recording peaks, as <see cref="Measure"/>
    /// does.</remarks>
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

    /// <summary>The source line that created this, if the leak level recorded it.</summary>
    internal string? Site => _extras?.Site;

    /// <summary>Whether members that can no longer be reached are released before this scope
    /// closes.</summary>
    internal bool ReclaimsEarly => _extras is { ReclaimEarly: true };

    private Extras MyExtras() => _extras ?? Interlocked.CompareExchange(ref _extras, new Extras(), null) ?? _extras;

    /// <summary>Stores the options when the scope is created.</summary>
    private void Equip(ScopeOptions options)
    {
        NativeText.Check(options.Name ?? "", nameof(options.Name));
        _ = options.Device?.Name; // one that is not available is refused here
        _extras = new Extras
        {
            Name = options.Name,
            Limit = options.Limit,
            Measured = options.Measured,
            ReclaimEarly = options.ReclaimEarly,
            Device = options.Device,
        };
    }

    /// <summary>Stores the name that the core has already.</summary>
    private protected void CalledFromTheStart(string name) => MyExtras().Name = name;

    /// <summary>Passes on to the core what was set before the scope existed there.</summary>
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
        if (extras.Device is { } device)
        {
            Errors.Check(Native.tenure_scope_set_default_device(made, device.Code));
        }
    }

    private void SetName(ulong made)
    {
        if (_extras?.Name is { } name)
        {
            Native.tenure_handle_set_name(made, name);
        }
    }

    /// <summary>The fields that few scopes need.</summary>
    private sealed class Extras
    {
        internal string? Name;
        internal string? Site;
        internal long Limit;
        internal bool Measured;
        internal bool ReclaimEarly;
        internal Device? Device;
        internal Foreign? Foreign;
    }

    // The members of a scope, and moving resources into and out of it.

    /// <summary>The members that this scope owns directly, oldest first. Child scopes that never
    /// owned anything are left out.</summary>
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

    /// <summary>Moves <paramref name="resource"/>, which this scope or a scope below it owns, to
    /// the parent of the scope that owns it, and returns it. An unowned resource stays
    /// unowned.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it.
    /// <see cref="Ownership.MoveToOuterScope{T}"/> moves a resource of any scope.</exception>
    /// <inheritdoc cref="Ownership.MoveToOuterScope{T}"/>
    public T Keep<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.MoveToOuterScope();
    }

    /// <summary>Moves <paramref name="resource"/> to the parent of this scope, and returns it. If
    /// there is no parent, the resource becomes unowned. Like DJL's <c>ret</c>, for the result of a
    /// method that works in a scope of its own.</summary>
    /// <exception cref="ClosedException">The resource or this scope is closed.</exception>
    /// <exception cref="ScopeException">The parent takes no members; the resource stays where it was.</exception>
    public T Ret<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Beside(resource, this);
        return resource;
    }

    /// <summary>Moves <paramref name="resource"/> to this scope, and returns it. The same as
    /// <see cref="Ownership.MoveTo{T}"/>, under the name that DJL uses.</summary>
    /// <inheritdoc cref="Ownership.MoveTo{T}"/>
    public T Attach<T>(T resource) where T : NativeResource => resource.MoveTo(this);

    /// <summary>Borrows <paramref name="resource"/>, and returns it. When this scope closes, the
    /// resource returns to its owner, at its old position. If the owner has closed by then, the
    /// resource is released; if it had no owner, it is unowned again.</summary>
    /// <remarks>Moving or disposing the resource ends the loan. A resource that this scope owns
    /// already is not changed. Loans of loans return one by one, in whatever order the borrowers
    /// close.</remarks>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; the resource stays where it was.</exception>
    /// <exception cref="NativeMemoryException">It would exceed a limit of this scope; it stays where it was.</exception>
    public T TempAttach<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Lend(resource, this);
        return resource;
    }

    /// <summary>Makes <paramref name="resource"/>, which this scope or a scope below it owns,
    /// unowned, and returns it.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it.
    /// <see cref="Ownership.DetachFromScope{T}"/> detaches a resource of any scope.</exception>
    /// <inheritdoc cref="Ownership.DetachFromScope{T}"/>
    public T Detach<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.DetachFromScope();
    }

    /// <summary>Releases everything that this scope owns except <paramref name="keep"/>, and stays
    /// open. A resource in <paramref name="keep"/> that a scope below owns moves to this scope; one
    /// that is owned elsewhere stays there.</summary>
    /// <exception cref="ClosedException">This scope or one of <paramref name="keep"/> is closed; nothing was released.</exception>
    /// <exception cref="AggregateException">Several of the foreign resources (<see cref="Own{T}"/>)
    /// threw when they were disposed. Everything else was released. If only one threw, its
    /// exception is thrown itself.</exception>
    public void CloseAllBut(params ReadOnlySpan<IDisposable> keep)
    {
        foreach (IDisposable resource in keep)
        {
            ArgumentNullException.ThrowIfNull(resource, nameof(keep));
        }
        NativeResource[] native = [.. keep.ToArray().OfType<NativeResource>()];
        // Throws for closed resources before anything is disposed.
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

    // Set when this was opened: the execution contexts without and with this scope. Restoring the
    // former costs a third of writing the AsyncLocal again.
    private ExecutionContext? _before;
    private ExecutionContext? _within;

    /// <summary>The scope or frame that was current when this was opened.</summary>
    internal object? Outer { get; private set; }

    /// <summary>Runs <paramref name="body"/> on this thread with this scope current.</summary>
    /// <remarks>An asynchronous body continues in the scope after each <c>await</c>. The scope
    /// stays open.</remarks>
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

    /// <summary>Returns a delegate that runs <paramref name="body"/> with this scope current, on
    /// any thread that calls it.</summary>
    /// <remarks>Use it for threads, timers and callbacks that no execution context flows into.
    /// Tasks need it only when they are started outside the scope.</remarks>
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

    /// <summary>As <see cref="Wrap(Action)"/>, but returns a delegate for the constructor of
    /// <see cref="Thread"/>.</summary>
    public ThreadStart WrapThread(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return () => Run(body);
    }

    /// <summary>Starts a task in which this scope is current, on <paramref name="scheduler"/>, by
    /// default the thread pool's.</summary>
    public Task<T> Start<T>(Func<T> body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <inheritdoc cref="Start{T}"/>
    public Task Start(Action body, TaskScheduler? scheduler = null, CancellationToken cancellation = default) =>
        Task.Factory.StartNew(Wrap(body), cancellation, TaskCreationOptions.DenyChildAttach, scheduler ?? TaskScheduler.Default);

    /// <summary>Captures the execution context of this flow with this scope current, for
    /// <see cref="ExecutionContext.Run"/>.</summary>
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

    /// <summary>Makes current again what was current before <see cref="Enter"/>, if this is current
    /// in this flow.</summary>
    private void Leave()
    {
        ExecutionContext? within = _within;
        if (within is not null && ExecutionContext.Capture() == within)
        {
            // Nothing else was set in the block, so the earlier context can be restored as a whole.
            ExecutionContext.Restore(_before!);
        }
        else
        {
            CurrentScope.Leave(this, Outer);
        }
        _before = null;
        _within = null;
    }

    // Scope.Using runs a body in a new scope, and moves the result out of it.
    // Invariant: the scope is closed when the call returns or throws. If the body throws, that
    // exception is the one that the caller sees.

    /// <summary>Runs <paramref name="body"/> in a new scope. Every native resource reachable from
    /// the result moves to the parent scope.</summary>
    /// <returns>The result of <paramref name="body"/>.</returns>
    /// <remarks>
    /// <para>The result is searched for tensors and other native resources through arrays,
    /// sequences, dictionaries, tuples, pairs, <see cref="Memory{T}"/>, a <see cref="Lazy{T}"/>
    /// that has its value, C# records and anonymous types, F# records, unions and options, nested
    /// to any depth, and the objects that an <see cref="IEscapable"/> returns. It is not searched
    /// through other classes: implement <see cref="IEscapable"/>, or call
    /// <see cref="Keep{T}"/>.</para>
    /// <para>A result that would run code after the scope has closed is rejected: a task, an
    /// awaitable, an iterator (return a list instead), an asynchronous sequence, a lazy without its
    /// value, and a delegate that holds a tensor which nothing else in the result holds.</para>
    /// <para>In a trimmed program and under native AOT, the search uses rules that the package's
    /// source generator writes. There, a record from a library that was built without the
    /// generator, and a lambda with captured variables, are rejected with an error that names the
    /// type.</para>
    /// </remarks>
    /// <exception cref="InvalidOperationException">The result holds an object that would run code
    /// after the scope has closed; the message names its type. The scope is closed.</exception>
    public static T Using<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(body, null);
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>, and passes the scope to
    /// <paramref name="body"/>.</summary>
    /// <inheritdoc cref="Using{T}(Func{T})"/>
    public static T Using<T>(Func<Scope, T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(null, body);
    }

    /// <summary>Runs <paramref name="body"/> in a new scope.</summary>
    public static void Using(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(() =>
        {
            body();
            return true;
        });
    }

    /// <summary>As <see cref="Using(Action)"/>, and passes the scope to
    /// <paramref name="body"/>.</summary>
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
    /// <remarks>In an asynchronous iterator a scope is current only until the next <c>yield</c>:
    /// the consumer continues in its own scope, and the iterator resumes in the consumer's scope.
    /// So run each step in a new scope, and yield its result:
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

    /// <summary>As <see cref="UsingAsync{T}(Func{Task{T}})"/>, and passes the scope to
    /// <paramref name="body"/>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task<T> UsingAsync<T>(Func<Scope, Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => new ValueTask<T>(body(scope))).AsTask();
    }

    /// <summary>Runs <paramref name="body"/> in a new scope that stays current across every
    /// <c>await</c>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task UsingAsync(Func<Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => AsTrue(body())).AsTask();
    }

    /// <summary>As <see cref="UsingAsync(Func{Task})"/>, and passes the scope to
    /// <paramref name="body"/>.</summary>
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

    // An exception filter that always returns false, and finally: catching and rethrowing would
    // keep the stack of each body that the exception passes, and some dozens of nested bodies would
    // overflow it. Exactly one of the two delegates is given: wrapping one in the other would cost
    // more than the scope does.
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

    /// <summary>Returns false, so that the exception propagates and the stack is unwound before the
    /// scope closes.</summary>
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

    /// <summary>Caches for each result type whether it can hold native resources.</summary>
    private static class Results<T>
    {
        internal static readonly bool HoldNothing = typeof(T).IsSealed && EscapeType.IsLeaf(typeof(T));
    }

    /// <summary>Closes this; the native resources that <paramref name="result"/> holds move to the
    /// parent.</summary>
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

    // Foreign resources, which are disposables that are not native, and the errors of closing a
    // scope.
    // Invariant: closing first disposes all foreign resources of this scope and the scopes below
    // it, newest first, even if some of them throw, and then releases the native members. The
    // backstop disposes no foreign resources: it frees native memory, and the user's objects have
    // their own finalizers.

    /// <summary>The key of <see cref="Exception.Data"/> under which an exception of a body holds
    /// the exceptions that closing its scope threw, as an array.</summary>
    public const string SuppressedErrors = "Tenure.SuppressedErrors";

    /// <summary>Disposes <paramref name="resource"/> when this scope closes, before its native members, newest first.</summary>
    /// <remarks>A native resource is moved to this scope. Any other resource is foreign: it cannot
    /// be moved, and it is not disposed when the collector frees an unreachable scope. If its
    /// disposal throws, <see cref="Dispose"/> throws that exception after everything else has been
    /// closed.</remarks>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ScopeException">This scope is closed or capped; the caller still owns the
    /// resource.</exception>
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

    /// <summary>If this has foreign resources, registers it with its new owners. If those have
    /// closed, the resources are disposed here.</summary>
    internal override void Settle(object? before)
    {
        if (!Moved(before))
        {
            Throw(CloseLateForeign());
        }
    }

    /// <summary>Records that this scope has moved from one of the scopes of
    /// <paramref name="before"/>, with its foreign resources. Returns false if it has closed since,
    /// with its new owner.</summary>
    internal bool Moved(object? before)
    {
        if (!HasForeign)
        {
            return true;
        }
        // In this order: a thread that moves this at the same time reads the owner later, or is
        // seen here.
        Forget(before);
        return ExpectAbove() && IsOpen;
    }

    /// <summary>Disposes the resources that other threads added to this, or to a scope below it,
    /// before they saw that it is closed. Returns <paramref name="errors"/> and the exceptions of
    /// those disposals.</summary>
    internal List<Exception>? CloseLateForeign(List<Exception>? errors = null)
    {
        if (HasForeign)
        {
            Rehome([this], ref errors);
        }
        return errors;
    }

    /// <summary>Throws a single error as it is, and several in an
    /// <see cref="AggregateException"/>.</summary>
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
        // If this was closed meanwhile, either the closing thread has taken the resource to dispose
        // it, or no thread will. A closing thread first sets the state and then reads this list
        // once more.
        Interlocked.MemoryBarrier();
        return (isExpected && IsOpen) || !mine.Remove(resource);
    }

    /// <summary>Registers this as a scope with foreign resources in the lists of all scopes above
    /// it, the topmost first. So if a scope has a child in its list, all scopes above have it too,
    /// and the walk can stop there. Returns false if one of them has closed.</summary>
    private bool ExpectAbove()
    {
        var path = new Stack<(Foreign Owners, Scope Child)>();
        Scope child = this;
        // Each scope gets its list before its owner is read: a thread that moves it then sees the
        // list, and registers it too.
        while (Owner.Of(child) is { } owner && owner.MyForeign() is var owners && !owners.Has(child))
        {
            path.Push((owners, child));
            child = owner;
        }
        // A child of a closing scope appears to be unowned. Either the closing thread has yet to
        // read its list, or it is done, and the child is already known to be closed or moved.
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

    /// <summary>Removes this from the lists of the scopes of a hint.</summary>
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

    /// <summary>Whether this scope, or a scope below it, may have foreign resources.</summary>
    private protected bool HasForeign => _extras?.Foreign is not null;

    /// <summary>Disposes the resources that other threads added to scopes below this before they
    /// saw that those have closed. This scope stays open.</summary>
    private protected void EmptyLateForeign(ref List<Exception>? errors)
    {
        if (_extras?.Foreign is { } foreign)
        {
            Rehome(Gone(foreign), ref errors);
        }
    }

    /// <summary>Removes and returns the scopes in the list that this no longer owns.</summary>
    private IEnumerable<Scope> Gone(Foreign foreign) =>
        foreign.Scopes().Where(child => (!child.IsOpen || Owner.Of(child) != this) && foreign.Remove(child));

    /// <summary>Processes scopes that had foreign resources, oldest first. An open one is
    /// registered with the scopes that own it now; the resources of a closed one are
    /// disposed.</summary>
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

    /// <summary>Disposes all foreign resources of this scope and those below it, except
    /// <paramref name="spared"/>, which this scope then owns directly. This scope stays
    /// open.</summary>
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

    /// <summary>Disposes all foreign resources of this scope and those below it, newest first,
    /// except those that are <paramref name="spared"/> or may outlive this; these are returned.
    /// Resources that other threads add from now on are left for later.</summary>
    private List<object> TakeForeign(IEnumerable<object>? spared, bool closing, ref List<Exception>? errors)
    {
        object[] mine = _extras?.Foreign?.TakeAll(closing: false) ?? [];
        return DisposeAll(mine, spared?.ToHashSet(ReferenceEqualityComparer.Instance), closing, ref errors);
    }

    /// <summary>Disposes all <paramref name="items"/> of this scope, except those that are
    /// <paramref name="spared"/> and the scopes that do not, or may not, close with it; these are
    /// returned, oldest first. If <paramref name="closing"/>, the scopes that close take no more
    /// resources.</summary>
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
                // The scope of a ring's cycle is used again for a later cycle.
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

    /// <summary>Whether this certainly closes with <paramref name="scope"/>. It does not if it may
    /// only be lent to that scope, or if it has moved and is still in the list.</summary>
    private bool GoesWith(Scope scope) => Places.Only(Holder) == scope && Owner.Of(this) == scope;

    /// <summary>Closes this after <paramref name="error"/>, which the caller throws. The errors of
    /// closing are added to its data.</summary>
    private void CloseAfter(Exception? error)
    {
        if (Begin(Closing) && CloseBegun([]) is { } errors)
        {
            // An exception class may override Data.
            if (error?.Data is IDictionary { IsReadOnly: false } data)
            {
                data[SuppressedErrors] = errors.ToArray();
            }
        }
    }

    // Creating tensors that this scope owns, whether it is current or not. Factories without input
    // data are generated (Scope.g.cs).

    /// <summary>Creates a tensor with one element and no axes, which this scope owns.</summary>
    public Tensor Scalar(Scalar value, DType dtype = DType.F32) => Full(dtype, Device.OfScope, value);

    /// <summary>Creates a tensor of 0, 1, 2 and so on below <paramref name="end"/>, which this
    /// scope owns. The default element type is int64 if the end is an integer, else
    /// float32.</summary>
    public Tensor Arange(Scalar end, DType? dtype = null) => Arange(0, end, 1, dtype);

    /// <summary>Copies <paramref name="data"/> to a tensor with one axis, which this scope
    /// owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(ReadOnlySpan{T})"/>
    public Tensor Of<T>(ReadOnlySpan<T> data) where T : unmanaged
    {
        long length = data.Length;
        return Of(data, new ReadOnlySpan<long>(in length));
    }

    /// <summary>Copies <paramref name="data"/>, in row-major order, to a tensor of the given shape,
    /// which this scope owns.</summary>
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

    /// <summary>Copies a two-dimensional array to a tensor that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,])"/>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public Tensor Of<T>(T[,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1)]);
    }

    /// <summary>Copies a three-dimensional array to a tensor that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,])"/>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public Tensor Of<T>(T[,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2)]);
    }

    /// <summary>Copies a four-dimensional array to a tensor that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[,,,])"/>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public Tensor Of<T>(T[,,,] data) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(data);
        return Of(Arrays.Elements<T>(data), [data.GetLongLength(0), data.GetLongLength(1), data.GetLongLength(2), data.GetLongLength(3)]);
    }

    /// <summary>Copies rows of equal length to a tensor that this scope owns.</summary>
    /// <inheritdoc cref="Tensor.Of{T}(T[][])"/>
    [OverloadResolutionPriority(-1)] // so that null selects the overload for T[]
    public Tensor Of<T>(T[][] rows) where T : unmanaged => Make.FromRows(this, rows);

    /// <summary>Creates a tensor that shares the elements of <paramref name="tensor"/> and that
    /// this scope owns. For a workspace's tensor it may be a copy.</summary>
    /// <exception cref="ClosedException"><paramref name="tensor"/> is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; nothing was
    /// created.</exception>
    public Tensor Alias(Tensor tensor) => Make.Alias(this, tensor);

    /// <summary>Reads a <c>.npy</c> file into a tensor that this scope owns.</summary>
    /// <param name="path">The file.</param>
    /// <param name="dtype">As in <see cref="Tensor.LoadNpy"/>.</param>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npy</c>
    /// file.</exception>
    public Tensor LoadNpy(string path, DType? dtype = null) => Make.LoadNpy(this, path, dtype);
}
