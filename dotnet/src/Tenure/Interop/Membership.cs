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

    /// <summary>A loan to <paramref name="borrower"/> from <paramref name="origin"/>, which <see cref="OriginOf"/> said before the core
    /// lent it. It keeps the origin reachable: a lent tensor that is in use comes home to a scope that is still there.</summary>
    internal static Membership Loan(Scope borrower, NativeResource resource, object? origin) =>
        new(borrower, null, resource) { IsLoan = true, Origin = origin };

    /// <summary>Where a loan to <paramref name="borrower"/> that is about to begin goes back to.</summary>
    internal static object? OriginOf(NativeResource resource, Scope borrower) => Dated(Settled(resource.Holder, borrower), resource);

    /// <summary>The same holder, which says since when: an origin that was emptied before is a way home all the same, and one whose
    /// cycle has ended since is none.</summary>
    private static object? Dated(object? holder, NativeResource resource) =>
        holder is Scope scope && (scope.Emptied > 0 || scope.HasCycles) ? new Membership(scope, null, resource) : holder;

    /// <summary>The same holder without loans that have ended, and without one to <paramref name="borrower"/>, which needs no second
    /// place for it, in the core neither: who is lent a thousand times has not a thousand origins.</summary>
    private static object? Settled(object? holder, Scope borrower)
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
            // Of one on the way to the owner the core does not say whether it holds: where only that knows it is asked when it matters.
            bool holds = loan.Owner != borrower && (loan.Owner.HasCycles || loan._resource is Scope || loan.Holds);
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
            Find(out Scope? owner);
            return owner;
        }
    }

    /// <summary>Whether a child scope in this place is open, as far as its owners go.</summary>
    internal bool IsOpen => Find(out Scope? owner) && (owner is null || owner.IsOpen);

    private bool Holds => IsScopesLoan
        ? IsOwnersStill
        : Since == Owner.Emptied && Owner.IsOpen && (!Owner.HasCycles || IsOwnersStill);

    /// <summary>Whether only the core knows: what a scope was lent to may have come to lie below it since it came back, and then to
    /// ask the wrappers on the way up would never end.</summary>
    private bool IsScopesLoan => IsLoan && _resource is Scope;

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
    private bool Find(out Scope? owner)
    {
        if (IsScopesLoan)
        {
            return Ask(out owner);
        }
        Membership place = this;
        while (place.IsLoan && !place.Holds)
        {
            if (place.Origin is not Membership before)
            {
                owner = place.Origin as Scope;
                return owner is null || owner.Emptied == 0;
            }
            place = before;
        }
        owner = place.Owner;
        return place.Holds;
    }

    /// <summary>As <see cref="Find"/> for a scope that is lent, or was.</summary>
    private unsafe bool Ask(out Scope? owner)
    {
        ulong now;
        owner = null;
        if (Native.tenure_scope_owner(_resource!.Handle, &now) != 0)
        {
            return false;
        }
        object? place = this;
        while (now != 0 && owner is null && place is not null)
        {
            Scope? candidate = (place as Membership)?.Owner ?? place as Scope;
            owner = candidate is not null && candidate.Handle == now ? candidate : null;
            place = (place as Membership)?.Origin;
        }
        return true;
    }
}
