// A part of an index: what stands between the brackets of a tensor, as text that the core reads.

using System.Globalization;

namespace Tenure;

/// <summary>A part of an index, which names a window of a tensor: <c>t[1..^1, .., 0]</c>. Numbers, <see cref="Index"/>,
/// <see cref="Range"/> and text such as <c>"::2"</c> become one by themselves.</summary>
public readonly struct TensorIndex : IEquatable<TensorIndex>
{
    private readonly string? _text;

    private TensorIndex(string text) => _text = text;

    /// <summary>All indices of an axis.</summary>
    public static TensorIndex All => new(":");

    /// <summary>All indices of the axes that the other parts leave, once.</summary>
    public static TensorIndex Ellipsis => new("...");

    /// <summary>A new axis of size 1.</summary>
    public static TensorIndex NewAxis => new("None");

    /// <summary>The indices of an axis from one to before another, each some apart. A negative step goes backwards: reading then
    /// gives a copy, and writing is into the tensor.</summary>
    /// <param name="start">The first; a negative one counts from the end; null for the first of all, or the last on the way back.</param>
    /// <param name="end">Behind the last; a negative one counts from the end; null for all that follow.</param>
    /// <param name="step">How far apart; not 0.</param>
    public static TensorIndex Slice(long? start = null, long? end = null, long step = 1) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{start}:{end}:{step}"));

    /// <summary>One index of an axis, which goes away; a negative one counts from the end.</summary>
    public static implicit operator TensorIndex(long index) => new(index.ToString(CultureInfo.InvariantCulture));

    /// <summary>One index of an axis, which goes away: <c>^1</c> is the last, and <c>^0</c>, which is behind it, is refused.</summary>
    public static implicit operator TensorIndex(Index index) => new(index.ToString());

    /// <summary>The indices of an axis: <c>1..^1</c>, or all of them: <c>..</c>. Bounds that are too large are cut, as in Python.</summary>
    public static implicit operator TensorIndex(Range range)
    {
        // ^0 is behind the last, which no number counted from the end is.
        string end = range.End is { IsFromEnd: true, Value: 0 } ? "" : Text(range.End);
        string start = range.Start is { IsFromEnd: true, Value: 0 } ? Text(long.MaxValue) : Text(range.Start);
        return new($"{start}:{end}");
    }

    /// <summary>A part as Python writes it, such as <c>"::2"</c>, <c>"..."</c> or <c>"None"</c>.</summary>
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

    /// <summary>As Python writes it, such as <c>1:-1</c>.</summary>
    public override string ToString() => _text ?? ":";

    private static string Text(Index index) => Text(index.IsFromEnd ? -(long)index.Value : index.Value);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
