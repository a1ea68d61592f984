// The description of an input or output of an ONNX model.

using System.Globalization;

namespace Tenure.Onnx;

/// <summary>An input or output of an <see cref="OnnxModel"/>.</summary>
/// <param name="Name">Its name in the model.</param>
/// <param name="DType">The element type.</param>
/// <param name="Shape">The dimensions, outermost first. Each is a number; or a name, if all
/// dimensions of that name have the same size within a run; or <c>?</c>. Empty if the model leaves
/// the number of dimensions open.</param>
public sealed record OnnxValue(string Name, DType DType, IReadOnlyList<string> Shape)
{
    /// <summary>Name, element type and shape: <c>x: float32 [N, 3]</c>.</summary>
    public override string ToString() => $"{Name}: {DType.Name()} [{string.Join(", ", Shape)}]";

    /// <summary>Reads a row of the core.</summary>
    internal static OnnxValue Of(string[] row) => new(row[0], (DType)int.Parse(row[1], CultureInfo.InvariantCulture), row[2..]);
}
