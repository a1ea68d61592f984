// Moving resources between owners, in the core and in the wrapper as one step.
//
// Invariant: what a Holder says is what the core says, once the move has returned. So two moves of one resource take turns,
// and the scopes on the way up from it stay where they are meanwhile: a resource belongs to one of 16 locks, by its handle;
// who moves something that is no scope holds that one, who moves scopes or empties one holds all.
// Nothing of the user runs under these locks, and the core never calls back.
// What goes out of a workspace is in Moves.Workspaces.cs.

using System.Numerics;
using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Moves
{
    private const int Locks = 16;
    private const uint All = (1u << Locks) - 1;
    // One int for each lock, each on a cache line of its own.
    private const int Line = 16;
    private static readonly int[] Held = new int[Locks * Line];

    /// <summary>To the parent of the scope that owns it; unowned without one.</summary>
    internal static void ToOuter(NativeResource resource)
    {
        ulong handle = resource.Known();
        uint locks = Take(resource);
        try
        {
            object? places = resource.Holder;
            Scope? owner = resource.OwnerScope;
            Errors.Check(Persist(&Native.tenure_scope_keep, handle));
            Scope? to = IsLent(places) ? Landed(places, handle, outer: true)
                : owner is { HasCycles: true } ? OutOf(owner, handle)
                : owner?.OwnerScope;
            Set(resource, Place(to, resource));
        }
        finally
        {
            Give(locks);
        }
        Settle(resource);
    }

    /// <summary>To the parent of <paramref name="scope"/>; unowned without one.</summary>
    internal static void Beside(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), inner = scope.Known();
        uint locks = Take(resource);
        try
        {
            int status = Persist(&Native.tenure_scope_ret, inner, handle);
            Finish(resource, scope.HasCycles && status == 0 ? OutOf(scope, handle) : scope.OwnerScope, status);
        }
        finally
        {
            Give(locks);
        }
        GC.KeepAlive(scope);
        Settle(resource);
    }

    /// <summary>To <paramref name="scope"/>.</summary>
    internal static void To(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), target = scope.Known();
        uint locks = Take(resource);
        try
        {
            int status = Persist(&Native.tenure_scope_attach, target, handle);
            Finish(resource, scope, status);
        }
        finally
        {
            Give(locks);
        }
        GC.KeepAlive(scope);
        Settle(resource);
    }

    /// <summary>Out of its scope: unowned.</summary>
    internal static void Detach(NativeResource resource)
    {
        ulong handle = resource.Known();
        uint locks = Take(resource);
        try
        {
            int status = Persist(&Native.tenure_scope_detach, handle);
            Finish(resource, null, status);
        }
        finally
        {
            Give(locks);
        }
        Settle(resource);
    }

    /// <summary>To <paramref name="scope"/> until that closes.</summary>
    internal static void Lend(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), target = scope.Known();
        uint locks = Take(resource);
        try
        {
            object? origin = Membership.OriginOf(resource, scope);
            Errors.Check(Persist(&Native.tenure_scope_temp_attach, target, handle));
            // What the scope owns already is not lent to it.
            if (resource.OwnerScope != scope)
            {
                Scope? before = resource.OwnerScope;
                // A backstop of what nobody owned stays armed: lent or not, it may be forgotten.
                resource.Holder = Membership.Loan(scope, resource, origin);
                (resource as Scope)?.Moved(before, scope);
            }
        }
        finally
        {
            Give(locks);
        }
        GC.KeepAlive(scope);
        Settle(resource);
    }

    /// <summary>The scope that the core says owns <paramref name="resource"/>, when no move of it is under way.</summary>
    internal static Scope? OwnerOf(NativeResource resource)
    {
        uint locks = Take(resource);
        try
        {
            ulong owner;
            Errors.Check(Native.tenure_scope_owner(resource.Handle, &owner));
            Scope? hint = resource.OwnerScope;
            // The core names no scope that is closing: what that owns is still there, or on its way home.
            return owner == 0 || hint?.Handle == owner ? hint : Landed(resource.Holder, resource.Handle, outer: false);
        }
        finally
        {
            Give(locks);
            GC.KeepAlive(resource);
        }
    }

    /// <summary>Does what goes by the place of <paramref name="scope"/> in the tree, which stands still meanwhile.</summary>
    internal static void WhileNothingMoves(Scope scope, Action<Scope> action)
    {
        Take(All);
        try
        {
            action(scope);
        }
        finally
        {
            Give(All);
        }
    }

    /// <summary>Releases what <paramref name="scope"/> owns but <paramref name="kept"/>, which it owns itself then.</summary>
    internal static void Empty(Scope scope, ReadOnlySpan<NativeResource> kept)
    {
        ulong target = scope.Known();
        ulong[] handles = new ulong[kept.Length];
        for (int i = 0; i < handles.Length; i++)
        {
            handles[i] = kept[i].Known();
        }
        Take(All);
        try
        {
            bool[] within = new bool[kept.Length];
            for (int i = 0; i < within.Length; i++)
            {
                within[i] = kept[i].IsWithin(scope);
            }
            // First here: a child that comes into native memory behind the core's back then sees that it is closed.
            scope.MarkEmptied();
            int status;
            fixed (ulong* keep = handles)
            {
                status = Native.tenure_scope_close_all_but(target, keep, (nuint)handles.Length);
            }
            if (status != 0)
            {
                scope.MarkEmptied(-1);
                Errors.Check(status);
            }
            for (int i = 0; i < within.Length; i++)
            {
                if (within[i])
                {
                    Set(kept[i], Place(scope, kept[i]));
                }
            }
        }
        finally
        {
            Give(All);
        }
        GC.KeepAlive(scope);
    }

    /// <summary>Closes <paramref name="scope"/>, but what of <paramref name="reachable"/> it owns, itself or through
    /// its children, goes to its parent, in one crossing. What failed is returned, and it is closed all the same.</summary>
    internal static Exception? Pop(Scope scope, ReadOnlySpan<NativeResource> reachable)
    {
        uint mask = 0;
        foreach (NativeResource resource in reachable)
        {
            if (resource.IsWithin(scope))
            {
                // A child that the core does not know yet is made known while its owners are open: it outlives one of them.
                resource.Known();
                mask |= LocksOf(resource);
            }
        }
        if (mask == 0)
        {
            scope.MarkClosed();
            return Close(scope);
        }
        Take(mask);
        try
        {
            return (reachable.Length == 1 && PopOne(scope, reachable[0])) ? null : PopLocked(scope, reachable, mask);
        }
        finally
        {
            Give(mask);
            Pressure.AfterUnowned();
        }
    }

    /// <summary>Closes without exceptions. Closed already, with its parent, is closed.</summary>
    internal static Exception? Close(Scope scope)
    {
        if (!scope.IsKnown)
        {
            return null;
        }
        Leaks.Closing(scope.Handle, scope.Site);
        int status = Native.tenure_scope_close(scope.Handle);
        return status is 0 or (int)Status.InvalidHandle ? null : Errors.From(status);
    }

    /// <summary>The common case, without lists. False when it is not so simple; then nothing was done.</summary>
    private static bool PopOne(Scope scope, NativeResource resource)
    {
        if (!resource.IsWithin(scope))
        {
            return false;
        }
        object? places = scope.Holder;
        Scope? parent = scope.OwnerScope;
        ulong handle = resource.Handle;
        scope.MarkClosed();
        Leaks.Closing(scope.Handle, scope.Site);
        if (Native.tenure_scope_pop(scope.Handle, &handle, 1) != 0)
        {
            return false;
        }
        Set(resource, Place(IsLent(places) ? Landed(places, handle, outer: false) : parent, resource));
        GC.KeepAlive(parent);
        return true;
    }

    private static Exception? PopLocked(Scope scope, ReadOnlySpan<NativeResource> reachable, uint locks)
    {
        int room = reachable.Length, count = 0;
        Span<ulong> keep = room <= 16 ? stackalloc ulong[16] : new ulong[room];
        Span<int> kept = room <= 16 ? stackalloc int[16] : new int[room];
        for (int i = 0; i < reachable.Length; i++)
        {
            // What another thread has just moved here, and is not locked, was not here when the body returned.
            if ((LocksOf(reachable[i]) & ~locks) == 0 && reachable[i].IsWithin(scope))
            {
                kept[count] = i;
                keep[count++] = reachable[i].Handle;
            }
        }
        object? places = scope.Holder;
        Scope? parent = scope.OwnerScope;
        scope.MarkClosed();
        Leaks.Closing(scope.Handle, scope.Site);
        while (count > 0)
        {
            int status;
            fixed (ulong* handles = keep)
            {
                status = Native.tenure_scope_pop(scope.Handle, handles, (nuint)count);
            }
            if (status == 0)
            {
                foreach (int i in kept[..count])
                {
                    Scope? target = IsLent(places) ? Landed(places, reachable[i].Handle, outer: false) : parent;
                    Set(reachable[i], Place(target, reachable[i]));
                }
                GC.KeepAlive(parent);
                return null;
            }
            Exception error = Errors.From(status);
            int left = 0;
            for (int i = 0; i < count; i++)
            {
                if (!reachable[kept[i]].IsReleased)
                {
                    kept[left] = kept[i];
                    keep[left++] = keep[i];
                }
            }
            if (left == count)
            {
                // None of them is to blame, so nothing can escape.
                return Close(scope) ?? (error is ClosedException ? null : error);
            }
            // Some were closed, in the body or by another thread: the others still escape.
            count = left;
        }
        return Close(scope);
    }

    private static bool IsLent(object? holder) => holder is Membership { IsLoan: true };

    /// <summary>Where something is that was moved out of what is lent: what that was lent to closes without a lock, so only the core knows
    /// which way it went. One of <paramref name="places"/>, or what lies outside of one.</summary>
    private static Scope? Landed(object? places, ulong handle, bool outer)
    {
        ulong owner;
        if (Native.tenure_scope_owner(handle, &owner) != 0 || owner == 0)
        {
            return null; // closed meanwhile, or unowned
        }
        for (object? place = places; place is not null; place = (place as Membership)?.Origin)
        {
            Scope? scope = (place as Membership)?.Owner ?? place as Scope;
            Scope? found = !outer ? scope : scope is { HasCycles: true } ? OutOf(scope, handle) : scope?.OwnerScope;
            if (found is not null && found.Handle == owner)
            {
                return found;
            }
        }
        return new Scope(owner, null);
    }

    /// <summary>(handle), again when memory is refused and the collector has freed some.</summary>
    private static int Persist(delegate*<ulong, int> core, ulong handle)
    {
        int status, since = 0;
        do
        {
            status = core(handle);
        }
        while (Pressure.Retry(status, ref since));
        return status;
    }

    /// <summary>(scope, handle), in the same way.</summary>
    private static int Persist(delegate*<ulong, ulong, int> core, ulong scope, ulong handle)
    {
        int status, since = 0;
        do
        {
            status = core(scope, handle);
        }
        while (Pressure.Retry(status, ref since));
        return status;
    }

    /// <summary>What the holder of <paramref name="resource"/> will be when <paramref name="scope"/> owns it.</summary>
    private static object? Place(Scope? scope, NativeResource resource) =>
        scope is null ? resource.NewBackstop() : scope.PlaceFor(resource);

    /// <summary>After the core, the wrapper; refused, nothing has changed.</summary>
    private static void Finish(NativeResource resource, Scope? target, int status)
    {
        Errors.Check(status);
        Set(resource, Place(target, resource));
        GC.KeepAlive(resource);
    }

    private static void Set(NativeResource resource, object? place)
    {
        object? old = resource.Holder;
        if (resource is Scope scope)
        {
            Scope? before = scope.OwnerScope;
            scope.Holder = place;
            scope.Moved(before, scope.OwnerScope);
            return;
        }
        resource.Holder = place;
        if (old is not Scope)
        {
            Backstop.DisarmAll(old, resource.Handle);
        }
    }

    /// <summary>After a move, without locks. Nobody may own it now: the collector is all that frees it. Or where it went has closed
    /// before it heard what is foreign in this.</summary>
    private static void Settle(NativeResource resource)
    {
        if (resource.Holder is Backstop)
        {
            Pressure.AfterUnowned();
        }
        else if (resource is Scope { IsOpen: false } scope)
        {
            scope.CloseLateForeign();
        }
    }

    private static uint LocksOf(NativeResource resource) => resource is Scope ? All : 1u << (int)(resource.Handle & (Locks - 1));

    private static uint Take(NativeResource resource)
    {
        uint mask = LocksOf(resource);
        Take(mask);
        return mask;
    }

    /// <summary>Lowest first, so that two who need several cannot wait for each other.</summary>
    private static void Take(uint mask)
    {
        for (uint left = mask; left != 0; left &= left - 1)
        {
            ref int held = ref Held[BitOperations.TrailingZeroCount(left) * Line];
            if (Interlocked.CompareExchange(ref held, 1, 0) != 0)
            {
                Wait(ref held);
            }
        }
    }

    private static void Give(uint mask)
    {
        for (; mask != 0; mask &= mask - 1)
        {
            Volatile.Write(ref Held[BitOperations.TrailingZeroCount(mask) * Line], 0);
        }
    }

    private static void Wait(ref int held)
    {
        var spin = new SpinWait();
        do
        {
            spin.SpinOnce();
        }
        while (Volatile.Read(ref held) != 0 || Interlocked.CompareExchange(ref held, 1, 0) != 0);
    }
}
