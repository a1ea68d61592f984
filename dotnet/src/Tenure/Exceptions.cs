// The common interface of the exceptions of failed calls, which are generated (Exceptions.g.cs).
// Invariant: each status has one exception type. The message comes from the core, and names the
// values.

namespace Tenure;

/// <summary>Implemented by all exceptions of this library, for code that handles all of them at
/// once.</summary>
/// <remarks>This is an interface because each exception derives from the matching .NET exception,
/// such as <see cref="ObjectDisposedException"/> or <see cref="ArgumentException"/>.</remarks>
/// <example><code>
/// catch (Exception error) when (error is ITenureException { Status: Status.LimitExceeded }) { ... }
/// </code></example>
public interface ITenureException
{
    /// <summary>The status that the core returned; <see cref="Status.Ok"/> if no call into the core
    /// failed.</summary>
    public Status Status { get; }

    /// <summary>A description of the failure, with the values.</summary>
    public string Message { get; }
}
