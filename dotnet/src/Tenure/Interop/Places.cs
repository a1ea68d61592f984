// What the Holder of a resource is once it has been moved: the scopes of which one owns it now, and others may own it again when a
// loan ends, or have just got it on another thread.
//
// The Holder of a resource is a hint: Places; or a scope or a backstop, as it was made; or null. It keeps the wrapper of the
// scope that owns the resource reachable. It is never an answer: the core has the owner's number, and ScopeTable its wrapper.
// Invariant: immutable. Each scope is in it once, and the backstop, if there is one, is its end.

namespace Tenure.Interop;

/// <summary>One scope of a hint, and its rest.</summary>
/// <param name="scope">The scope; null where there is none at all: nobody owns the resource.</param>
/// <param name="next">Further places, a scope, a backstop, or null.</param>
internal sealed class Places(Scope? scope, object? next)
{
    internal readonly Scope? Scope = scope;
    internal readonly object? Next = next;

    /// <summary>These scopes as a hint, in the order given. An object that was never published.</summary>
    internal static Places Of(IEnumerable<Scope> scopes, Backstop? backstop)
    {
        object? hint = backstop;
        foreach (Scope scope in scopes.Distinct().Reverse())
        {
            hint = new Places(scope, hint);
        }
        return hint as Places ?? new Places(null, backstop);
    }

    /// <summary>The hint of what <paramref name="borrower"/> has now and goes back to one of <paramref name="hint"/>. An object that
    /// was never published.</summary>
    internal static Places Lent(Scope borrower, object? hint)
    {
        if (hint is not Places places)
        {
            return new Places(borrower, hint == borrower ? null : hint);
        }
        // What is lent a thousand times has not a thousand origins: closed scopes go, and the borrower needs one place.
        if (places.Next is not Places)
        {
            object? next = places.Next == borrower ? null : places.Next;
            bool goes = places.Scope is null || places.Scope == borrower || places.Scope.HasClosed;
            return new Places(borrower, goes ? next : new Places(places.Scope, next));
        }
        IEnumerable<Scope> left = Scopes(hint).Where(scope => scope != borrower && !scope.HasClosed);
        return Of(left.Prepend(borrower), BackstopOf(hint));
    }

    /// <summary>The scope of a hint that has one and nothing else; null for any other.</summary>
    internal static Scope? Only(object? hint) =>
        hint is Places places ? (places.Next is null ? places.Scope : null) : hint as Scope;

    /// <summary>Whether a hint has no scope.</summary>
    internal static bool IsNobodys(object? hint) => hint is null or Backstop or Places { Scope: null };

    /// <summary>The scopes of a hint.</summary>
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

    /// <summary>The backstop of a hint, if it has one.</summary>
    internal static Backstop? BackstopOf(object? hint)
    {
        while (hint is Places place)
        {
            hint = place.Next;
        }
        return hint as Backstop;
    }
}
