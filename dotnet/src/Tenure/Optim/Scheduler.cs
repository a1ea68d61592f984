// Schedulers. Their members are generated (Scheduler.g.cs).

namespace Tenure.Optim;

/// <summary>Sets the learning rates of an <see cref="Optimizer"/>, by PyTorch's schedules, names and settings.</summary>
/// <remarks>Making one sets the rates of step 0. It does not keep its optimizer alive.</remarks>
/// <example><code>
/// var warmUp = Scheduler.LinearLr(optimizer, startFactor: 0.1, totalIters: 5);
/// var rates = warmUp.Then(Scheduler.CosineAnnealingLr(optimizer, tMax: 95), milestone: 5);
/// for (int epoch = 0; epoch &lt; 100; epoch++)
/// {
///     Train(optimizer);
///     rates.Step();
/// }
/// </code></example>
public sealed partial class Scheduler : NativeResource
{
    private const int MostSteps = 100_000_000;

    /// <summary>Makes a scheduler that multiplies the rates by what <paramref name="factor"/> returns for each step. It is
    /// asked once, for the steps from 0 to <paramref name="steps"/>; the last factor stays.</summary>
    /// <param name="optimizer">The optimizer whose rates it sets.</param>
    /// <param name="steps">The number of steps.</param>
    /// <param name="factor">A factor for each step.</param>
    /// <returns>A new <c>Scheduler</c>, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">A factor is negative or not finite, or <paramref name="steps"/> is
    /// negative.</exception>
    public static Scheduler LambdaLr(Optimizer optimizer, int steps, Func<long, double> factor)
    {
        ArgumentNullException.ThrowIfNull(optimizer);
        ArgumentNullException.ThrowIfNull(factor);
        if (steps is < 0 or > MostSteps)
        {
            throw new InvalidArgumentException($"steps is {steps}, not from 0 to {MostSteps}");
        }
        double[] factors = new double[steps + 1];
        for (int step = 0; step <= steps; step++)
        {
            factors[step] = factor(step);
        }
        using var table = Tensor.Of(factors).DetachFromScope();
        return LambdaLr(optimizer, table);
    }
}
