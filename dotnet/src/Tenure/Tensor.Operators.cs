// The operators of C#, each the method of the same meaning.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>The sum, element by element.</summary>
    public static Tensor operator +(Tensor left, Tensor right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return left.Add(right);
    }

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, double right) => Call.With(&Native.tenure_tensor_add_scalar, left, right);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(double left, Tensor right) => Call.With(&Native.tenure_tensor_add_scalar, right, left);

    /// <summary>The difference, element by element.</summary>
    public static Tensor operator -(Tensor left, Tensor right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return left.Sub(right);
    }

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, double right) => Call.With(&Native.tenure_tensor_sub_scalar, left, right);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(double left, Tensor right) => Call.With(&Native.tenure_tensor_rsub_scalar, right, left);

    /// <summary>The product, element by element.</summary>
    public static Tensor operator *(Tensor left, Tensor right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return left.Mul(right);
    }

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, double right) => Call.With(&Native.tenure_tensor_mul_scalar, left, right);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(double left, Tensor right) => Call.With(&Native.tenure_tensor_mul_scalar, right, left);

    /// <summary>The quotient, element by element.</summary>
    public static Tensor operator /(Tensor left, Tensor right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return left.Div(right);
    }

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, double right) => Call.With(&Native.tenure_tensor_div_scalar, left, right);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(double left, Tensor right) => Call.With(&Native.tenure_tensor_rdiv_scalar, right, left);

    /// <summary>The negative of every element.</summary>
    public static Tensor operator -(Tensor tensor)
    {
        ArgumentNullException.ThrowIfNull(tensor);
        return tensor.Neg();
    }
}
