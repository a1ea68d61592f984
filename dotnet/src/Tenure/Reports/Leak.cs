using Tenure.Interop;

namespace Tenure.Reports;

/// <summary>A resource that is alive, or that was not closed and had to be freed by the
/// collector.</summary>
/// <param name="Kind">"tensor", "scope", "tape", "optimizer" or "counter".</param>
/// <param name="Name">The name of the resource; null if it has none.</param>
/// <param name="DType">The element type of a tensor; null for other kinds.</param>
/// <param name="Shape">The shape of a tensor; null for other kinds.</param>
/// <param name="Bytes">The bytes that it keeps alive. For a scope that the collector freed, the
/// bytes of all its members.</param>
/// <param name="Age">The time since it was created; null if <paramref name="Site"/> is
/// unknown.</param>
/// <param name="Path">The scopes that own it, the topmost first; null if it is unowned.</param>
/// <param name="Site">The line that created it, if <see cref="TenureRuntime.LeakLevel"/> recorded
/// it.</param>
/// <param name="Collected">Whether the collector has freed it; if not, it is alive.</param>
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
    /// <summary>The members of a scope that the collector freed, and of the scopes below it, in
    /// groups of equal members, the largest group first, such as <c>12 x float32 [64,10] at
    /// Train.cs:31; 1 x tape; and 3 more</c>. Null for other resources.</summary>
    public string? Contents { get; private init; }

    /// <summary>All of this as one line of a leak report, the same in every language: <c>float32
    /// [2,3] 'weight', 24 B in 'model', alive for 0.5 s, made at Model.cs:31</c>.</summary>
    public string Line { get; private init; } = "";

    /// <summary>The core's number of the resource. It distinguishes two reports of one leak from
    /// two leaks.</summary>
    internal ulong Handle { get; private init; }

    /// <summary>The <see cref="NativeResource.Id"/> of the resource.</summary>
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

    /// <summary>Returns <see cref="Line"/>.</summary>
    public override string ToString() => Line;
}
