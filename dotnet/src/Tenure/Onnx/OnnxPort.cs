// The description of an input or output of an ONNX model.

using System.Globalization;

namespace Tenure.Onnx;

/// <summary>The description of an input or output of an <see cref="OnnxModel"/>.</summary>
/// <param name="Name">Its name in the model.</param>
/// <param name="Type">What it is: an element type such as <c>float32</c> or <c>string</c> for a
/// tensor, or <c>sequence of map of int64 to float32</c>.</param>
/// <param name="DType">The element type of a tensor of numbers; null for anything else.</param>
/// <param name="Shape">The dimensions of a tensor, outermost first. Each is a number; or a name, if all
/// dimensions of that name have the same size within a run; or <c>?</c>. Empty for a tensor without
/// dimensions, for one of any rank, and for what is not a tensor.</param>
/// <param name="IsAnyRank">Whether it is a tensor of which the model leaves the number of dimensions
/// open.</param>
public sealed record OnnxPort(string Name, string Type, DType? DType, IReadOnlyList<string> Shape, bool IsAnyRank)
{
    private const string AnyRank = "..."; // for the sizes, in the core's report

    /// <summary>Whether it is a tensor of numbers, which <c>Run</c> takes and returns.</summary>
    public bool IsTensor => DType is not null;

    /// <summary>Name, type and shape: <c>x: float32 [N, 3]</c>, <c>y: float32 [...]</c> for any rank,
    /// <c>prob: sequence of map of int64 to float32</c>.</summary>
    public override string ToString()
    {
        string sizes = IsAnyRank ? AnyRank : string.Join(", ", Shape);
        return IsTensor || sizes.Length > 0 ? $"{Name}: {Type} [{sizes}]" : $"{Name}: {Type}";
    }

    /// <summary>Reads a row of the core.</summary>
    internal static OnnxPort Of(string[] row)
    {
        int code = int.Parse(row[1], CultureInfo.InvariantCulture);
        DType? dtype = code == 0 ? null : (DType)code;
        string[] sizes = row[(dtype is null ? 3 : 2)..];
        bool isAnyRank = sizes is [AnyRank];
        return new OnnxPort(row[0], dtype?.Name() ?? row[2], dtype, isAnyRank ? [] : sizes, isAnyRank);
    }
}
