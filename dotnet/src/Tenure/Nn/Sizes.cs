// Sizes of a window: one number for all axes, or one for each.

using System.Collections;
using System.Runtime.CompilerServices;

namespace Tenure.Nn;

/// <summary>A number for each axis of a window, such as the size of a kernel: <c>3</c> for all axes,
/// <c>[3, 5]</c> for two.</summary>
[CollectionBuilder(typeof(Sizes), nameof(Create))]
public readonly struct Sizes : IEnumerable<long>, IEquatable<Sizes>
{
    private readonly long[]? _values;

    private Sizes(long[] values) => _values = values;

    internal long[] Values => _values ?? [];

    /// <summary>One number for all axes.</summary>
    public static implicit operator Sizes(long value) => new([value]);

    /// <summary>A number for each axis. The array is copied.</summary>
    public static implicit operator Sizes(long[] values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return Create(values);
    }

    /// <summary>A number for each axis.</summary>
    public static Sizes Create(ReadOnlySpan<long> values) => new(values.ToArray());

    /// <inheritdoc/>
    public IEnumerator<long> GetEnumerator() => ((IEnumerable<long>)Values).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <inheritdoc/>
    public bool Equals(Sizes other) => Values.AsSpan().SequenceEqual(other.Values);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Sizes other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Values.Aggregate(0, HashCode.Combine);

    /// <summary>Whether both have the same numbers.</summary>
    public static bool operator ==(Sizes left, Sizes right) => left.Equals(right);

    /// <summary>Whether they differ.</summary>
    public static bool operator !=(Sizes left, Sizes right) => !left.Equals(right);
}
