// Who owns a resource: the core's answer, as a wrapper.
// Invariant: the number is the core's, and its wrapper is that of ScopeTable, whatever a hint says.

namespace Tenure.Interop;

internal static unsafe class Owner
{
    /// <summary>The number of the scope that owns it; 0 when it is unowned, or that is closing. False when it is closed.</summary>
    internal static bool TryNumber(NativeResource resource, out ulong number)
    {
        ulong owner = 0;
        int status = Native.tenure_scope_owner(resource.Handle, &owner);
        GC.KeepAlive(resource);
        number = owner;
        return status == 0;
    }

    /// <summary>Whether the scope of this number, nobody for 0, owns it, and not on loan. False when it is closed.</summary>
    internal static bool IsForGood(NativeResource resource, ulong scope)
    {
        byte isThere = 0;
        int status = Native.tenure_scope_owns_for_good(scope, resource.Handle, &isThere);
        GC.KeepAlive(resource);
        return status == 0 && isThere != 0;
    }

    /// <summary>The scope that owns it; null when it is unowned or closed. What a closing scope owns is still there.</summary>
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

    /// <summary>Whether <paramref name="scope"/> owns it, itself or through scopes below it.</summary>
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
