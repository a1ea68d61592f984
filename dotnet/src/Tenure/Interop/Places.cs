// The hint of a resource that one scope does not describe: several scopes, of which one owns it now, and others may own it
// again when a loan ends, or have just got it on another thread.
//
// The Holder of a resource is a hint: a scope, a backstop, Places, or null. It keeps the wrapper of the scope that owns the
// resource reachable, and finds it by its number. It is never an answer: who owns a resource is asked of the core.
// Invariant: immutable. Each scope is in it once, and the backstop, if there is one, is its end.

namespace Tenure.Interop;

/// <summary>One scope of a hint, and its rest.</summary>
/// <param name="scope">The scope.</param>
/// <param name="next">Further places, a scope, a backstop, or null.</param>
internal sealed class Places(Scope scope, object? next)
{
    internal readonly Scope Scope = scope;
    internal readonly object? Next = next;

    /// <summary>These scopes as a hint, in the order given.</summary>
    internal static object? Of(IEnumerable<Scope> scopes, Backstop? backstop)
    {
        object? hint = backstop;
        foreach (Scope scope in scopes.Distinct().Reverse())
        {
            hint = new Places(scope, hint);
        }
        return hint;
    }

    /// <summary>The hint of what <paramref name="borrower"/> has now and goes back to one of <paramref name="hint"/>.</summary>
    internal static object Lent(Scope borrower, object? hint)
    {
        if (hint is not null && (hint == borrower || (hint as Places)?.Scope == borrower))
        {
            return hint;
        }
        if (hint is not Places places)
        {
            return new Places(borrower, hint);
        }
        // What is lent a thousand times has not a thousand origins: closed scopes go, and the borrower needs one place.
        if (places.Next is not Places)
        {
            object? next = places.Next == borrower ? null : places.Next;
            return new Places(borrower, places.Scope.HasClosed ? next : new Places(places.Scope, next));
        }
        return new Places(borrower, Of(Scopes(hint).Where(scope => scope != borrower && !scope.HasClosed), BackstopOf(hint)));
    }

    /// <summary>The scopes of a hint.</summary>
    internal static IEnumerable<Scope> Scopes(object? hint)
    {
        for (; hint is Places place; hint = place.Next)
        {
            yield return place.Scope;
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

    /// <summary>The scope of this number among those of these hints, and those that something kept out of one may have gone to; null
    /// when it is none of them.</summary>
    internal static Scope? Find(ulong number, params object?[] hints)
    {
        IEnumerable<Scope> near = hints.SelectMany(Scopes);
        return near.Concat(near.SelectMany(scope => scope.Around)).FirstOrDefault(scope => scope.Handle == number);
    }
}
