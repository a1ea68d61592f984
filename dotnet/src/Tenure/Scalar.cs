// A number beside a tensor, as the core takes it.

using System.Globalization;
using System.Numerics;

namespace Tenure;

/// <summary>A number or a truth value that is combined with the elements of a tensor. Any number converts to it, and stays what
/// it is: an integer is exact however large, as <c>t + 9007199254740993</c>.</summary>
/// <remarks>A tensor of floats rounds it to its element type. A tensor of integers keeps its type with an integer, and refuses
/// one that it cannot hold; a fraction makes float32 of it. Comparisons are of the values.</remarks>
public readonly struct Scalar : IEquatable<Scalar>
{
    // The codes of the core: TenureScalarKind.
    internal const int Integer = 0;
    internal const int Real = 1;
    internal const int Truth = 2;
    internal const int Unsigned = 3;

    private Scalar(int kind, long bits)
    {
        Kind = kind;
        Bits = bits;
    }

    internal int Kind { get; }

    internal long Bits { get; }

    internal bool IsInteger => Kind is Integer or Unsigned;

    /// <summary>A number of any type: an integer as an integer, any other as a double.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    /// <param name="value">The number.</param>
    /// <exception cref="OverflowException">It is an integer that neither a long nor a ulong holds.</exception>
    public static Scalar Create<T>(T value) where T : INumberBase<T>
    {
        // Infinity and NaN are no integers, and a type that has no fractions has only integers.
        bool isInteger = T.IsInteger(value) && T.IsInteger(T.One / (T.One + T.One));
        if (!isInteger)
        {
            return double.CreateChecked(value);
        }
        if (T.IsNegative(value))
        {
            return long.CreateChecked(value);
        }
        return ulong.CreateChecked(value);
    }

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(long value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(int value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(uint value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(short value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(ushort value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(byte value) => new(Integer, value);

    /// <summary>An integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(sbyte value) => new(Integer, value);

    /// <summary>An integer that is not negative.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(ulong value) => value <= long.MaxValue ? new(Integer, (long)value) : new(Unsigned, (long)value);

    /// <summary>A real number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(double value) => new(Real, BitConverter.DoubleToInt64Bits(value));

    /// <summary>A real number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(float value) => (double)value;

    /// <summary>A real number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(Half value) => (double)value;

    /// <summary>A truth value: 0 or 1 among numbers.</summary>
    /// <param name="value">The truth value.</param>
    public static implicit operator Scalar(bool value) => new(Truth, value ? 1 : 0);

    /// <summary>Whether both are the same number of the same sort.</summary>
    public static bool operator ==(Scalar left, Scalar right) => left.Equals(right);

    /// <summary>Whether they are not the same number of the same sort.</summary>
    public static bool operator !=(Scalar left, Scalar right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(Scalar other) => Kind == other.Kind && Bits == other.Bits;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Scalar other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Kind, Bits);

    /// <summary>The number as text.</summary>
    public override string ToString() => Kind switch
    {
        Real => BitConverter.Int64BitsToDouble(Bits).ToString(CultureInfo.InvariantCulture),
        Truth => Bits != 0 ? "true" : "false",
        Unsigned => ((ulong)Bits).ToString(CultureInfo.InvariantCulture),
        _ => Bits.ToString(CultureInfo.InvariantCulture),
    };
}
