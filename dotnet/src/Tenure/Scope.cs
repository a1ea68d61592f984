// A scope: a node of the tree that owns tensors, tapes, optimizers and further scopes, and releases them in one crossing.
// Invariant: it is open until it or one of its ancestors is closed, which the wrapper knows without asking the core, because a
// scope is closed through its wrapper or not at all. Its backstop closes it when neither it nor
// anything it owns can be reached any more, since members and children keep the wrapper reachable.

using Tenure.Interop;

namespace Tenure;

/// <summary>Owns what is made while it is current, and releases all of it when it closes.</summary>
/// <example><code>
/// using var scope = Scope.Open();
/// var x = Tensor.Ones(2, 3);
/// var y = (x * 2).Sum();
/// y.MoveToOuterScope();          // lives on; x and x * 2 go at the end of the block
/// </code></example>
public sealed partial class Scope : NativeResource
{
    internal readonly Backstop Backstop;
    private CurrentScope.Frame? _frame;
    private volatile bool _closed;

    internal Scope(ulong handle, Scope? parent) : base(handle, parent) => Backstop = new Backstop(handle);

    /// <summary>The scope that owns the results of operations on this flow of control, null where none is open.</summary>
    /// <remarks>It flows through <c>await</c> and into tasks, as an <see cref="AsyncLocal{T}"/> does.</remarks>
    public static Scope? Current => CurrentScope.Get();

    /// <summary>How much this scope and its descendants own now.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public unsafe ScopeStats Stats
    {
        get
        {
            ScopeStats stats;
            int status = Native.tenure_scope_stats(Handle, &stats);
            GC.KeepAlive(this);
            Errors.Check(status);
            return stats;
        }
    }

    internal bool IsOpen
    {
        get
        {
            for (Scope? scope = this; scope is not null; scope = scope.Holder as Scope)
            {
                if (scope._closed)
                {
                    return false;
                }
            }
            return true;
        }
    }

    /// <summary>Opens a child of the current scope, or a root, and makes it current until it closes.</summary>
    /// <remarks>Opened inside an async method it is current in that method and what it calls, not in its caller.</remarks>
    public static Scope Open()
    {
        Scope scope = Create(CurrentScope.Get());
        scope._frame = CurrentScope.Enter(scope);
        return scope;
    }

    /// <summary>Makes a scope without making it current: something to attach to, or to <see cref="Run{T}"/> in.</summary>
    /// <param name="parent">The scope that owns it; null for a root.</param>
    /// <exception cref="ScopeException">The parent is closed.</exception>
    public static unsafe Scope Create(Scope? parent = null)
    {
        ulong handle;
        int status = Native.tenure_scope_push(parent?.Handle ?? 0, &handle);
        GC.KeepAlive(parent);
        Errors.Check(status);
        return new Scope(handle, parent);
    }

    /// <summary>Runs <paramref name="body"/> with this scope current, on whatever thread this is.</summary>
    public T Run<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        CurrentScope.Frame frame = CurrentScope.Enter(this);
        try
        {
            return body();
        }
        finally
        {
            CurrentScope.Restore(frame);
        }
    }

    /// <summary>Runs <paramref name="body"/> with this scope current, on whatever thread this is.</summary>
    public void Run(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Run(() =>
        {
            body();
            return true;
        });
    }

    /// <summary>Moves <paramref name="resource"/> to the parent of the scope that owns it, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    public T Keep<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        resource.MoveToOuterScope();
        return resource;
    }

    /// <summary>Moves <paramref name="resource"/> to this scope, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed; the resource stays where it was.</exception>
    public T Attach<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        resource.AttachTo(this);
        return resource;
    }

    /// <summary>Makes <paramref name="resource"/> unowned, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    public T Detach<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        resource.DetachFromScope();
        return resource;
    }

    /// <summary>Closes children and releases members, newest first. The same as <see cref="Dispose"/>.</summary>
    public void Close() => Dispose();

    /// <summary>Closes children and releases members, newest first; any thread, any order; a second call does nothing.</summary>
    public override void Dispose() => Release();

    /// <inheritdoc/>
    public override string ToString() => IsClosed ? "Scope(closed)" : $"Scope({Stats.Members} members, {Stats.Bytes} bytes)";

    private protected override int Release()
    {
        // First, so that nobody is given this as the current scope while the core closes it.
        _closed = true;
        int status = Native.tenure_scope_close(Handle);
        Backstop.Disarm();
        if (_frame is not null)
        {
            CurrentScope.Leave(_frame);
        }
        GC.KeepAlive(this);
        return status;
    }

    /// <summary>A scope has one from the start, whoever owns it.</summary>
    private protected override Backstop? NewBackstop() => null;
}
