// The description of an input or output of an ONNX model.

using System.Globalization;

namespace Tenure.Onnx;

/// <summary>The description of an input or output of an <see cref="OnnxModel"/>.</summary>
/// <param name="Name">Its name in the model.</param>
/// <param name="Type">What it is: an element type such as <c>float32</c> or <c>string</c> for a
/// tensor, or <c>sequence of map of int64 to float32</c>.</param>
/// <param name="DType">The element type of a tensor of numbers; null for anything else.</param>
/// <param name="Shape">The dimensions of a tensor, outermost first. Each is a number; or a name, if all
/// dimensions of that name have the same size within a run; or <c>?</c>. Empty if the model leaves
/// the number of dimensions open, and for what is not a tensor.</param>
public sealed record OnnxPort(string Name, string Type, DType? DType, IReadOnlyList<string> Shape)
{
    /// <summary>Whether it is a tensor of numbers, which <c>Run</c> takes and returns.</summary>
    public bool IsTensor => DType is not null;

    /// <summary>Name, type and shape: <c>x: float32 [N, 3]</c>, <c>prob: sequence of map of int64 to
    /// float32</c>.</summary>
    public override string ToString() =>
        IsTensor || Shape.Count > 0 ? $"{Name}: {Type} [{string.Join(", ", Shape)}]" : $"{Name}: {Type}";

    /// <summary>Reads a row of the core.</summary>
    internal static OnnxPort Of(string[] row)
    {
        int code = int.Parse(row[1], CultureInfo.InvariantCulture);
        return code == 0
            ? new OnnxPort(row[0], row[2], null, row[3..])
            : new OnnxPort(row[0], ((DType)code).Name(), (DType)code, row[2..]);
    }
}
