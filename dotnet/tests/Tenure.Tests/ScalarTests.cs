using System.Numerics;
using Xunit;

namespace Tenure.Tests;

/// <summary>Numbers beside tensors are what they were written as, of every type that C# has.</summary>
public class ScalarTests
{
    private const long Odd = 9007199254740993;

    [Fact]
    public void IntegersAreExactByMethodAndByOperator()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of(new[] { Odd });
        Assert.Equal(1, t.Eq(Odd).ItemInt64());
        Assert.Equal(Odd + 2, (t + 2).ItemInt64());
        Assert.Equal(Odd + 2, (2L + t).ItemInt64());
        Assert.Equal(Odd - 1, (t - 1UL).ItemInt64());
        Assert.Equal(Odd, Tensor.Full(DType.I64, Odd).ItemInt64());
        Assert.Equal(0, (t > Odd).ItemInt64());
        Assert.Equal(1, (t > (Odd - 1)).ItemInt64());
        Assert.Equal(DType.F32, (t + 0.5).DType);
        Assert.Equal(DType.F32, (t + (Half)0.5).DType);
        Assert.Equal(DType.I64, (t + (short)1).DType);
        Assert.Equal(DType.Bool, Tensor.Where(Tensor.Full(DType.Bool, true, 2), true, false).DType);
    }

    [Fact]
    public void AnUnsignedIntegerThatNoElementHoldsIsRefusedAndCompared()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of(new[] { Odd });
        InvalidArgumentException refused = Assert.Throws<InvalidArgumentException>(() => t.Add(ulong.MaxValue));
        Assert.Contains("18446744073709551615 is out of range for int64", refused.Message);
        Assert.Equal(1, (t < ulong.MaxValue).ItemInt64());
    }

    [Fact]
    public void ANumberOfAGenericTypeIsWhatItIs()
    {
        Assert.Equal<Scalar>(Odd, Scalar.Create(Odd));
        Assert.Equal<Scalar>(7, Scalar.Create((byte)7));
        Assert.Equal<Scalar>(-7, Scalar.Create((sbyte)-7));
        Assert.Equal<Scalar>(ulong.MaxValue, Scalar.Create(ulong.MaxValue));
        Assert.Equal<Scalar>(7, Scalar.Create(new BigInteger(7)));
        Assert.Equal<Scalar>(2.0, Scalar.Create(2f));
        Assert.Equal<Scalar>(0.5, Scalar.Create((Half)0.5));
        Assert.Equal<Scalar>(2.5, Scalar.Create(2.5m));
        Assert.Equal<Scalar>(double.NaN, Scalar.Create(double.NaN));
        Assert.Throws<OverflowException>(() => Scalar.Create(BigInteger.Pow(2, 64)));
        Assert.Equal("9007199254740993", Scalar.Create(Odd).ToString());
    }

    [Fact]
    public void ASeriesOfIntegersIsOfIntegers()
    {
        using Scope scope = Scope.Open();
        Assert.Equal([Odd, Odd + 1], Tensor.Arange(Odd, Odd + 2).ToArray<long>());
        Assert.Equal(DType.F32, Tensor.Arange(0, 2.0).DType);
        Assert.Equal(DType.U8, Tensor.Arange(3, DType.U8).DType);
    }
}
