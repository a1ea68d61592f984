// What tensors, scopes, tapes and optimizers have in common: one handle, one owner, one way to go.
//
// Invariant: Handle never changes once it is a number of the core. Whether it is still valid is for the core to say, which
// checks its generation in every call: so there is no flag here to race on, a second release is refused there, and a use
// after the end says so by name. Only a scope begins without a number (see Scope.Push).
// Holder is for the collector: a scope, Places that say more, the Backstop of an unowned resource, or null. Through it a member
// keeps its scope reachable, so that the collector cannot close a scope of which anything is still in use. It is a hint: who
// owns what is asked of the core. Interop/Moves.cs alone changes it.

using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>Something that lives in native memory and has exactly one owner: a scope, or whoever disposes it.</summary>
/// <remarks>Members may be called from any thread, in any order. What moves a resource between owners is in
/// <see cref="Ownership"/>, so that it returns the resource as the type it has.</remarks>
public abstract class NativeResource : IDisposable
{
    internal ulong Handle;
    internal object? Holder;

    private protected NativeResource(ulong handle, object? holder)
    {
        Handle = handle;
        Holder = holder;
    }

    /// <summary>Whether this was disposed, or a scope that owned it was.</summary>
    public virtual bool IsClosed => IsReleased;

    /// <summary>A number that nothing else in the process has or will have, by which this is found among the
    /// <see cref="Scope.Members"/> of a scope.</summary>
    public ulong Id
    {
        get
        {
            ulong id = Known();
            GC.KeepAlive(this);
            return id;
        }
    }

    /// <summary>What errors, dumps and leak reports call this; null until it is named.</summary>
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

    /// <summary>The scope that owns this, of a scope its parent; null when nobody does and <see cref="Dispose"/> is yours to call.</summary>
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

    /// <summary>The scope that owns this, null for none. A hint of one scope is taken as it is, which may be wrong while another
    /// thread moves this; where there are several the core is asked.</summary>
    internal Scope? OwnerScope
    {
        get
        {
            object? hint = Volatile.Read(ref Holder);
            return Places.Only(hint) ?? (Places.IsNobodys(hint) ? null : Owner.Of(this));
        }
    }

    /// <summary>Whether the core knows the number no more.</summary>
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

    /// <summary>Releases this resource now. A second call does nothing, and so does one after the owning scope closed.</summary>
    /// <remarks>An operation that runs on another thread finishes first; the memory goes with the last reference.</remarks>
    public virtual void Dispose()
    {
        if (Leaks.Level == LeakLevel.All)
        {
            Leaks.Closing(Handle);
        }
        // Its status says at most that somebody was faster.
        Release();
        if (Holder is not Tenure.Scope and { } holder)
        {
            // Let go of, since it is going to be another's.
            Holder = null;
            Places.BackstopOf(holder)?.Disarm(Handle);
        }
        GC.KeepAlive(this);
    }

    /// <summary>This was moved from one of <paramref name="before"/>. If it is unowned now, the collector is all that frees it.</summary>
    internal virtual void Settle(object? before)
    {
        if (Places.IsNobodys(Holder))
        {
            Pressure.AfterUnowned();
        }
    }

    /// <summary>The number that the core knows this by.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ulong Known() => (long)Handle > 0 ? Handle : Number();

    /// <summary>Releases the core's handle; the status is for the curious.</summary>
    private protected abstract int Release();

    /// <summary>What <see cref="Known"/> asks of something that has no number yet.</summary>
    private protected virtual ulong Number() => Handle;

    /// <summary>What frees this when it is unowned and forgotten, once it is armed; null where the resource has one for
    /// good.</summary>
    internal virtual Backstop? NewBackstop() => Backstop.For(0);
}
