// What a file of several tensors says of each.

using Tenure.Interop;

namespace Tenure;

/// <summary>What a file of several tensors says of one of them, without reading its elements.</summary>
public sealed class TensorEntry
{
    private const int Fields = 5; // before the sizes

    private TensorEntry(string[] row)
    {
        Name = row[0];
        StoredAs = row[1];
        DType = Type(row[2]);
        Widened = Type(row[3]);
        NBytes = Rows.Number(row[4]);
        Shape = Array.ConvertAll(row[Fields..], Rows.Number);
    }

    /// <summary>The name of the tensor.</summary>
    public string Name { get; }

    /// <summary>The type of the elements as the file names it, such as <c>F8_E4M3</c>.</summary>
    public string StoredAs { get; }

    /// <summary>The element type of the tensor that is read; null if no tensor holds these elements: then
    /// reading it needs an element type.</summary>
    public DType? DType { get; }

    /// <summary>The element type that holds the elements exactly; null if there is none.</summary>
    public DType? Widened { get; }

    /// <summary>The size along each axis.</summary>
    public IReadOnlyList<long> Shape { get; }

    /// <summary>The bytes of the elements, before they are compressed.</summary>
    public long NBytes { get; }

    /// <summary>The name, the type and the shape.</summary>
    public override string ToString() => $"{Name}: {StoredAs} [{string.Join(',', Shape)}]";

    /// <summary>Reads the rows of the core.</summary>
    internal static TensorEntry[] Of(string rows) => [.. Rows.Of(rows).Select(row => new TensorEntry(row))];

    private static DType? Type(string code) => code == "0" ? null : (DType)Rows.Number(code);
}
