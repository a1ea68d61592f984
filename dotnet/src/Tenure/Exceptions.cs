// What the exceptions of a failed call have in common; each is generated (Exceptions.g.cs). Invariant: one status, one type; the
// message is the core's, which names the values.

namespace Tenure;

/// <summary>What each exception of this library is: for code that handles all of them at once.</summary>
/// <remarks>An interface, because each of them is also the exception that .NET has for its kind, such as
/// <see cref="ObjectDisposedException"/> or <see cref="ArgumentException"/>.</remarks>
/// <example><code>
/// catch (Exception error) when (error is ITenureException { Status: Status.LimitExceeded }) { ... }
/// </code></example>
public interface ITenureException
{
    /// <summary>The status the core returned; <see cref="Status.Ok"/> where that did all it was asked and something else
    /// failed.</summary>
    public Status Status { get; }

    /// <summary>What failed, with the values.</summary>
    public string Message { get; }
}
