// What a scope may own, what is kept count of, what it is called. All of it can be said before the core knows the scope.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Scope
{
    private Extras? _extras;

    /// <inheritdoc/>
    public override string? Name
    {
        get => _extras?.Name;
        set
        {
            NativeText.Check(value ?? "", nameof(value));
            MyExtras().Name = value;
            // Whoever makes the number publishes it first and then looks at the name.
            Interlocked.MemoryBarrier();
            if (IsKnown || !IsOpen)
            {
                base.Name = value;
            }
        }
    }

    /// <summary>The most bytes that this scope and all below it may keep alive, each storage counted once; 0 for no limit.</summary>
    /// <remarks>What exceeds it throws <see cref="NativeMemoryException"/> and changes nothing. With a limit peaks are kept
    /// from then on, as after <see cref="Measure"/>.</remarks>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public long Limit
    {
        get => IsKnown || !IsOpen ? Stats.LimitBytes : 0;
        set
        {
            int status = Native.tenure_scope_set_limit(Known(), unchecked((ulong)value));
            GC.KeepAlive(this);
            Errors.Check(status);
        }
    }

    /// <summary>The line that made this, if the leak level had it recorded.</summary>
    internal string? Site => _extras?.Site;

    /// <summary>Whether forgotten members go before this scope closes.</summary>
    internal bool ReclaimsEarly => _extras is { ReclaimEarly: true };

    private Extras MyExtras() => _extras ?? Interlocked.CompareExchange(ref _extras, new Extras(), null) ?? _extras;

    /// <summary>Takes the options when the scope is made.</summary>
    private void Equip(ScopeOptions options)
    {
        NativeText.Check(options.Name ?? "", nameof(options.Name));
        _extras = new Extras
        {
            Name = options.Name,
            Limit = options.Limit,
            Measured = options.Measured,
            ReclaimEarly = options.ReclaimEarly,
        };
    }

    /// <summary>Takes the name that the core has already.</summary>
    private protected void CalledFromTheStart(string name) => MyExtras().Name = name;

    /// <summary>Tells the core what was said before it knew of the scope.</summary>
    private void Equip(ulong made)
    {
        if (_extras is not { } extras)
        {
            return;
        }
        SetName(made);
        if (extras.Site is { } site)
        {
            Errors.Check(Native.tenure_handle_note(made, site));
        }
        if (extras.Measured)
        {
            Errors.Check(Native.tenure_scope_measure(made));
        }
        if (extras.Limit != 0)
        {
            Errors.Check(Native.tenure_scope_set_limit(made, unchecked((ulong)extras.Limit)));
        }
    }

    private void SetName(ulong made)
    {
        if (_extras?.Name is { } name)
        {
            Native.tenure_handle_set_name(made, name);
        }
    }

    /// <summary>What few scopes have.</summary>
    private sealed class Extras
    {
        internal string? Name;
        internal string? Site;
        internal long Limit;
        internal bool Measured;
        internal bool ReclaimEarly;
        internal Foreign? Foreign;
    }
}
