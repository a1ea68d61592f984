// Metrics. Their members are generated (Metric.g.cs).

namespace Tenure.Models;

/// <summary>A figure of predictions and targets, accumulated over batches. The values are scikit-learn's.</summary>
/// <remarks>Given to <c>Trainer.AddMetric</c>, it measures the validation of each epoch.</remarks>
/// <example><code>
/// Metric accuracy = Metric.Accuracy();
/// foreach (Tensor[] batch in loader)
/// {
///     accuracy.Update(net.Call(batch[0]), batch[1]);
/// }
/// Console.WriteLine(accuracy.Value);
/// </code></example>
public sealed partial class Metric : NativeResource;
