// Moving resources between owners, in the core and in the wrapper as one step.
//
// Invariant: what a Holder says is what the core says, once the move has returned. So two moves of one resource take turns,
// and the scopes on the way up from it stay where they are meanwhile: a resource belongs to one of 64 locks, by its handle;
// who moves something that is no scope holds that one, who moves scopes or empties one holds all.
// Nothing of the user runs under these locks, and the core never calls back.

using System.Numerics;
using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe class Moves
{
    private const ulong All = ulong.MaxValue;
    // One int for each lock, each on a cache line of its own.
    private const int Line = 16;
    private static readonly int[] Held = new int[64 * Line];

    /// <summary>To the parent of the scope that owns it, or to nobody.</summary>
    internal static void ToOuter(NativeResource resource)
    {
        ulong handle = resource.Known();
        ulong locks = Take(resource);
        try
        {
            Scope? outer = resource.OwnerScope?.OwnerScope;
            Finish(resource, Place(outer, resource), Native.tenure_scope_keep(handle));
        }
        finally
        {
            Give(locks);
        }
    }

    /// <summary>To <paramref name="scope"/>.</summary>
    internal static void To(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), target = scope.Known();
        ulong locks = Take(resource);
        try
        {
            Finish(resource, Place(scope, resource), Native.tenure_scope_attach(target, handle));
        }
        finally
        {
            Give(locks);
        }
        GC.KeepAlive(scope);
    }

    /// <summary>To nobody.</summary>
    internal static void ToNobody(NativeResource resource)
    {
        ulong handle = resource.Known();
        ulong locks = Take(resource);
        try
        {
            Finish(resource, Place(null, resource), Native.tenure_scope_detach(handle));
        }
        finally
        {
            Give(locks);
        }
    }

    /// <summary>Closes <paramref name="scope"/>, but what of <paramref name="reachable"/> it owns, itself or through
    /// its children, goes to its parent, in one crossing. The caller has begun the closing. What failed is returned.</summary>
    internal static Exception? Pop(Scope scope, ReadOnlySpan<NativeResource> reachable)
    {
        if (reachable.IsEmpty || !scope.IsKnown)
        {
            return Close(scope);
        }
        ulong mask = 0;
        foreach (NativeResource resource in reachable)
        {
            mask |= LocksOf(resource);
        }
        Take(mask);
        try
        {
            return PopLocked(scope, reachable);
        }
        finally
        {
            Give(mask);
        }
    }

    private static Exception? PopLocked(Scope scope, ReadOnlySpan<NativeResource> reachable)
    {
        int room = reachable.Length, count = 0;
        Span<ulong> keep = room <= 16 ? stackalloc ulong[16] : new ulong[room];
        Span<int> kept = room <= 16 ? stackalloc int[16] : new int[room];
        for (int i = 0; i < reachable.Length; i++)
        {
            if (reachable[i].IsWithin(scope))
            {
                kept[count] = i;
                keep[count++] = reachable[i].Known();
            }
        }
        Scope? parent = scope.OwnerScope;
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
                    Set(reachable[i], Place(parent, reachable[i]));
                }
                GC.KeepAlive(parent);
                return null;
            }
            Exception error = Errors.From(status);
            int left = 0;
            for (int i = 0; i < count; i++)
            {
                if (!reachable[kept[i]].IsClosed)
                {
                    kept[left] = kept[i];
                    keep[left++] = keep[i];
                }
            }
            if (left == count)
            {
                // No member is to blame, so nothing can escape.
                return Close(scope) ?? (error is ClosedException ? null : error);
            }
            // Some were closed, in the body or by another thread: the others still escape.
            count = left;
        }
        return Close(scope);
    }

    /// <summary>Closes without exceptions. Closed already, with its parent, is closed.</summary>
    private static Exception? Close(Scope scope)
    {
        int status = scope.IsKnown ? Native.tenure_scope_close(scope.Handle) : 0;
        return status is 0 or (int)Status.InvalidHandle ? null : Errors.From(status);
    }

    /// <summary>What the holder of <paramref name="resource"/> will be when <paramref name="scope"/> owns it.</summary>
    private static object? Place(Scope? scope, NativeResource resource) =>
        scope is null ? resource.NewBackstop() : scope.PlaceFor(resource);

    /// <summary>After the core, the wrapper; refused, nothing has changed.</summary>
    private static void Finish(NativeResource resource, object? place, int status)
    {
        if (status != 0)
        {
            Exception error = Errors.From(status);
            Backstop.DisarmAll(place);
            throw error;
        }
        Set(resource, place);
        GC.KeepAlive(resource);
    }

    private static void Set(NativeResource resource, object? place)
    {
        object? old = resource.Holder;
        resource.Holder = place;
        (resource as Scope)?.Moved(old as Scope, place as Scope);
        if (old is not Scope)
        {
            Backstop.DisarmAll(old);
        }
    }

    private static ulong LocksOf(NativeResource resource) => resource is Scope ? All : 1UL << (int)(resource.Handle & 63);

    private static ulong Take(NativeResource resource)
    {
        ulong mask = LocksOf(resource);
        Take(mask);
        return mask;
    }

    /// <summary>Lowest first, so that two who need several cannot wait for each other.</summary>
    private static void Take(ulong mask)
    {
        for (ulong left = mask; left != 0; left &= left - 1)
        {
            ref int held = ref Held[BitOperations.TrailingZeroCount(left) * Line];
            if (Interlocked.CompareExchange(ref held, 1, 0) != 0)
            {
                Wait(ref held);
            }
        }
    }

    private static void Give(ulong mask)
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
