using Tenure.Interop;

namespace Tenure.Reports;

/// <summary>Something that is alive, or that nobody closed and the collector had to free.</summary>
/// <param name="Kind">"tensor", "scope", "tape", "optimizer" or "counter".</param>
/// <param name="Name">What it was named, if it was.</param>
/// <param name="DType">The element type, of a tensor.</param>
/// <param name="Shape">The number of elements along each axis, of a tensor.</param>
/// <param name="Bytes">The bytes that it keeps alive; of a scope that the collector freed, those of all that lay in it.</param>
/// <param name="Age">How long it has been there, where <paramref name="Site"/> is known.</param>
/// <param name="Path">The scopes that own it, the outermost first; null when nobody does.</param>
/// <param name="Site">The line that made it, if <see cref="TenureRuntime.LeakLevel"/> had it recorded.</param>
/// <param name="Collected">Whether the collector has freed it; else it is alive.</param>
public sealed record Leak(
    string Kind,
    string? Name,
    DType? DType,
    IReadOnlyList<long>? Shape,
    long Bytes,
    TimeSpan? Age,
    string? Path,
    string? Site,
    bool Collected)
{
    /// <summary>What lay in a scope that the collector freed, and in the scopes below it: groups of equals, the largest first,
    /// such as <c>12 x float32 [64,10] at Train.cs:31; 1 x tape; and 3 more</c>. Null for anything else.</summary>
    public string? Contents { get; private init; }

    /// <summary>All of this as a report of the library has it, in every language: <c>float32 [2,3] 'weight', 24 B in 'model',
    /// alive for 0.5 s, made at Model.cs:31</c>.</summary>
    public string Line { get; private init; } = "";

    /// <summary>The core's number, of what the collector freed: by it two reports of the same are told from two leaks.</summary>
    internal ulong Handle { get; private init; }

    /// <summary>The <see cref="NativeResource.Id"/> of what it is.</summary>
    public ulong Id => Handle;

    internal static Leak From(string[] row) => new(
        row[0],
        Rows.Text(row[2]),
        DTypes.Named(row[3]),
        Rows.Shape(row[4]),
        Rows.Number(row[5]),
        Rows.Age(row[6]),
        Rows.Text(row[7]),
        Rows.Text(row[8]),
        row[9] == "collected")
    { Handle = Rows.Handle(row[1]), Contents = Rows.Text(row[10]), Line = row[11] };

    /// <summary><see cref="Line"/>.</summary>
    public override string ToString() => Line;
}
