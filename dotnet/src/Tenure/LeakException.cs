using Tenure.Reports;

namespace Tenure;

/// <summary>Thrown if resources leaked: they are still alive, or the collector had to free
/// them.</summary>
public sealed class LeakException : Exception, ITenureException
{
    internal LeakException(string message, IReadOnlyList<Leak> leaks) : base(message) => Leaks = leaks;

    /// <summary><see cref="Status.Ok"/>: no call failed.</summary>
    public Status Status => Status.Ok;

    /// <summary>The resources that leaked.</summary>
    public IReadOnlyList<Leak> Leaks { get; }
}
