// What a model of ONNX takes or gives.

using System.Globalization;

namespace Tenure.Onnx;

/// <summary>An input or output of an <see cref="OnnxModel"/>.</summary>
/// <param name="Name">Its name in the model.</param>
/// <param name="DType">The element type.</param>
/// <param name="Shape">The sizes, outermost first: a number; or a name, of sizes that are the same in each run; or <c>?</c>.
/// A model that leaves the number of dimensions open has none here.</param>
public sealed record OnnxValue(string Name, DType DType, IReadOnlyList<string> Shape)
{
    /// <summary>Of a row of the core.</summary>
    internal static OnnxValue Of(string[] row) => new(row[0], (DType)int.Parse(row[1], CultureInfo.InvariantCulture), row[2..]);
}
