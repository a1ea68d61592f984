// What a Holder says when "that scope" is not all there is to say.
// Invariant: immutable, so that whoever reads a Holder sees one owner and never half of two.

namespace Tenure.Interop;

/// <summary>The place of one resource in one scope: since when, with which backstop, and where it goes back to.</summary>
/// <param name="owner">The scope.</param>
/// <param name="backstop">Frees the resource when it is forgotten while the scope goes on; null where the scope waits.</param>
internal sealed class Membership(Scope owner, Backstop? backstop)
{
    internal readonly Scope Owner = owner;
    internal readonly Backstop? Backstop = backstop;

    /// <summary>How often the scope had been emptied when this began; emptied again, the member is gone or has gone back.</summary>
    internal readonly int Since = owner.Emptied;

    /// <summary>Whether the resource is lent, and <see cref="Origin"/> what its holder was before.</summary>
    internal bool IsLoan { get; private init; }

    internal object? Origin { get; private init; }

    /// <summary>A loan to <paramref name="borrower"/>. It keeps the origin reachable: a lent tensor that is in use
    /// comes home to a scope that is still there.</summary>
    internal static Membership Loan(Scope borrower, object? origin) => new(borrower, null) { IsLoan = true, Origin = origin };

    /// <summary>Who owns the resource at this moment: the origin of a loan whose borrower has closed.</summary>
    internal Scope? OwnerNow
    {
        get
        {
            Membership place = this;
            while (place.IsLoan && !place.Holds)
            {
                if (place.Origin is not Membership before)
                {
                    return place.Origin as Scope;
                }
                place = before;
            }
            return place.Owner;
        }
    }

    /// <summary>Whether a child scope in this place is open, as far as its owners go.</summary>
    internal bool IsOpen
    {
        get
        {
            Membership place = this;
            while (!place.Holds)
            {
                if (!place.IsLoan)
                {
                    return false;
                }
                if (place.Origin is not Membership before)
                {
                    return place.Origin is not Scope scope || (scope.Emptied == 0 && scope.IsOpen);
                }
                place = before;
            }
            return true;
        }
    }

    private bool Holds => Since == Owner.Emptied && Owner.IsOpen;
}
