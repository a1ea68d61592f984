// The Holder of a resource that has been moved: a list of scopes. One of them owns the resource
// now; others may own it again when a loan ends, or may have just received it on another thread.
// The Holder of a resource is a hint: Places; or, since its creation, a scope or a backstop; or the
// resource that it is a part of (see PartOf.cs); or null. It keeps the wrapper of the owning scope
// reachable. It never decides which scope owns the resource: the core has the owner's number, and
// ScopeTable its wrapper.
// Invariant: immutable. Each scope occurs once, and a backstop, if there is one, is at the end.

namespace Tenure.Interop;

/// <summary>A node of the list: one scope of a hint, and the rest.</summary>
/// <param name="scope">The scope; null if the list has no scope, because the resource is
/// unowned.</param>
/// <param name="next">The rest: another node, a scope, a backstop, or null.</param>
internal sealed class Places(Scope? scope, object? next)
{
    internal readonly Scope? Scope = scope;
    internal readonly object? Next = next;

    /// <summary>Returns a new, unpublished hint with these scopes, in the given order.</summary>
    internal static Places Of(IEnumerable<Scope> scopes, Backstop? backstop)
    {
        object? hint = backstop;
        foreach (Scope scope in scopes.Distinct().Reverse())
        {
            hint = new Places(scope, hint);
        }
        return hint as Places ?? new Places(null, backstop);
    }

    /// <summary>Returns a new, unpublished hint for a resource that is on loan to
    /// <paramref name="borrower"/> and returns to one of the scopes of
    /// <paramref name="hint"/>.</summary>
    internal static Places Lent(Scope borrower, object? hint)
    {
        if (hint is not Places places)
        {
            return new Places(borrower, hint == borrower ? null : hint);
        }
        // Keeps the list short when a resource is lent often: removes closed scopes, and lists the
        // borrower once.
        if (places.Next is not Places)
        {
            object? next = places.Next == borrower ? null : places.Next;
            bool goes = places.Scope is null || places.Scope == borrower || places.Scope.HasClosed;
            return new Places(borrower, goes ? next : new Places(places.Scope, next));
        }
        IEnumerable<Scope> left = Scopes(hint).Where(scope => scope != borrower && !scope.HasClosed);
        return Of(left.Prepend(borrower), BackstopOf(hint));
    }

    /// <summary>Returns the scope of a hint that consists of one scope; null for any other
    /// hint.</summary>
    internal static Scope? Only(object? hint) =>
        hint is Places places ? (places.Next is null ? places.Scope : null)
            : hint is PartOf part ? part.Whole.OwnerScope : hint as Scope;

    /// <summary>Whether a hint has no scope, because the resource is unowned.</summary>
    internal static bool IsUnowned(object? hint) => hint is null or Backstop or Places { Scope: null };

    /// <summary>Returns the scopes of a hint.</summary>
    internal static IEnumerable<Scope> Scopes(object? hint)
    {
        for (; hint is Places place; hint = place.Next)
        {
            if (place.Scope is { } one)
            {
                yield return one;
            }
        }
        if (hint is Scope scope)
        {
            yield return scope;
        }
    }

    /// <summary>Returns the backstop of a hint; null if it has none.</summary>
    internal static Backstop? BackstopOf(object? hint)
    {
        while (hint is Places place)
        {
            hint = place.Next;
        }
        return hint as Backstop;
    }
}
