// What a Holder says when "that scope" is not all there is to say.
// Invariant: immutable, so that whoever reads a Holder sees one owner and never half of two.

namespace Tenure.Interop;

/// <summary>The place of one resource in one scope: since when, with which backstop, and where it goes back to.</summary>
/// <param name="owner">The scope.</param>
/// <param name="backstop">Frees the resource when it is forgotten while the scope goes on; null where the scope waits.</param>
/// <param name="resource">Whose place it is; null for a new member of a scope without cycles, where nobody asks.</param>
internal sealed class Membership(Scope owner, Backstop? backstop, NativeResource? resource)
{
    private readonly NativeResource? _resource = resource;

    internal readonly Scope Owner = owner;
    internal readonly Backstop? Backstop = backstop;

    /// <summary>How often the scope had been emptied when this began; emptied again, the member is gone or has gone back.</summary>
    internal readonly int Since = owner.Emptied;

    /// <summary>Whether the resource is lent, and <see cref="Origin"/> what its holder was before.</summary>
    internal bool IsLoan { get; private init; }

    internal object? Origin { get; private init; }

    /// <summary>A loan to <paramref name="borrower"/>. It keeps the origin reachable: a lent tensor that is in use
    /// comes home to a scope that is still there.</summary>
    internal static Membership Loan(Scope borrower, NativeResource resource) =>
        new(borrower, null, resource) { IsLoan = true, Origin = Settled(resource.Holder) };

    /// <summary>The same holder without loans that have ended: who is lent a thousand times has not a thousand origins.</summary>
    private static object? Settled(object? holder)
    {
        while (holder is Membership { IsLoan: true, Holds: false } last)
        {
            holder = last.Origin;
        }
        if (holder is not Membership { IsLoan: true })
        {
            return holder;
        }
        var loans = new Stack<Membership>();
        bool ended = false;
        while (holder is Membership { IsLoan: true } loan)
        {
            // Of one on the way to the owner that has cycles the core does not say whether it holds: it is asked when that matters.
            bool holds = loan.Owner.HasCycles || loan.Holds;
            if (holds)
            {
                loans.Push(loan);
            }
            ended |= !holds;
            holder = loan.Origin;
        }
        while (loans.TryPop(out Membership? loan))
        {
            holder = ended ? new Membership(loan.Owner, null, loan._resource) { IsLoan = true, Origin = holder } : loan;
        }
        return holder;
    }

    /// <summary>Who owns the resource at this moment: the origin of a loan whose borrower has closed.</summary>
    internal Scope? OwnerNow
    {
        get
        {
            Find(0, out Scope? owner);
            return owner;
        }
    }

    /// <summary>Whether a child scope in this place is open, as far as its owners go.</summary>
    internal bool IsOpen => Find(0, out Scope? owner) && (owner is null || owner.IsOpen);

    private bool Holds => Since == Owner.Emptied && Owner.IsOpen && (!Owner.HasCycles || IsOwnersStill);

    /// <summary>Whether the core says so. What is not in native memory yet has not ended with a cycle.</summary>
    private unsafe bool IsOwnersStill
    {
        get
        {
            ulong owner;
            return _resource is null or { Handle: 0 }
                || (Native.tenure_scope_owner(_resource.Handle, &owner) == 0 && owner == Owner.Handle);
        }
    }

    /// <summary>Finds the owner, null for nobody. False when that has closed, or there is no way home.</summary>
    private bool Find(int depth, out Scope? owner)
    {
        Membership place = this;
        while (place.IsLoan && !place.Holds)
        {
            if (place.Origin is not Membership before)
            {
                owner = place.Origin as Scope;
                if (owner is null || (owner.Emptied == 0 && !IsAbove(owner, depth)))
                {
                    return true;
                }
                owner = null;
                return false;
            }
            place = before;
        }
        owner = place.Owner;
        return place.Holds;
    }

    /// <summary>Whether the scope in this place owns <paramref name="scope"/>: it may have been moved below while this was
    /// lent, and is no home then.</summary>
    private bool IsAbove(Scope? scope, int depth)
    {
        const int TooDeep = 8; // loans of loans, each of which has ended and lies below the one before
        for (; scope is not null; scope = scope.Holder as Scope)
        {
            if (scope.Holder == this)
            {
                return true;
            }
            if (scope.Holder is Membership place)
            {
                return depth == TooDeep || (place.Find(depth + 1, out Scope? owner) && IsAbove(owner, depth + 1));
            }
        }
        return false;
    }
}
