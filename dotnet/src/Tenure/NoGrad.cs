// Code that is not recorded. Its members are generated (NoGrad.g.cs), except those that run a body.

namespace Tenure;

/// <summary>Code that is not recorded: until a guard is closed, nothing that the thread which opened it computes is
/// recorded, on a <see cref="Tape"/> or for tensors that require gradients, and these may be changed in
/// place.</summary>
/// <remarks>Guards nest. A guard counts for the thread that opened it, whichever thread closes it; so a guard does not
/// cover what follows an <c>await</c> on another thread.</remarks>
/// <example><code>
/// using (NoGrad.Open())
/// {
///     accuracy = AccuracyOf(model, testData);
/// }
/// NoGrad.Run(() => weight.MulInPlace(0.5));
/// </code></example>
public sealed partial class NoGrad : NativeResource
{
    /// <summary>Runs <paramref name="body"/> without recording what it computes.</summary>
    /// <param name="body">What to run, on this thread.</param>
    public static void Run(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        using NoGrad guard = Open();
        body();
    }

    /// <summary>Computes <paramref name="body"/> without recording it.</summary>
    /// <param name="body">What to compute, on this thread.</param>
    /// <returns>The result of <paramref name="body"/>.</returns>
    public static T Run<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        using NoGrad guard = Open();
        return body();
    }
}
