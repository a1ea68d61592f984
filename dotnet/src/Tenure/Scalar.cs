// A number or truth value as an operand, in the form that the core takes.

using System.Globalization;
using System.Numerics;

namespace Tenure;

/// <summary>A number or truth value that is combined with the elements of a tensor. Integers and
/// floating-point numbers convert to it without loss: a large integer stays exact, as in
/// <c>t + 9007199254740993</c>.</summary>
/// <remarks>With a floating-point tensor, it is rounded to the tensor's element type. With an
/// integer tensor, an integer keeps the tensor's type, and throws if it is out of range for it; a
/// fractional number gives float32. Comparisons compare the exact values.</remarks>
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

    /// <summary>Converts a number of any type: an integer type to an integer, any other type to a
    /// double.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    /// <param name="value">The number.</param>
    /// <exception cref="OverflowException">It is an integer that fits neither in a long nor in a
    /// ulong.</exception>
    public static Scalar Create<T>(T value) where T : INumberBase<T>
    {
        // Infinity and NaN are not integers. If 1 / 2 is an integer, so are all values of the type.
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

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(long value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(int value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(uint value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(short value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(ushort value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(byte value) => new(Integer, value);

    /// <summary>Converts an integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(sbyte value) => new(Integer, value);

    /// <summary>Converts a non-negative integer.</summary>
    /// <param name="value">The integer.</param>
    public static implicit operator Scalar(ulong value) => value <= long.MaxValue ? new(Integer, (long)value) : new(Unsigned, (long)value);

    /// <summary>Converts a floating-point number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(double value) => new(Real, BitConverter.DoubleToInt64Bits(value));

    /// <summary>Converts a floating-point number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(float value) => (double)value;

    /// <summary>Converts a floating-point number.</summary>
    /// <param name="value">The number.</param>
    public static implicit operator Scalar(Half value) => (double)value;

    /// <summary>Converts a truth value; combined with numbers it counts as 0 or 1.</summary>
    /// <param name="value">The truth value.</param>
    public static implicit operator Scalar(bool value) => new(Truth, value ? 1 : 0);

    /// <summary>Whether both have the same value and the same kind: integer, floating-point or
    /// truth value.</summary>
    public static bool operator ==(Scalar left, Scalar right) => left.Equals(right);

    /// <summary>Whether they differ in value or kind.</summary>
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
