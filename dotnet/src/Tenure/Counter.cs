// Measuring a block of code. Its members are generated (Counter.g.cs).

namespace Tenure;

/// <summary>Counts allocations and other events of the whole process between its start and each
/// reading. Counters may nest and overlap.</summary>
/// <example><code>
/// using Counter counter = TenureRuntime.Measure();
/// Train();
/// Console.WriteLine(counter.Stats.PeakBytes);
/// </code></example>
public sealed partial class Counter : NativeResource;
