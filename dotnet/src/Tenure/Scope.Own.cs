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

    /// <summary>If it has something foreign, its new owners are to know; if they have closed before, that is disposed here.</summary>
    internal override void Settle(object? before)
    {
        if (!Moved(before))
        {
            Throw(CloseLateForeign());
        }
    }

    /// <summary>Notes that this scope has moved from one of <paramref name="before"/>, with whatever foreign it owns. False when it has
    /// closed since, with its new owner.</summary>
    internal bool Moved(object? before)
    {
        if (!HasForeign)
        {
            return true;
        }
        // In this order: whoever moves this at the same time asks later for its owner, or is seen here.
        Forget(before);
        return ExpectAbove() && IsOpen;
    }

    /// <summary>Disposes what other threads gave to this, or to a scope below it, before they saw that it is closed. Returns
    /// <paramref name="errors"/> and what that threw.</summary>
    internal List<Exception>? CloseLateForeign(List<Exception>? errors = null)
    {
        if (HasForeign)
        {
            Rehome([this], ref errors);
        }
        return errors;
    }

    /// <summary>One error comes out as itself, several in one.</summary>
    internal static void Throw(List<Exception>? errors)
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

    private bool Take(object resource)
    {
        Foreign mine = MyForeign();
        if (!IsOpen || !mine.Add(resource))
        {
            return false;
        }
        bool isExpected = ExpectAbove();
        // Closed meanwhile: either that has taken it to dispose it, or nobody will. Whoever closes says so first and then looks
        // here for the last time.
        Interlocked.MemoryBarrier();
        return (isExpected && IsOpen) || !mine.Remove(resource);
    }

    /// <summary>Makes all scopes above expect something foreign in this, the highest first: so where one of them expects a child,
    /// all above expect it, and who is below need not look further. False when one of them has closed.</summary>
    private bool ExpectAbove()
    {
        var path = new Stack<(Foreign Owners, Scope Child)>();
        Scope child = this;
        // Each has its list before it is asked where it lies: whoever moves it then sees that, and comes here.
        while (Owner.Of(child) is { } owner && owner.MyForeign() is var owners && !owners.Has(child))
        {
            path.Push((owners, child));
            child = owner;
        }
        // What a closing scope owns seems to be unowned: whoever closes that is still to look at its list, or is done, and what
        // has become of the child is known.
        foreach (Scope closing in Places.Scopes(child.Holder).Where(scope => scope.IsClosed))
        {
            closing.MyForeign().Add(child);
        }
        bool isClosed = child.IsClosed;
        while (path.TryPop(out var expected))
        {
            expected.Owners.Add(expected.Child);
        }
        return !isClosed;
    }

    /// <summary>Takes this from the lists of the scopes of a hint.</summary>
    private void Forget(object? hint)
    {
        foreach (Scope scope in Places.Scopes(hint))
        {
            scope._extras?.Foreign?.Remove(this);
        }
    }

    private Foreign MyForeign()
    {
        Extras extras = MyExtras();
        return extras.Foreign ?? Interlocked.CompareExchange(ref extras.Foreign, new Foreign(), null) ?? extras.Foreign;
    }

    /// <summary>Whether there is anything foreign below this scope.</summary>
    private protected bool HasForeign => _extras?.Foreign is not null;

    /// <summary>Disposes what other threads gave to scopes below this before they saw that those have closed; this goes on.</summary>
    private protected void EmptyLateForeign(ref List<Exception>? errors)
    {
        if (_extras?.Foreign is { } foreign)
        {
            Rehome(Gone(foreign), ref errors);
        }
    }

    /// <summary>Those that do not lie here any more, which this forgets.</summary>
    private IEnumerable<Scope> Gone(Foreign foreign) =>
        foreign.Scopes().Where(child => (!child.IsOpen || Owner.Of(child) != this) && foreign.Remove(child));

    /// <summary>Of scopes that had something foreign, oldest first: what is open goes with the scope where it lies now; of what has
    /// closed all is disposed.</summary>
    private static void Rehome(IEnumerable<object> left, ref List<Exception>? errors)
    {
        var scopes = new Stack<object>(left);
        while (scopes.TryPop(out object? item))
        {
            var scope = (Scope)item;
            if (scope.IsOpen && scope.ExpectAbove())
            {
                continue;
            }
            scope.Forget(scope.Holder);
            object[] late = scope._extras!.Foreign!.TakeAll(closing: scope is not Part);
            foreach (object below in scope.DisposeAll(late, spared: null, closing: true, ref errors))
            {
                scopes.Push(below);
            }
        }
    }

    /// <summary>Disposes everything foreign below this scope, which goes on, but what is <paramref name="spared"/>: that it owns itself
    /// then.</summary>
    private protected List<Exception>? EmptyForeign(IEnumerable<object>? spared = null)
    {
        List<Exception>? errors = null;
        foreach (object left in TakeForeign(spared, closing: true, ref errors))
        {
            if (!MyForeign().Add(left) && left is IDisposable resource and not Tenure.Scope)
            {
                // Closed meanwhile.
                resource.Dispose();
            }
        }
        return errors;
    }

    /// <summary>Disposes everything foreign below this scope, newest first, but what is <paramref name="spared"/> or may outlive this: that
    /// is returned. What another thread gives to this from here on is left for later.</summary>
    private List<object> TakeForeign(IEnumerable<object>? spared, bool closing, ref List<Exception>? errors)
    {
        object[] mine = _extras?.Foreign?.TakeAll(closing: false) ?? [];
        return DisposeAll(mine, spared?.ToHashSet(ReferenceEqualityComparer.Instance), closing, ref errors);
    }

    /// <summary>Disposes all of <paramref name="items"/>, of this scope, but what is <paramref name="spared"/>, and scopes that do not go
    /// with it, or not for sure: those are returned, oldest first. When <paramref name="closing"/> the scopes that go take nothing any
    /// more.</summary>
    private List<object> DisposeAll(object[] items, HashSet<object>? spared, bool closing, ref List<Exception>? errors)
    {
        var left = new List<object>();
        var stack = new Stack<(object Item, Scope From)>(items.Select(item => (item, this)));
        while (stack.TryPop(out var next))
        {
            if (spared?.Contains(next.Item) == true || (next.Item is Scope { IsOpen: true } open && !open.GoesWith(next.From)))
            {
                left.Add(next.Item);
            }
            else if (next.Item is Scope child)
            {
                // The part of a ring goes on with another cycle.
                foreach (object below in child._extras!.Foreign!.TakeAll(closing && child is not Part))
                {
                    stack.Push((below, child));
                }
            }
            else
            {
                try
                {
                    ((IDisposable)next.Item).Dispose();
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

    /// <summary>Whether this closes with <paramref name="scope"/>. What may be lent to it goes back, perhaps, so that is seen when it
    /// has closed; and what is still in its list may have moved.</summary>
    private bool GoesWith(Scope scope) => Places.Only(Holder) == scope && Owner.Of(this) == scope;

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
