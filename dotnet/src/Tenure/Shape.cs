// The sizes of a tensor, which print as they are written.
// Invariant: the sizes never change: the array is not handed out, only copied.

using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Tenure;

/// <summary>The size of a tensor along each axis, outermost first. It prints as <c>[2, 3]</c>, has indices such as
/// <c>shape[^1]</c> and ranges such as <c>shape[1..]</c>, and converts to <c>long[]</c> and
/// <c>ReadOnlySpan&lt;long&gt;</c>, so that it can be passed on as it is: <c>Tensor.Zeros(t.Shape)</c>.</summary>
[SuppressMessage("Naming", "CA1710:Identifiers should have correct suffix", Justification = "It is a shape, as the property is.")]
public readonly struct Shape : IReadOnlyList<long>, IEquatable<Shape>
{
    private readonly long[]? _sizes;

    /// <summary>A shape of these sizes.</summary>
    /// <param name="sizes">The sizes, outermost first; they are copied.</param>
    public Shape(params ReadOnlySpan<long> sizes) => _sizes = sizes.ToArray();

    private long[] Sizes => _sizes ?? [];

    /// <summary>The number of axes.</summary>
    public int Length => Sizes.Length;

    int IReadOnlyCollection<long>.Count => Length;

    /// <summary>The size along an axis.</summary>
    /// <param name="axis">The axis, from 0.</param>
    /// <exception cref="IndexOutOfRangeException">There is no such axis.</exception>
    public long this[int axis] => Sizes[axis];

    /// <summary>The sizes of some axes: what <c>shape[1..]</c> is.</summary>
    /// <param name="start">The first axis.</param>
    /// <param name="length">The number of axes.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are no such axes.</exception>
    public Shape Slice(int start, int length) => new(Sizes.AsSpan(start, length));

    /// <summary>The sizes in a new array.</summary>
    public long[] ToArray() => [.. Sizes];

    /// <summary>The sizes in a new array.</summary>
    /// <param name="shape">The shape.</param>
    public static implicit operator long[](Shape shape) => shape.ToArray();

    /// <summary>The sizes as a span.</summary>
    /// <param name="shape">The shape.</param>
    public static implicit operator ReadOnlySpan<long>(Shape shape) => shape.Sizes;

    /// <summary>Whether both have the same sizes.</summary>
    /// <param name="left">One shape.</param>
    /// <param name="right">The other shape.</param>
    public static bool operator ==(Shape left, Shape right) => left.Equals(right);

    /// <summary>Whether the sizes differ.</summary>
    /// <param name="left">One shape.</param>
    /// <param name="right">The other shape.</param>
    public static bool operator !=(Shape left, Shape right) => !left.Equals(right);

    IEnumerator<long> IEnumerable<long>.GetEnumerator() => ((IEnumerable<long>)Sizes).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => Sizes.GetEnumerator();

    /// <inheritdoc/>
    public bool Equals(Shape other) => Sizes.AsSpan().SequenceEqual(other.Sizes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Shape other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        HashCode hash = default;
        foreach (long size in Sizes)
        {
            hash.Add(size);
        }
        return hash.ToHashCode();
    }

    /// <summary>The sizes as they are written: <c>[2, 3]</c>.</summary>
    public override string ToString() => $"[{string.Join(", ", Sizes)}]";
}
