// What a scope owns besides native resources, and the errors of closing it.
// Invariant: on closing, everything foreign below is disposed, newest first, whatever throws; then come the native members.
// The backstop runs nothing of this: it frees native memory, and objects of the user's have finalizers of their own.

using System.Collections;
using Tenure.Interop;

namespace Tenure;

public partial class Scope
{
    /// <summary>The key of <see cref="Exception.Data"/> under which the exception of a body holds what closing its scope threw
    /// besides, as an array of exceptions.</summary>
    public const string SuppressedErrors = "Tenure.SuppressedErrors";

    /// <summary>Disposes <paramref name="resource"/> when this scope closes, before its native members, newest first.</summary>
    /// <remarks>A native resource is moved here. What is foreign is not disposed when the collector finds the
    /// scope forgotten, and cannot be moved; exceptions it throws come out of <see cref="Dispose"/>, after everything
    /// else has been closed.</remarks>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ScopeException">This scope is closed or capped; the resource is still the caller's.</exception>
    public T Own<T>(T resource) where T : IDisposable
    {
        ArgumentNullException.ThrowIfNull(resource);
        if (resource is NativeResource native)
        {
            Moves.To(native, this);
        }
        else if (IsKnown && IsOpen && IsCapped)
        {
            throw new ScopeException($"{this} is capped and takes no further members", Status.ScopeCapped);
        }
        else if (!((this as Part)?.Of ?? this).Take(resource))
        {
            throw new ScopeException($"{this} owns nothing any more", Status.ScopeClosed);
        }
        return resource;
    }

    /// <summary>Notes that this scope has moved, with whatever foreign it owns.</summary>
    internal void Moved(Scope? from, Scope? to)
    {
        TreeChanged();
        if (_extras?.Foreign is not null)
        {
            from?._extras?.Foreign?.Remove(this);
            to?.Expect(this);
        }
    }

    private bool Take(object resource)
    {
        Foreign mine = MyForeign();
        if (!IsOpen || !mine.Add(resource))
        {
            return false;
        }
        Moves.WhileNothingMoves(this, static scope => scope.OwnerScope?.Expect(scope));
        // Closed meanwhile: either that has taken it to dispose it, or nobody will. Whoever closes says so first and then looks
        // here for the last time.
        Interlocked.MemoryBarrier();
        return IsOpen || !mine.Remove(resource);
    }

    /// <summary>Notes, here and in all scopes above, that there is something foreign in <paramref name="child"/>. Where one knows of
    /// it already, so do all above. The caller holds the locks of all moves.</summary>
    private void Expect(Scope child)
    {
        for (Scope? scope = this; scope is not null && scope.MyForeign().Expect(child); child = scope, scope = scope.OwnerScope)
        {
        }
    }

    private Foreign MyForeign()
    {
        Extras extras = MyExtras();
        return extras.Foreign ?? Interlocked.CompareExchange(ref extras.Foreign, new Foreign(), null) ?? extras.Foreign;
    }

    /// <summary>Disposes everything foreign below this scope, newest first, but not that of scopes which escape: those
    /// are returned, null for none. What was thrown is added to <paramref name="errors"/>. What another thread gives to this
    /// from here on is left to <see cref="CloseLateForeign()"/>.</summary>
    private List<object>? CloseForeign(ReadOnlySpan<NativeResource> escaping, ref List<Exception>? errors)
    {
        if (_extras?.Foreign is not { } foreign)
        {
            return null;
        }
        OwnerScope?._extras?.Foreign?.Remove(this);
        HashSet<object>? spared = null;
        foreach (NativeResource resource in escaping)
        {
            if (resource is Scope child)
            {
                (spared ??= new HashSet<object>(ReferenceEqualityComparer.Instance)).Add(child);
            }
        }
        return DisposeAll(foreign.TakeAll(closing: false), spared, closing: false, ref errors);
    }

    /// <summary>Disposes what was given to this too late for whoever closed it, and throws what that threw.</summary>
    internal void CloseLateForeign()
    {
        List<Exception>? errors = null;
        CloseLateForeign(ref errors);
        Throw(errors);
    }

