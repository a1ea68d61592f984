using Tenure.Reports;

namespace Tenure;

/// <summary>Something is alive that should not be, or the collector had to free it.</summary>
public sealed class LeakException : Exception, ITenureException
{
    internal LeakException(string message, IReadOnlyList<Leak> leaks) : base(message) => Leaks = leaks;

    /// <summary><see cref="Status.Ok"/>: no call failed.</summary>
    public Status Status => Status.Ok;

    /// <summary>What leaked.</summary>
    public IReadOnlyList<Leak> Leaks { get; }
}
