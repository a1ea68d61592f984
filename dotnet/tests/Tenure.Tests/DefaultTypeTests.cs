using Xunit;

namespace Tenure.Tests;

/// <summary>The dtype of what is made without one: the table in docs/concepts/dtypes.md.</summary>
public sealed class DefaultTypeTests
{
    [Fact]
    public void ArraysKeepTheTypeOfTheirElements()
    {
        using Scope scope = Scope.Open();
        Assert.Equal(DType.F64, Tensor.Of([1.0, 2]).DType);
        Assert.Equal(DType.F32, Tensor.Of([1f, 2]).DType);
        Assert.Equal(DType.I32, Tensor.Of([1, 2]).DType);
        Assert.Equal(DType.I64, scope.Of([1L, 2]).DType);
        Assert.Equal(DType.F32, Tensor.Of(DType.F32, (ReadOnlySpan<double>)[1.0, 2]).DType);
    }

    [Fact]
    public void WhatCountsIsInt64()
    {
        using Scope scope = Scope.Open();
        Tensor[] counts =
        [
            Tensor.Arange(3), Tensor.Arange(1, 3), scope.Arange(0, 4, 2), Tensor.RandInt(0, 5, 2, 2),
            scope.RandInt([2], 0, 5), Tensor.RandPerm(4), Tensor.TrilIndices(2, 2), scope.TriuIndices(2, 3, 1),
        ];
        Assert.All(counts, one => Assert.Equal(DType.I64, one.DType));
        Assert.Equal(DType.F32, Tensor.RandPerm(4, DType.F32).DType);
    }

    [Fact]
    public void AllElseIsFloat32()
    {
        using Scope scope = Scope.Open();
        Tensor[] floats =
        [
            Tensor.Zeros(2), Tensor.Full(1, 2), Tensor.Scalar(1), Tensor.Eye(2), scope.Eye(2, 3), Tensor.LinSpace(0, 1, 3),
            Tensor.LogSpace(0, 1, 3), Tensor.Arange(2.5), Tensor.Arange(0, 1, 0.5), Tensor.Rand(2), Tensor.Normal(0, 1, 2),
            Tensor.FftFreq(4),
        ];
        Assert.All(floats, one => Assert.Equal(DType.F32, one.DType));
        Assert.Equal([2, 2], Tensor.Eye(2).Shape);
    }

    [Fact]
    public void AxesMayBeSeparateNumbers()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Of([1.0, 2, 3, 6], 2, 2);
        Assert.Equal([2, 8], x.Var(0).ToArray<double>());
        Assert.Equal([1, 2], x.Std(true, 0).Shape);
        Assert.Equal([3, 6], x.Norm(double.PositiveInfinity, 0).ToArray<double>());
        Assert.Equal([2, 4], x.Quantile(0.5, 0).ToArray<double>());
        Assert.Equal(4, x.Norm(0).Item());
        Assert.Equal(x.Std([0]).ToArray<double>(), x.Std(0).ToArray<double>());
    }
}
