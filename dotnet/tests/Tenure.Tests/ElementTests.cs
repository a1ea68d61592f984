using Xunit;

namespace Tenure.Tests;

/// <summary>Single elements: read and written without a tensor for each.</summary>
public sealed class ElementTests : Balanced
{
    [Fact]
    public void ReadingLeavesNoMemberAndTakesNoMemory()
    {
        using var scope = Scope.Open();
        Tensor t = Tensor.Rand(100, 10);
        long bytes = TenureRuntime.Stats().LiveBytes;
        double sum = 0;
        for (int i = 0; i < 100; i++)
        {
            for (int j = 0; j < 10; j++)
            {
                sum += t.GetDouble(i, j);
                t.SetItem(0.0, i, j);
            }
        }
        Assert.Single(scope.Members);
        Assert.Equal(bytes, TenureRuntime.Stats().LiveBytes);
        Assert.True(sum > 0);
        Assert.Equal(0, t.Sum().Item());
    }

    [Fact]
    public void IntegersAndTruthsKeepTheirKind()
    {
        using var scope = Scope.Open();
        Tensor large = Tensor.Of<long>([9007199254740993]);
        Assert.Equal(9007199254740993, large.GetInt64(0));
        Assert.Equal((Scalar)9007199254740993, large.ToScalar());
        large.SetItem(9007199254740995, 0);
        Assert.Equal(9007199254740995, large.ItemInt64());
        Assert.Equal((Scalar)0.5, Tensor.Scalar(0.5, DType.F16).ToScalar());
        Assert.Equal((Scalar)true, Tensor.Of<bool>([true]).ToScalar());
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(2).ToScalar());
        Assert.Throws<DTypeMismatchException>(() => Tensor.Of<float>([0.5f]).GetInt64(0));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(2, 2).GetDouble(1));
    }

    [Fact]
    public void RandomIntegersAreInt64AndIndex()
    {
        using var scope = Scope.Open();
        Assert.Equal(DType.I64, Tensor.RandInt(0, 10, 3).DType);
        Assert.Equal(3, Tensor.Arange(10)[Tensor.RandInt(0, 10, 3)].Size);
        Assert.Equal(DType.I64, Tensor.RandPerm(5).DType);
        Assert.Equal(DType.I64, Tensor.TrilIndices(2, 2).DType);
    }

    [Fact]
    public void ResultsGoIntoTensorsOfTheCallers()
    {
        using var scope = Scope.Open();
        Tensor a = Tensor.Of<float>([1, 2, 3, 4], 2, 2), output = Tensor.Zeros(2, 2);
        long allocations = TenureRuntime.Stats().Allocations;
        a.AddInto(a, output);
        a.MatMulInto(a, output);
        output.ExpInto(output);
        Assert.Equal(allocations, TenureRuntime.Stats().Allocations);
        Assert.Equal(MathF.Exp(7), output.GetDouble(0, 0), 1e-3 * Math.Exp(7));
    }
}
