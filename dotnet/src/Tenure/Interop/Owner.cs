// Who owns a resource: the core's answer, as a wrapper.
// Invariant: the number is the core's. If no hint has its wrapper, another thread has moved the resource and is about to
// publish that: this waits for it, but not for ever.

namespace Tenure.Interop;

internal static unsafe class Owner
{
    // Turns of a millisecond: the thread that is to publish a hint may have lost its processor. A pause of the whole process is
    // one turn.
    private const int Patience = 2000;

    // Scopes without another wrapper here, by number, so that each has one.
    private static readonly Dictionary<ulong, WeakReference<Scope>> Strangers = [];

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
        var wait = new SpinWait();
        while (TryNumber(resource, out ulong number))
        {
            object? hint = Volatile.Read(ref resource.Holder);
            if (number == 0)
            {
                return Places.Only(hint) is { IsClosed: true } closing ? closing : null;
            }
            if (Places.Find(number, hint) is { } owner)
            {
                return owner;
            }
            if (!MayCome(ref wait))
            {
                return Stranger(number);
            }
        }
        return null;
    }

    /// <summary>The wrapper of a scope that no hint names: the same for as long as a program has it.</summary>
    internal static Scope Stranger(ulong number)
    {
        lock (Strangers)
        {
            if (Strangers.TryGetValue(number, out WeakReference<Scope>? known) && known.TryGetTarget(out Scope? scope))
            {
                return scope;
            }
            foreach (ulong gone in Strangers.Where(one => !one.Value.TryGetTarget(out _)).Select(one => one.Key).ToArray())
            {
                Strangers.Remove(gone);
            }
            scope = new Scope(number, null);
            Strangers[number] = new WeakReference<Scope>(scope);
            return scope;
        }
    }

    /// <summary>Waits for another thread to publish a hint. False when that has taken too long.</summary>
    internal static bool MayCome(ref SpinWait wait)
    {
        wait.SpinOnce();
        return wait.Count < Patience;
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
