using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>A shape prints as it is written, and can be passed on as it is.</summary>
public sealed class ShapeTests
{
    [Fact]
    public void AShapePrintsAndComparesByItsSizes()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Zeros(2, 3, 4);
        Assert.Equal("[2, 3, 4]", $"{t.Shape}");
        Assert.Equal("[]", Tensor.Scalar(1).Shape.ToString());
        Assert.Equal("[]", default(Shape).ToString());
        Assert.True(t.Shape == new Shape(2, 3, 4));
        Assert.True(t.Shape != Tensor.Zeros(2, 3).Shape);
        Assert.Equal(t.Shape.GetHashCode(), new Shape(2, 3, 4).GetHashCode());
        Assert.Equal(3, t.Shape.Length);
        Assert.Equal(4, t.Shape[^1]);
        Assert.Equal([3, 4], t.Shape[1..]);
        Assert.True(t.Shape is [2, _, 4]);
        Assert.Equal(24, t.Shape.Aggregate((all, size) => all * size));
    }

    [Fact]
    public void AShapeCanBePassedOn()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Arange(6).Reshape(2, 3);
        Assert.Equal([2, 3], Tensor.Ones(t.Shape).Shape);
        Assert.Equal([2, 3], Tensor.Arange(6).Reshape(t.Shape).Shape);
        long[] sizes = t.Shape;
        sizes[0] = 9; // a copy
        Assert.Equal(2, t.Shape[0]);
    }

    [Fact]
    public void ResourcesPrintWhatTheyAre()
    {
        using Scope scope = Scope.Open();
        Optimizer sgd = Optimizer.Sgd([Tensor.Ones(2)], 0.1);
        Assert.Equal("Optimizer(open)", sgd.ToString());
        sgd.Name = "weights";
        Assert.Equal("Optimizer('weights' open)", sgd.ToString());
        sgd.Dispose();
        Assert.Equal("Optimizer(closed)", sgd.ToString());
    }
}
