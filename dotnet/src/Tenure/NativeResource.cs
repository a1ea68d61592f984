// What tensors, scopes, tapes and optimizers have in common: one handle, one owner, one way to go.
//
// Invariant: Handle never changes. Whether it is still valid is for the core to say, which checks its generation in every
// call: so there is no flag here to race on, a second release is refused there, and a use after the end says so by name.
// Holder is the wrapper of the scope that releases the handle, or the backstop of an unowned one; through it a member keeps
// its scope reachable, so that the collector cannot close a scope of which anything is still in use.

using Tenure.Interop;

namespace Tenure;

/// <summary>Something that lives in native memory and has exactly one owner: a scope, or whoever disposes it.</summary>
/// <remarks>Members may be called from any thread, in any order. <see cref="Dispose"/> never throws.</remarks>
public abstract class NativeResource : IDisposable
{
    // One lock for all moves between owners: they are rare, and two at once must leave wrappers and core agreeing.
    private static readonly Lock Moves = new();

    internal readonly ulong Handle;
    internal object? Holder;

    private protected NativeResource(ulong handle, object? holder)
    {
        Handle = handle;
        Holder = holder;
    }

    /// <summary>Whether this was disposed, or a scope that owned it was.</summary>
    public unsafe bool IsClosed
    {
        get
        {
            ulong owner;
            int status = Native.tenure_scope_owner(Handle, &owner);
            GC.KeepAlive(this);
            return status == (int)Status.InvalidHandle;
        }
    }

    /// <summary>The scope that owns this; null when nobody does and <see cref="Dispose"/> is yours to call.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public unsafe Scope? Owner
    {
        get
        {
            ulong owner;
            Errors.Check(Native.tenure_scope_owner(Handle, &owner));
            GC.KeepAlive(this);
            return Holder as Scope;
        }
    }

    /// <summary>Releases this resource now. A second call does nothing, and so does one after the owning scope closed.</summary>
    /// <remarks>An operation that runs on another thread finishes first; the memory goes with the last reference.</remarks>
    public virtual void Dispose()
    {
        // Its status says at most that somebody was faster.
        Release();
        (Holder as Backstop)?.Disarm();
        GC.KeepAlive(this);
    }

    /// <summary>Moves this to the parent of the scope that owns it; without a parent it becomes unowned.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public unsafe void MoveToOuterScope()
    {
        lock (Moves)
        {
            Scope? outer = (Holder as Scope)?.Holder as Scope;
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
            NativeResource[] kept;
            int status;
            do
            {
                kept = [.. reachable.Where(resource => resource.IsWithin(scope) && !resource.IsClosed)];
                ulong[] handles = [.. kept.Select(resource => resource.Handle)];
                fixed (ulong* keep = handles)
                {
                    status = Native.tenure_scope_pop(scope.Handle, keep, (nuint)handles.Length);
                }
            }
            // Another thread has closed one of them since it was asked: the others still escape.
            while (status == (int)Status.InvalidHandle && kept.Any(resource => resource.IsClosed) && !scope.IsClosed);

            // The body may have closed its scope itself; then nothing can escape and nothing is left to close.
            Exception? error = status is 0 or (int)Status.InvalidHandle ? null : Errors.From(status);
            if (status == 0)
            {
                var parent = scope.Holder as Scope;
                foreach (NativeResource resource in kept)
                {
                    resource.SetOwner(parent, parent is null ? resource.NewBackstop() : null);
                }
            }
            scope.Dispose();
            if (error is not null)
            {
                throw error;
            }
        }
        GC.KeepAlive(reachable);
    }

    /// <summary>Releases the core's handle; the status is for the curious.</summary>
    private protected abstract int Release();

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
        var old = Holder as Backstop;
        Holder = (object?)scope ?? backstop;
        old?.Disarm();
    }

    private bool IsWithin(Scope scope)
    {
        var owner = Holder as Scope;
        while (owner is not null && owner != scope)
        {
            owner = owner.Holder as Scope;
        }
        return owner is not null;
    }
}
