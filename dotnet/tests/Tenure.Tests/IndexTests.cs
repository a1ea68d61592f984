using Xunit;

namespace Tenure.Tests;

/// <summary>Brackets: windows by an index, and writing into them; and the operators that compare.</summary>
public sealed class IndexTests : Balanced
{
    [Fact]
    public void PartsAreRangesNumbersAndText()
    {
        using var scope = Scope.Open();
        Tensor t = scope.Arange(24).Cast(DType.F32).Reshape(2, 3, 4);
        Assert.Equal([4, 8], t[0, 1..3, 0].ToArray<float>());
        Assert.Equal([2, 2, 2], t[.., "::2", ..^2].Shape.ToArray());
        Assert.Equal([11, 23], t[TensorIndex.Ellipsis, ^1, -1].ToArray<float>());
        Assert.Equal([1, 2, 1, 2, 4], t[TensorIndex.NewAxis, .., TensorIndex.NewAxis, 1..].Shape.ToArray());
        Assert.Equal([20, 21, 22, 23], t[1, 2].ToArray<float>());
        Assert.Equal(0, t[^0..].Size);
        Assert.Equal([2, 2, 4], t[TensorIndex.All, TensorIndex.Slice(end: 3, step: 2)].Shape.ToArray());
        Assert.Equal([23, 19, 15], t[^1, TensorIndex.Slice(step: -1), ^1].ToArray<float>());
        Assert.Equal([8, 4], t[0, TensorIndex.Slice(2, 0, -1), 0].ToArray<float>());
        Assert.Equal(("1:-1", "^0"), (((TensorIndex)(1..^1)).ToString(), ((TensorIndex)(^0)).ToString()));
        Assert.True((TensorIndex)0 == (TensorIndex)"0" && (TensorIndex)0 != TensorIndex.All);
    }

    [Fact]
    public void WhatIsWrittenIsInTheTensor()
    {
        using var scope = Scope.Open();
        Tensor t = scope.Zeros(2, 3);
        t[0, 1..] = scope.Of<float>([5]);
        t[1] = scope.Of<float>([1, 2, 3]);
        t["..., 0"] = scope.Of<float>([7]);
        Assert.Equal([7, 5, 5, 7, 2, 3], t.ToArray<float>());
        Tensor u = scope.Zeros(3);
        u["::-1"] = scope.Of<float>([1, 2, 3]);
        Assert.Equal([3, 2, 1], u.ToArray<float>());
        t[t > 4] = scope.Of<float>([0]);
        Assert.Equal([0, 0, 0, 0, 2, 3], t.ToArray<float>());
    }

    [Fact]
    public void MasksAndListsOfIndicesCopy()
    {
        using var scope = Scope.Open();
        Tensor t = scope.Of<float>([5, -1, 3, -2]);
        Assert.Equal([5, 3], t[t > 0].ToArray<float>());
        Assert.Equal([-2, 5], t[scope.Of<int>([3, 0])].ToArray<float>());
        Assert.Equal([3], t[(t > 0) & (t < 4)].ToArray<float>());
        Assert.Equal([-1, -2], t[~(t > 0)].ToArray<float>());
        Assert.Equal([1, 1, 1, 0], (t % 2).ToArray<float>());
        Assert.Equal([2, 0, 1, -1], (7 % t).ToArray<float>());
        Assert.Equal([5, 3], t[0 <= t].ToArray<float>());
    }

    [Fact]
    public void WhatIsOutOfRangeIsRefusedAndNothingIsWritten()
    {
        using var scope = Scope.Open();
        Tensor t = scope.Of<float>([1, 2, 3]);
        Assert.EndsWith("index ^0 is out of range for axis 0 of shape [3]", Refused(() => t[^0]));
        Assert.EndsWith("index ^0 is out of range for axis 0 of shape [3]", Refused(() => t[^0] = scope.Of<float>([9])));
        Assert.EndsWith("index ^4 is out of range for axis 0 of shape [3]", Refused(() => t[^4]));
        Assert.EndsWith("index 3 is out of range for axis 1 of shape [2,3]", Refused(() => scope.Zeros(2, 3)[0, 3]));
        Assert.EndsWith("index ^0 is out of range for axis 1 of shape [2,3]", Refused(() => scope.Zeros(2, 3)[.., ^0]));
        Assert.EndsWith("index ^0 is out of range for axis 0 of shape [0]", Refused(() => scope.Zeros(0)[^0]));
        Assert.Equal([1, 2, 3], t.ToArray<float>());
        Assert.Equal([0L, 0, 3], [t[^0..].Size, t[3..^0].Size, t[..9].Size]);

        // An axis longer than an int: what begins behind its end has nothing.
        Assert.Equal(0, scope.Zeros(1).Expand(1L << 33)[^0..].Size);

        static string Refused(Func<object> body) => Assert.Throws<InvalidArgumentException>(body).Message;
    }

    [Fact]
    public void ANumberIsWrittenIntoAWindow()
    {
        using var scope = Scope.Open();
        Tensor t = scope.Zeros(2, 3);
        t[0] = 5;
        t[1, ^1] = -2.5;
        t[t < 0] = 7;
        Assert.Equal([5, 5, 5, 0, 0, 7], t.ToArray<float>());
    }

    [Theory]
    [InlineData("0, 0, 0")]
    [InlineData("1.5")]
    [InlineData("...,...")]
    [InlineData("::0")]
    [InlineData("-3")]
    public void WhatIsNoIndexIsRefused(string wrong)
    {
        using var scope = Scope.Open();
        Tensor t = scope.Zeros(2, 3);
        Assert.Throws<InvalidArgumentException>(() => t[wrong]);
        Assert.Throws<InvalidArgumentException>(() => t[wrong] = t);
        Assert.Throws<ShapeMismatchException>(() => t[0] = t);
        Assert.Equal(new float[6], t.ToArray<float>());
    }
}
