// The operators of C#, each the method of the same meaning.

using System.Runtime.CompilerServices;

namespace Tenure;

public partial class Tensor
{
    /// <summary>The sum, element by element.</summary>
    public static Tensor operator +(Tensor left, Tensor right) => Given(left).Add(Given(right));

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, double right) => Given(left).Add(right);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(double left, Tensor right) => Given(right).Add(left);

    /// <summary>The difference, element by element.</summary>
    public static Tensor operator -(Tensor left, Tensor right) => Given(left).Sub(Given(right));

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, double right) => Given(left).Sub(right);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(double left, Tensor right) => Given(right).Rsub(left);

    /// <summary>The product, element by element.</summary>
    public static Tensor operator *(Tensor left, Tensor right) => Given(left).Mul(Given(right));

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, double right) => Given(left).Mul(right);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(double left, Tensor right) => Given(right).Mul(left);

    /// <summary>The quotient, element by element.</summary>
    public static Tensor operator /(Tensor left, Tensor right) => Given(left).Div(Given(right));

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, double right) => Given(left).Div(right);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(double left, Tensor right) => Given(right).Rdiv(left);

    /// <summary>The negative of every element.</summary>
    public static Tensor operator -(Tensor tensor) => Given(tensor).Neg();

    private static Tensor Given(Tensor operand, [CallerArgumentExpression(nameof(operand))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(operand, name);
        return operand;
    }
}
