// Element by element: arithmetic, comparisons, functions. Operands broadcast as in NumPy; the element type of the result is the
// wider of the two, and a scalar does not widen floating point.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>The sum, element by element.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Add(Tensor other) => Call.Binary(&Native.tenure_tensor_add, this, other);

    /// <inheritdoc cref="Add(Tensor)"/>
    public Tensor Add(double other) => Call.With(&Native.tenure_tensor_add_scalar, this, other);

    /// <summary>The difference, element by element.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Sub(Tensor other) => Call.Binary(&Native.tenure_tensor_sub, this, other);

    /// <inheritdoc cref="Sub(Tensor)"/>
    public Tensor Sub(double other) => Call.With(&Native.tenure_tensor_sub_scalar, this, other);

    /// <summary>The product, element by element.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Mul(Tensor other) => Call.Binary(&Native.tenure_tensor_mul, this, other);

    /// <inheritdoc cref="Mul(Tensor)"/>
    public Tensor Mul(double other) => Call.With(&Native.tenure_tensor_mul_scalar, this, other);

    /// <summary>The quotient, element by element; of integers it is float32.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Div(Tensor other) => Call.Binary(&Native.tenure_tensor_div, this, other);

    /// <inheritdoc cref="Div(Tensor)"/>
    public Tensor Div(double other) => Call.With(&Native.tenure_tensor_div_scalar, this, other);

    /// <summary>This to the power of <paramref name="exponent"/>, element by element.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Pow(Tensor exponent) => Call.Binary(&Native.tenure_tensor_pow, this, exponent);

    /// <inheritdoc cref="Pow(Tensor)"/>
    public Tensor Pow(double exponent) => Call.With(&Native.tenure_tensor_pow_scalar, this, exponent);

    /// <summary>The larger of the two, element by element; NaN wins.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Maximum(Tensor other) => Call.Binary(&Native.tenure_tensor_maximum, this, other);

    /// <inheritdoc cref="Maximum(Tensor)"/>
    public Tensor Maximum(double other) => Call.With(&Native.tenure_tensor_maximum_scalar, this, other);

    /// <summary>The smaller of the two, element by element; NaN wins.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Minimum(Tensor other) => Call.Binary(&Native.tenure_tensor_minimum, this, other);

    /// <inheritdoc cref="Minimum(Tensor)"/>
    public Tensor Minimum(double other) => Call.With(&Native.tenure_tensor_minimum_scalar, this, other);

    /// <summary>Where this equals <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Eq(Tensor other) => Call.Binary(&Native.tenure_tensor_eq, this, other);

    /// <inheritdoc cref="Eq(Tensor)"/>
    public Tensor Eq(double other) => Call.With(&Native.tenure_tensor_eq_scalar, this, other);

    /// <summary>Where this differs from <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Ne(Tensor other) => Call.Binary(&Native.tenure_tensor_ne, this, other);

    /// <inheritdoc cref="Ne(Tensor)"/>
    public Tensor Ne(double other) => Call.With(&Native.tenure_tensor_ne_scalar, this, other);

    /// <summary>Where this is less than <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Lt(Tensor other) => Call.Binary(&Native.tenure_tensor_lt, this, other);

    /// <inheritdoc cref="Lt(Tensor)"/>
    public Tensor Lt(double other) => Call.With(&Native.tenure_tensor_lt_scalar, this, other);

    /// <summary>Where this is at most <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Le(Tensor other) => Call.Binary(&Native.tenure_tensor_le, this, other);

    /// <inheritdoc cref="Le(Tensor)"/>
    public Tensor Le(double other) => Call.With(&Native.tenure_tensor_le_scalar, this, other);

    /// <summary>Where this is greater than <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Gt(Tensor other) => Call.Binary(&Native.tenure_tensor_gt, this, other);

    /// <inheritdoc cref="Gt(Tensor)"/>
    public Tensor Gt(double other) => Call.With(&Native.tenure_tensor_gt_scalar, this, other);

    /// <summary>Where this is at least <paramref name="other"/>, element by element, as bool.</summary>
    /// <exception cref="ShapeMismatchException">The shapes do not broadcast.</exception>
    public Tensor Ge(Tensor other) => Call.Binary(&Native.tenure_tensor_ge, this, other);

    /// <inheritdoc cref="Ge(Tensor)"/>
    public Tensor Ge(double other) => Call.With(&Native.tenure_tensor_ge_scalar, this, other);

    /// <summary>The negative of every element.</summary>
    public Tensor Neg() => Call.Unary(&Native.tenure_tensor_neg, this);

    /// <summary>e to the power of every element.</summary>
    public Tensor Exp() => Call.Unary(&Native.tenure_tensor_exp, this);

    /// <summary>The natural logarithm of every element.</summary>
    public Tensor Log() => Call.Unary(&Native.tenure_tensor_log, this);

    /// <summary>The square root of every element.</summary>
    public Tensor Sqrt() => Call.Unary(&Native.tenure_tensor_sqrt, this);

    /// <summary>The absolute value of every element.</summary>
    public Tensor Abs() => Call.Unary(&Native.tenure_tensor_abs, this);

    /// <summary>Every element, or 0 where it is negative.</summary>
    public Tensor Relu() => Call.Unary(&Native.tenure_tensor_relu, this);

    /// <summary>1 / (1 + exp(-x)) of every element.</summary>
    public Tensor Sigmoid() => Call.Unary(&Native.tenure_tensor_sigmoid, this);

    /// <summary>The hyperbolic tangent of every element.</summary>
    public Tensor Tanh() => Call.Unary(&Native.tenure_tensor_tanh, this);

    /// <summary>Takes from <paramref name="a"/> where <paramref name="condition"/> is true, else from <paramref name="b"/>.</summary>
    /// <exception cref="DTypeMismatchException">The condition is not bool.</exception>
    public static Tensor Where(Tensor condition, Tensor a, Tensor b) => Call.Ternary(&Native.tenure_tensor_where, condition, a, b);
}
