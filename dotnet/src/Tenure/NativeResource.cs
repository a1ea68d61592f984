// What tensors, scopes, tapes and optimizers have in common: one handle, one owner, one way to go.
//
// Invariant: Handle is the core's number until the first Dispose and 0 ever after; 0 is no valid handle, so a call on a
// closed object fails in the core like every other stale one and no check is needed here. Owner is the wrapper of the scope
// that releases the handle, or the backstop of an unowned one; through it a member keeps its scope reachable, so that
// the collector cannot close a scope of which anything is still in use.

using Tenure.Interop;

namespace Tenure;

/// <summary>Something that lives in native memory and has exactly one owner: a scope, or whoever disposes it.</summary>
/// <remarks>Members may be called from any thread, in any order. <see cref="Dispose"/> never throws.</remarks>
public abstract class NativeResource : IDisposable
{
    // One lock for all moves between owners: they are rare, and two at once must leave wrappers and core agreeing.
    private static readonly Lock Moves = new();

    internal ulong Handle;
    internal object? Owner;

    private protected NativeResource(ulong handle, object? owner)
    {
        Handle = handle;
        Owner = owner;
    }

    /// <summary>Whether this was disposed, or a scope that owned it was.</summary>
    public bool IsClosed => Volatile.Read(ref Handle) == 0 || (Owner is Scope scope && scope.IsClosed);

    /// <summary>Releases this resource now. A second call does nothing, and so does one after the owning scope closed.</summary>
    /// <remarks>An operation that runs on another thread finishes first; the memory goes with the last reference.</remarks>
    public virtual void Dispose()
    {
        ulong handle = Interlocked.Exchange(ref Handle, 0);
        if (handle != 0)
        {
            // Its status says at most that a scope was faster.
            Release(handle);
            (Owner as Backstop)?.Disarm();
        }
    }

    /// <summary>Moves this to the parent of the scope that owns it; without a parent it becomes unowned.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public unsafe void MoveToOuterScope()
    {
        lock (Moves)
        {
            Scope? outer = (Owner as Scope)?.Owner as Scope;
            Move(outer, 0, &Keep);
        }

        static int Keep(ulong scope, ulong handle) => Native.tenure_scope_keep(handle);
    }

    /// <summary>Makes this unowned: it lives until <see cref="Dispose"/>, or until the collector finds it forgotten.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public unsafe void DetachFromScope()
    {
        lock (Moves)
        {
            Move(null, 0, &Detach);
        }

        static int Detach(ulong scope, ulong handle) => Native.tenure_scope_detach(handle);
    }

    /// <summary>Moves this to <paramref name="scope"/>, which releases it when it closes.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The scope is closed; this stays where it was.</exception>
    public unsafe void AttachTo(Scope scope)
    {
        ArgumentNullException.ThrowIfNull(scope);
        lock (Moves)
        {
            Move(scope, scope.Handle, &Native.tenure_scope_attach);
        }
    }

    /// <summary>Closes <paramref name="scope"/>, but what of <paramref name="reachable"/> it owns, itself or through
    /// its children, goes to its parent, in one crossing.</summary>
    internal static unsafe void Pop(Scope scope, IReadOnlyCollection<NativeResource> reachable)
    {
        lock (Moves)
        {
            NativeResource[] kept = [.. reachable.Where(resource => resource.Handle != 0 && resource.IsWithin(scope))];
            ulong handle = Interlocked.Exchange(ref scope.Handle, 0);
            if (handle == 0 || kept.Length == 0)
            {
                scope.CloseNative(handle);
                return;
            }
            ulong[] handles = [.. kept.Select(resource => resource.Handle)];
            int status;
            fixed (ulong* keep = handles)
            {
                status = Native.tenure_scope_pop(handle, keep, (nuint)handles.Length);
            }
            if (status != 0)
            {
                Exception error = Errors.From(status);
                scope.CloseNative(handle);
                throw error;
            }
            scope.CloseNative(0);
            var parent = scope.Owner as Scope;
            foreach (NativeResource resource in kept)
            {
                resource.SetOwner(parent, parent is null ? resource.NewBackstop() : null);
            }
        }
        GC.KeepAlive(reachable);
    }

    /// <summary>Releases the core's handle; the status is for the curious.</summary>
    private protected abstract int Release(ulong handle);

    /// <summary>What frees this when it is unowned and forgotten; null where the resource has one for good.</summary>
    private protected virtual Backstop? NewBackstop() => new(Handle);

    private unsafe void Move(Scope? target, ulong targetHandle, delegate*<ulong, ulong, int> core)
    {
        // First what may fail here, then the core, then the wrapper: refused, nothing has changed.
        Backstop? backstop = target is null ? NewBackstop() : null;
        int status = core(targetHandle, Handle);
        if (status != 0)
        {
            backstop?.Disarm();
            throw Errors.From(status);
        }
        SetOwner(target, backstop);
        GC.KeepAlive(this);
        GC.KeepAlive(target);
    }

    private void SetOwner(Scope? scope, Backstop? backstop)
    {
        var old = Owner as Backstop;
        Owner = (object?)scope ?? backstop;
        old?.Disarm();
    }

    private bool IsWithin(Scope scope)
    {
        var owner = Owner as Scope;
        while (owner is not null && owner != scope)
        {
            owner = owner.Owner as Scope;
        }
        return owner is not null;
    }
}
