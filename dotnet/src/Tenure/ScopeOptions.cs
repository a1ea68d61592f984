namespace Tenure;

/// <summary>Options for creating a <see cref="Scope"/>.</summary>
public sealed record ScopeOptions
{
    /// <summary>The scope's name in errors, dumps and leak reports.</summary>
    public string? Name { get; init; }

    /// <summary>The most bytes that the scope and all scopes below it may keep alive; 0 for no
    /// limit. See <see cref="Scope.Limit"/>.</summary>
    /// <exception cref="InvalidArgumentException">It is negative.</exception>
    public long Limit
    {
        get;
        init => field = value >= 0 ? value : throw new InvalidArgumentException($"a limit of {value} bytes is negative");
    }

    /// <summary>The device on which makers make what the scope, or a scope below it, will own, unless
    /// they name one; null for that of the scope above. See
    /// <see cref="Scope.SetDefaultDevice"/>.</summary>
    public Device? Device { get; init; }

    /// <summary>Whether peaks are recorded. See <see cref="Scope.Measure"/>.</summary>
    public bool Measured { get; init; }

    /// <summary>Whether members that can no longer be reached are released before the scope closes.
    /// Each member then costs as much as an unowned tensor.</summary>
    public bool ReclaimEarly { get; init; }
}
