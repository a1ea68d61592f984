// The operators of C#, each the method of the same meaning. Those of long, int, ulong and double do what that of Scalar does:
// F# looks for an operator of the very type.

using System.Runtime.CompilerServices;

namespace Tenure;

public partial class Tensor
{
    /// <summary>The sum, element by element.</summary>
    public static Tensor operator +(Tensor left, Tensor right) => Given(left).Add(Given(right));

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, double right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, long right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, int right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, ulong right) => Given(left).Add(right);

    /// <summary>The sum with a scalar.</summary>
    public static Tensor operator +(Tensor left, Scalar right) => Given(left).Add(right);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(double left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(long left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(int left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(ulong left, Tensor right) => Given(right).Add(left);

    /// <summary>The sum of a scalar and a tensor.</summary>
    public static Tensor operator +(Scalar left, Tensor right) => Given(right).Add(left);

    /// <summary>The difference, element by element.</summary>
    public static Tensor operator -(Tensor left, Tensor right) => Given(left).Sub(Given(right));

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, double right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, long right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, int right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, ulong right) => Given(left).Sub(right);

    /// <summary>The difference with a scalar.</summary>
    public static Tensor operator -(Tensor left, Scalar right) => Given(left).Sub(right);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(double left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(long left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(int left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(ulong left, Tensor right) => Given(right).RSub(left);

    /// <summary>The difference of a scalar and a tensor.</summary>
    public static Tensor operator -(Scalar left, Tensor right) => Given(right).RSub(left);

    /// <summary>The product, element by element.</summary>
    public static Tensor operator *(Tensor left, Tensor right) => Given(left).Mul(Given(right));

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, double right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, long right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, int right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, ulong right) => Given(left).Mul(right);

    /// <summary>The product with a scalar.</summary>
    public static Tensor operator *(Tensor left, Scalar right) => Given(left).Mul(right);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(double left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(long left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(int left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(ulong left, Tensor right) => Given(right).Mul(left);

    /// <summary>The product of a scalar and a tensor.</summary>
    public static Tensor operator *(Scalar left, Tensor right) => Given(right).Mul(left);

    /// <summary>The quotient, element by element.</summary>
    public static Tensor operator /(Tensor left, Tensor right) => Given(left).Div(Given(right));

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, double right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, long right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, int right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, ulong right) => Given(left).Div(right);

    /// <summary>The quotient with a scalar.</summary>
    public static Tensor operator /(Tensor left, Scalar right) => Given(left).Div(right);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(double left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(long left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(int left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(ulong left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The quotient of a scalar and a tensor.</summary>
    public static Tensor operator /(Scalar left, Tensor right) => Given(right).RDiv(left);

    /// <summary>The negative of every element.</summary>
    public static Tensor operator -(Tensor tensor) => Given(tensor).Neg();

    /// <summary>Where the left is less, element by element.</summary>
    public static Tensor operator <(Tensor left, Tensor right) => Given(left).Lt(Given(right));

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, double right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, long right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, int right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, ulong right) => Given(left).Lt(right);

    /// <summary>Where the tensor is less than a scalar.</summary>
    public static Tensor operator <(Tensor left, Scalar right) => Given(left).Lt(right);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(double left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(long left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(int left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(ulong left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is less, of a scalar on the left.</summary>
    public static Tensor operator <(Scalar left, Tensor right) => Given(right).Gt(left);

    /// <summary>Where the left is greater, element by element.</summary>
    public static Tensor operator >(Tensor left, Tensor right) => Given(left).Gt(Given(right));

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, double right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, long right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, int right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, ulong right) => Given(left).Gt(right);

    /// <summary>Where the tensor is greater than a scalar.</summary>
    public static Tensor operator >(Tensor left, Scalar right) => Given(left).Gt(right);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(double left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(long left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(int left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(ulong left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is greater, of a scalar on the left.</summary>
    public static Tensor operator >(Scalar left, Tensor right) => Given(right).Lt(left);

    /// <summary>Where the left is less or equal, element by element.</summary>
    public static Tensor operator <=(Tensor left, Tensor right) => Given(left).Le(Given(right));

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, double right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, long right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, int right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, ulong right) => Given(left).Le(right);

    /// <summary>Where the tensor is less than or equal to a scalar.</summary>
    public static Tensor operator <=(Tensor left, Scalar right) => Given(left).Le(right);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(double left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(long left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(int left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(ulong left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is less or equal, of a scalar on the left.</summary>
    public static Tensor operator <=(Scalar left, Tensor right) => Given(right).Ge(left);

    /// <summary>Where the left is greater or equal, element by element.</summary>
    public static Tensor operator >=(Tensor left, Tensor right) => Given(left).Ge(Given(right));

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, double right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, long right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, int right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, ulong right) => Given(left).Ge(right);

    /// <summary>Where the tensor is greater than or equal to a scalar.</summary>
    public static Tensor operator >=(Tensor left, Scalar right) => Given(left).Ge(right);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(double left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(long left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(int left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(ulong left, Tensor right) => Given(right).Le(left);

    /// <summary>Where the left is greater or equal, of a scalar on the left.</summary>
    public static Tensor operator >=(Scalar left, Tensor right) => Given(right).Le(left);

    /// <summary>What division leaves, with the sign of the divisor, as PyTorch's <c>%</c>; <see cref="Fmod(Tensor)"/> has that of the
    /// dividend, as numbers of C# do.</summary>
    public static Tensor operator %(Tensor left, Tensor right) => Given(left).Remainder(Given(right));

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, double right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, long right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, int right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, ulong right) => Given(left).Remainder(right);

    /// <summary>What division by a scalar leaves, with its sign.</summary>
    public static Tensor operator %(Tensor left, Scalar right) => Given(left).Remainder(right);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(double left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(long left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(int left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(ulong left, Tensor right) => Given(right).RMod(left);

    /// <summary><see cref="RMod(Scalar)"/>.</summary>
    public static Tensor operator %(Scalar left, Tensor right) => Given(right).RMod(left);

    /// <summary>The bits that both have; of truth values whether both are true.</summary>
    public static Tensor operator &(Tensor left, Tensor right) => Given(left).BitwiseAnd(Given(right));

    /// <summary>The bits that at least one has; of truth values whether one is true.</summary>
    public static Tensor operator |(Tensor left, Tensor right) => Given(left).BitwiseOr(Given(right));

    /// <summary>The bits that just one has; of truth values whether they differ.</summary>
    public static Tensor operator ^(Tensor left, Tensor right) => Given(left).BitwiseXor(Given(right));

    /// <summary>The bits that both have.</summary>
    public static Tensor operator &(Tensor left, long right) => Given(left).BitwiseAnd(right);

    /// <summary>The bits that at least one has.</summary>
    public static Tensor operator |(Tensor left, long right) => Given(left).BitwiseOr(right);

    /// <summary>The bits that just one has.</summary>
    public static Tensor operator ^(Tensor left, long right) => Given(left).BitwiseXor(right);

    /// <summary>The bits, further to the left.</summary>
    public static Tensor operator <<(Tensor left, Tensor right) => Given(left).BitwiseLeftShift(Given(right));

    /// <summary>The bits, further to the left.</summary>
    public static Tensor operator <<(Tensor left, long right) => Given(left).BitwiseLeftShift(right);

    /// <summary>The bits, further to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, Tensor right) => Given(left).BitwiseRightShift(Given(right));

    /// <summary>The bits, further to the right, keeping the sign.</summary>
    public static Tensor operator >>(Tensor left, long right) => Given(left).BitwiseRightShift(right);

    /// <summary>Every bit of an integer, and every truth value, the other way.</summary>
    public static Tensor operator ~(Tensor tensor) => Given(tensor).BitwiseNot();

    private static Tensor Given(Tensor operand, [CallerArgumentExpression(nameof(operand))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(operand, name);
        return operand;
    }
}
