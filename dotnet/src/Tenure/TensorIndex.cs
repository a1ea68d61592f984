// A part of an index expression, stored as text that the core reads.

using System.Globalization;

namespace Tenure;

/// <summary>One part of an index that selects a window of a tensor: <c>t[1..^1, .., 0]</c>.
/// Numbers, <see cref="Index"/>, <see cref="Range"/> and strings such as <c>"::2"</c> convert to it
/// implicitly.</summary>
public readonly struct TensorIndex : IEquatable<TensorIndex>
{
    private readonly string? _text;

    private TensorIndex(string text) => _text = text;

    /// <summary>All indices of an axis.</summary>
    public static TensorIndex All => new(":");

    /// <summary>All indices of the axes that the other parts do not name. It may occur once in an
    /// index.</summary>
    public static TensorIndex Ellipsis => new("...");

    /// <summary>A new axis of size 1.</summary>
    public static TensorIndex NewAxis => new("None");

    /// <summary>The indices of an axis from a start to before an end, as a slice in Python. A
    /// negative step goes backwards: reading then returns a copy, and writing still changes the
    /// tensor.</summary>
    /// <param name="start">The first index. A negative one counts from the end; null for the first
    /// of the axis, or the last if the step is negative.</param>
    /// <param name="end">The index after the last one. A negative one counts from the end; null for
    /// no bound.</param>
    /// <param name="step">The distance between indices; not 0.</param>
    public static TensorIndex Slice(long? start = null, long? end = null, long step = 1) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{start}:{end}:{step}"));

    /// <summary>Selects one index of an axis and removes the axis; a negative index counts from the
    /// end.</summary>
    public static implicit operator TensorIndex(long index) => new(index.ToString(CultureInfo.InvariantCulture));

    /// <summary>Selects one index of an axis and removes the axis: <c>^1</c> is the last; <c>^0</c>
    /// is out of range.</summary>
    public static implicit operator TensorIndex(Index index) => new(index.ToString());

    /// <summary>Selects a range of indices of an axis: <c>1..^1</c>, or <c>..</c> for all. Bounds
    /// that are too large are clipped, as in Python.</summary>
    public static implicit operator TensorIndex(Range range)
    {
        // ^0 is the position after the last element, which no negative number expresses.
        string end = range.End is { IsFromEnd: true, Value: 0 } ? "" : Text(range.End);
        string start = range.Start is { IsFromEnd: true, Value: 0 } ? Text(long.MaxValue) : Text(range.Start);
        return new($"{start}:{end}");
    }

    /// <summary>Converts a part in Python's syntax, such as <c>"::2"</c>, <c>"..."</c> or
    /// <c>"None"</c>.</summary>
    public static implicit operator TensorIndex(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return new(text);
    }

    /// <summary>Whether both are the same part.</summary>
    public static bool operator ==(TensorIndex left, TensorIndex right) => left.Equals(right);

    /// <summary>Whether they are different parts.</summary>
    public static bool operator !=(TensorIndex left, TensorIndex right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(TensorIndex other) => ToString() == other.ToString();

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is TensorIndex other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    /// <summary>Returns the part in Python's syntax, such as <c>1:-1</c>.</summary>
    public override string ToString() => _text ?? ":";

    private static string Text(Index index) => Text(index.IsFromEnd ? -(long)index.Value : index.Value);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
