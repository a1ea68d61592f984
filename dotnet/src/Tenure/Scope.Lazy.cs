// How a scope comes into native memory: when somebody needs its number, and not before. Most scopes of a deep program own
// nothing of their own, and a crossing and a backstop cost more than all else a scope does.
//
// Invariant: Handle goes from 0 to one number, once, and until then the hint is the scope that this was opened below. Whoever
// closes takes the wrapper's flag first and then looks at Handle; whoever makes the number publishes it first and then
// looks at the flag: so at least one of them sees the other, and no native scope stays open behind a closed wrapper. A
// scope that was closed without a number, or whose parent was emptied since, is given one that is closed when somebody
// asks, so that the refusal is the core's, with its words.

using Tenure.Interop;

namespace Tenure;

public partial class Scope
{
    private readonly bool _numbered;
    // The number is somebody else's: it may be none, and nobody tells this when it goes.
    private readonly bool _isStrange;
    private readonly bool _isOutside;
    private Backstop? _backstop;

    /// <summary>A wrapper around a number. A <paramref name="isStrange">strange</paramref> one need not be valid.</summary>
    internal Scope(ulong handle, Scope? parent, bool isStrange = true) : base(handle, parent)
    {
        _numbered = true;
        _isStrange = isStrange;
    }

    /// <summary>Whether there is anything native yet.</summary>
    internal bool IsKnown => Volatile.Read(ref Handle) != 0 || _numbered;

    private protected override ulong Number()
    {
        if (_numbered)
        {
            return Handle;
        }
        // Parents first, and without recursion: scopes may be nested deeper than a stack is.
        Stack<Scope>? parents = null;
        for (Scope? parent = OpenedBelow(); parent is { IsKnown: false }; parent = parent.OpenedBelow())
        {
            (parents ??= new Stack<Scope>()).Push(parent);
        }
        while (parents is not null && parents.TryPop(out Scope? parent))
        {
            parent.Push(orClosed: true);
        }
        Push(orClosed: true);
        return Handle;
    }

    /// <summary>Makes the native scope. Without a parent that takes it: fails, or takes the number of a closed one.</summary>
    private unsafe void Push(bool orClosed)
    {
        Backstop backstop = Backstop.For(0);
        ulong made = 0;
        bool open = !orClosed || !HasClosed;
        if (open)
        {
            var parent = Holder as Scope;
            ulong openAt = Volatile.Read(ref _openAt);
            int status = Native.tenure_scope_push_since(Call.Number(parent), openAt, _isOutside ? (byte)1 : (byte)0, &made);
            GC.KeepAlive(parent);
            open = !orClosed || status is not ((int)Status.ScopeClosed or (int)Status.InvalidHandle);
            Errors.Check(open ? status : 0);
        }
        if (open)
        {
            backstop.Arm(made);
            try
            {
                Equip(made);
            }
            catch
            {
                Drop(made, backstop);
                throw;
            }
        }
        else
        {
            made = ClosedNumber();
        }
        ScopeTable.Add(made, this);
        if (Interlocked.CompareExchange(ref Handle, made, 0) != 0)
        {
            // Another thread was faster.
            Drop(made, backstop);
            return;
        }
        _backstop = backstop;
        if (!open)
        {
            backstop.Disarm(made);
        }
        else if (HasClosed)
        {
            // Whoever closed it meanwhile may have seen no number.
            Drop(made, backstop);
        }
        else if (_extras is not null)
        {
            // Nor may whoever named it meanwhile.
            SetName(made);
        }
        GC.KeepAlive(this);
    }

    /// <summary>From here on the collector frees it when it is forgotten.</summary>
    private protected void Guard() => _backstop = Backstop.For(Handle);

    private static void Drop(ulong made, Backstop backstop)
    {
        Native.tenure_scope_close(made);
        backstop.Disarm(made);
    }

    private unsafe ulong ClosedNumber()
    {
        ulong made;
        Errors.Check(Native.tenure_scope_push(0, &made));
        SetName(made);
        Native.tenure_scope_close(made);
        return made;
    }
}
