// The base class of tensors, scopes, tapes and optimizers: each has one handle and one owner.
//
// Invariant: Handle never changes once it is a number of the core. Whether it is still valid is
// checked by the core, which compares its generation in every call. So there is no flag here to
// race on: the core rejects a second release, and names the resource in the error for a use after
// release. Only a scope starts without a number (see Scope.Push). Holder is for the garbage
// collector: a scope, Places that list several, the Backstop of an unowned resource, or null. It
// keeps the owning scope reachable from its members, so that the collector cannot close a scope
// while a member is in use. It is only a hint of the owner; the core has the answer. Only
// Interop/Moves.cs changes it, except that Dispose may clear it.

using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>A resource in native memory. Either exactly one scope owns it, or it is unowned and the
/// caller disposes it.</summary>
/// <remarks>Members may be called from any thread, in any order. The methods that move a resource
/// between owners are extensions in <see cref="Ownership"/>, so that each returns the resource with
/// its own type.</remarks>
public abstract class NativeResource : IDisposable
{
    internal ulong Handle;
    internal object? Holder;

    private protected NativeResource(ulong handle, object? holder)
    {
        Handle = handle;
        Holder = holder;
    }

    /// <summary>Whether this, or a scope that owned it, was disposed.</summary>
    public virtual bool IsClosed => IsReleased;

    /// <summary>A number that is unique in the process and never reused. It identifies this among
    /// the <see cref="Scope.Members"/> of a scope.</summary>
    public ulong Id
    {
        get
        {
            ulong id = Known();
            GC.KeepAlive(this);
            return id;
        }
    }

    /// <summary>What this is, its name if it has one, and whether it is open: <c>Optimizer('weights' open)</c>.</summary>
    public override string ToString()
    {
        string kind = GetType().Name;
        try
        {
            return IsClosed ? $"{kind}(closed)" : $"{kind}({(Name is { } name ? $"'{name}' " : "")}open)";
        }
        catch (ClosedException)
        {
            return $"{kind}(closed)"; // by another thread, since it was asked
        }
    }

    /// <summary>The name in errors, dumps and leak reports; null until it is set.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public virtual unsafe string? Name
    {
        get
        {
            string name = NativeText.Read(
                (buffer, room, needed) => Native.tenure_handle_name(Known(), buffer, room, needed));
            GC.KeepAlive(this);
            return name.Length == 0 ? null : name;
        }
        set
        {
            NativeText.Check(value ?? "", nameof(value));
            int status = Native.tenure_handle_set_name(Known(), value ?? "");
            GC.KeepAlive(this);
            Errors.Check(status);
        }
    }

    /// <summary>The scope that owns this; for a scope, its parent. Null if it is unowned and the
    /// caller must <see cref="Dispose"/> it.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public unsafe Scope? Scope
    {
        get
        {
            ulong owner;
            int status = Native.tenure_scope_owner(Known(), &owner);
            Errors.Check(status);
            return Places.Only(Holder) is { } scope && scope.Handle == owner ? scope : Owner.Of(this);
        }
    }

    /// <summary>The scope that owns this; null if it is unowned. If the hint names one scope, that
    /// is returned, which may be outdated while another thread moves this. If the hint names
    /// several, the core is asked.</summary>
    internal Scope? OwnerScope
    {
        get
        {
            object? hint = Volatile.Read(ref Holder);
            return Places.Only(hint) ?? (Places.IsUnowned(hint) ? null : Owner.Of(this));
        }
    }

    /// <summary>Whether the number is no longer valid in the core.</summary>
    internal unsafe bool IsReleased
    {
        get
        {
            ulong owner;
            int status = Native.tenure_scope_owner(Handle, &owner);
            GC.KeepAlive(this);
            return status == (int)Status.InvalidHandle;
        }
    }

    /// <summary>Releases this resource now. A second call, or a call after the owning scope closed,
    /// does nothing.</summary>
    /// <remarks>Operations that run on other threads keep the memory until they finish; it is freed
    /// with its last reference.</remarks>
    public virtual void Dispose()
    {
        if (Leaks.Level == LeakLevel.All)
        {
            Leaks.Closing(Handle);
        }
        // The status is ignored: it can only report that another thread has released this first.
        Release();
        if (Holder is not Tenure.Scope and { } holder)
        {
            // Cleared, because a disarmed backstop is reused for another resource.
            Holder = null;
            Places.BackstopOf(holder)?.Disarm(Handle);
        }
        GC.KeepAlive(this);
    }

    /// <summary>Called after this was moved from one of the scopes of <paramref name="before"/>. If
    /// it is unowned now, only the collector frees it.</summary>
    internal virtual void Settle(object? before)
    {
        if (Places.IsUnowned(Holder))
        {
            Pressure.AfterUnowned();
        }
    }

    /// <summary>Returns the number of this in the core; a scope without one gets it now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ulong Known() => (long)Handle > 0 ? Handle : Number();

    /// <summary>Releases the core's handle, and returns the status.</summary>
    private protected abstract int Release();

    /// <summary>Returns the number for <see cref="Known"/>; a scope without a number creates
    /// it.</summary>
    private protected virtual ulong Number() => Handle;

    /// <summary>Returns a backstop, not yet armed, that frees this when it is unowned and can no
    /// longer be reached; null if the resource has a permanent one.</summary>
    internal virtual Backstop? NewBackstop() => Backstop.For(0);
}
