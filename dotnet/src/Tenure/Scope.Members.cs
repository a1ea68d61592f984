// What a scope owns, and moving things into and out of it.

using Tenure.Interop;

namespace Tenure;

public sealed partial class Scope
{
    private Extras? _extras;

    /// <summary>What errors, dumps and leak reports call this scope; null until it is named.</summary>
    public string? Name
    {
        get => _extras?.Name;
        set
        {
            if (value is not null)
            {
                NativeText.Check(value, nameof(value));
            }
            MyExtras().Name = value;
        }
    }

    /// <summary>How much this scope and its descendants own now.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public unsafe ScopeStats Stats
    {
        get
        {
            ScopeStats stats;
            int status = Native.tenure_scope_stats(Known(), &stats);
            GC.KeepAlive(this);
            Errors.Check(status);
            return stats;
        }
    }

    /// <summary>Whether forgotten members go before this scope closes.</summary>
    internal bool ReclaimsEarly => _extras is { ReclaimEarly: true };

    /// <summary>Moves <paramref name="resource"/> to the parent of the scope that owns it, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    public T Keep<T>(T resource) where T : NativeResource => resource.MoveToOuterScope();

    /// <summary>Moves <paramref name="resource"/> to this scope, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed; the resource stays where it was.</exception>
    public T Attach<T>(T resource) where T : NativeResource => resource.MoveTo(this);

    /// <summary>Makes <paramref name="resource"/> unowned, and returns it.</summary>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    public T Detach<T>(T resource) where T : NativeResource => resource.DetachFromScope();

    private Extras MyExtras() => _extras ?? Interlocked.CompareExchange(ref _extras, new Extras(), null) ?? _extras;

    /// <summary>Takes the options when the scope is made.</summary>
    private void Equip(ScopeOptions options)
    {
        Name = options.Name;
        MyExtras().ReclaimEarly = options.ReclaimEarly;
    }

    /// <summary>Tells the core what was said before it knew of the scope.</summary>
    private void Equip(ulong made)
    {
    }

    /// <summary>What few scopes have.</summary>
    private sealed class Extras
    {
        internal string? Name;
        internal bool ReclaimEarly;
        internal Foreign? Foreign;
    }
}
