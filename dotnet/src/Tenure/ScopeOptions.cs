namespace Tenure;

/// <summary>What a scope is made with.</summary>
public sealed record ScopeOptions
{
    /// <summary>What errors, dumps and leak reports call it.</summary>
    public string? Name { get; init; }

    /// <summary>The most bytes that it and all below it may keep alive; 0 for no limit. See <see cref="Scope.Limit"/>.</summary>
    /// <exception cref="InvalidArgumentException">It is negative.</exception>
    public long Limit
    {
        get;
        init => field = value >= 0 ? value : throw new InvalidArgumentException($"a limit of {value} bytes is negative");
    }

    /// <summary>Whether peaks are kept. See <see cref="Scope.Measure"/>.</summary>
    public bool Measured { get; init; }

    /// <summary>Whether a member that nobody can reach any more goes before the scope closes. It makes every member cost
    /// what an unowned tensor costs.</summary>
    public bool ReclaimEarly { get; init; }
}
