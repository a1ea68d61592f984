// Asks the core which scope owns a resource, and finds the wrapper of that scope.
// Invariant: the number comes from the core and the wrapper from ScopeTable, regardless of hints.

namespace Tenure.Interop;

internal static unsafe class Owner
{
    /// <summary>Gets the number of the scope that owns the resource; 0 if it is unowned or its
    /// scope is closing. Returns false if the resource is closed.</summary>
    internal static bool TryNumber(NativeResource resource, out ulong number)
    {
        ulong owner = 0;
        int status = Native.tenure_scope_owner(resource.Handle, &owner);
        GC.KeepAlive(resource);
        number = owner;
        return status == 0;
    }

    /// <summary>Whether the scope of this number owns the resource and has not borrowed it; for 0,
    /// whether it is unowned. False if it is closed.</summary>
    internal static bool IsForGood(NativeResource resource, ulong scope)
    {
        byte isThere = 0;
        int status = Native.tenure_scope_owns_for_good(scope, resource.Handle, &isThere);
        GC.KeepAlive(resource);
        return status == 0 && isThere != 0;
    }

    /// <summary>Returns the scope that owns the resource, even if that scope is closing; null if
    /// the resource is unowned or closed.</summary>
    internal static Scope? Of(NativeResource resource)
    {
        if ((resource as Scope)?.OpenedBelow() is { } parent)
        {
            return parent;
        }
        if (!TryNumber(resource, out ulong number))
        {
            return null;
        }
        Scope? hint = Places.Only(Volatile.Read(ref resource.Holder));
        return number == 0 ? (hint is { IsClosed: true } ? hint : null)
            : hint?.Handle == number ? hint : ScopeTable.Of(number);
    }

    /// <summary>Whether <paramref name="scope"/> owns the resource, directly or through scopes
    /// below it.</summary>
    internal static bool IsBelow(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known();
        bool isOwned = TryNumber(resource, out ulong owner) && owner != 0;
        bool isBelow = isOwned && Native.tenure_scope_check_owns(scope.Known(), handle) == 0;
        GC.KeepAlive(resource);
        GC.KeepAlive(scope);
        return isBelow;
    }
}