    /// <summary>Disposes what other threads gave to this, or to a scope below it, before they saw that it is closed.</summary>
    private void CloseLateForeign(ref List<Exception>? errors)
    {
        if (_extras?.Foreign is { } foreign)
        {
            OwnerScope?._extras?.Foreign?.Remove(this);
            Rehome(DisposeAll(foreign.TakeAll(closing: true), spared: null, closing: true, ref errors));
        }
    }

    /// <summary>Whether there is anything foreign below this scope.</summary>
    private protected bool HasForeign => _extras?.Foreign is not null;

    /// <summary>Disposes everything foreign below this scope, which goes on.</summary>
    private protected List<Exception>? EmptyForeign() => EmptyForeign(new HashSet<object>(ReferenceEqualityComparer.Instance));

    /// <summary>Disposes what other threads gave to scopes below this before they saw that those have closed; this goes on.</summary>
    private protected void EmptyLateForeign(ref List<Exception>? errors)
    {
        if (_extras?.Foreign is { } foreign)
        {
            Rehome(DisposeAll(foreign.TakeGone(this), spared: null, closing: true, ref errors));
        }
    }

    /// <summary>What was lent and is open goes with the scope that it came back to.</summary>
    private static void Rehome(List<object> left)
    {
        foreach (object item in left)
        {
            if (item is Scope { IsOpen: true } scope)
            {
                Moves.WhileNothingMoves(scope, static scope => scope.OwnerScope?.Expect(scope));
            }
        }
    }

    /// <summary>Disposes everything foreign below this scope but what is <paramref name="spared"/>, which it owns itself then.</summary>
    private List<Exception>? EmptyForeign(HashSet<object> spared)
    {
        List<Exception>? errors = null;
        if (_extras?.Foreign is { } foreign)
        {
            foreach (object left in DisposeAll(foreign.TakeAll(closing: false), spared, closing: true, ref errors))
            {
                if (!foreign.Add(left) && left is IDisposable resource and not Tenure.Scope)
                {
                    // Closed meanwhile.
                    resource.Dispose();
                }
            }
        }
        return errors;
    }

    /// <summary>Disposes all but what is <paramref name="spared"/> or lent, and so comes back: that is returned, oldest first. When
    /// <paramref name="closing"/> the scopes among them take nothing any more.</summary>
    private static List<object> DisposeAll(object[] items, HashSet<object>? spared, bool closing, ref List<Exception>? errors)
    {
        var left = new List<object>();
        var stack = new Stack<object>(items);
        while (stack.TryPop(out object? item))
        {
            if (spared?.Contains(item) == true || item is Scope { Holder: Membership { IsLoan: true }, IsOpen: true })
            {
                left.Add(item);
            }
            else if (item is Scope child)
            {
                // The part of a ring goes on with another cycle.
                foreach (object below in child._extras!.Foreign!.TakeAll(closing && child is not Part))
                {
                    stack.Push(below);
                }
            }
            else
            {
                try
                {
                    ((IDisposable)item).Dispose();
                }
                catch (Exception error)
                {
                    (errors ??= []).Add(error);
                }
            }
        }
        left.Reverse();
        return left;
    }

    /// <summary>One error comes out as itself, several in one.</summary>
    private protected static void Throw(List<Exception>? errors)
    {
        if (errors is [var only])
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(only);
        }
        if (errors is not null)
        {
            throw new AggregateException("several resources could not be closed; the scope is", errors);
        }
    }

    /// <summary>Closes after <paramref name="error"/>, which stays the one that is thrown and holds what closing threw.</summary>
    private void CloseAfter(Exception? error)
    {
        if (Begin(Closing) && CloseBegun([]) is { } errors)
        {
            // An exception class may have its own ideas of Data.
            if (error?.Data is IDictionary { IsReadOnly: false } data)
            {
                data[SuppressedErrors] = errors.ToArray();
            }
        }
    }
}
