// Arrays of several dimensions and arrays of arrays, in and out; texts with options; numbers beside bits.

using Xunit;

namespace Tenure.Tests;

public sealed class ArrayTests : Balanced
{
    [Fact]
    public void Arrays_of_several_dimensions_come_back_as_they_went()
    {
        using Scope scope = Scope.Open();
        float[,] two = { { 1, 2, 3 }, { 4, 5, 6 } };
        Tensor matrix = Tensor.Of(two);
        Assert.Equal([2, 3], matrix.Shape);
        Assert.Equal(two, matrix.ToArray2D<float>());
        Assert.Equal(new float[,] { { 1, 4 }, { 2, 5 }, { 3, 6 } }, matrix.Transpose().ToArray2D<float>());
        double[,,] three = { { { 1, 2 } }, { { 3, 4 } } };
        Assert.Equal(three, scope.Of(three).ToArray3D<double>());
        long[,,,] four = { { { { 1L << 60 } } } };
        Assert.Equal(four, Tensor.Of(four).ToArray4D<long>());
        bool[,] truths = { { true, false } };
        Assert.Equal(truths, Tensor.Of(truths).ToArray2D<bool>());
        Assert.Equal([0, 5], Tensor.Of(new int[0, 5]).Shape);
        Assert.Equal(two, Tensor.Of<float>([[1, 2, 3], [4, 5, 6]]).ToArray2D<float>());
        Assert.Equal(two, scope.Of(new float[][] { [1, 2, 3], [4, 5, 6] }).ToArray2D<float>());
        Assert.Equal([0, 0], Tensor.Of(Array.Empty<float[]>()).Shape);
    }

    [Fact]
    public void Without_a_shape_there_is_one_axis()
    {
        using Scope scope = Scope.Open();
        float[] three = [1, 2, 3];
        Assert.Equal([3], Tensor.Of<float>(DType.BF16, three).Shape);
        Assert.Equal([3], scope.Of<float>(DType.F16, three).Shape);
        Assert.Equal(three, Tensor.Of<float>(DType.BF16, three).ToArray<float>());
        Assert.Equal([0], Tensor.Of<float>(DType.BF16, []).Shape);
        Assert.Equal(Array.Empty<long>(), Tensor.Of<float>(DType.BF16, [5], Array.Empty<long>()).Shape);
    }

    [Fact]
    public void Arrays_that_are_no_tensors_are_refused()
    {
        using Scope scope = Scope.Open();
        ShapeMismatchException ragged = Assert.Throws<ShapeMismatchException>(() => Tensor.Of(new float[][] { [1], [1, 2] }));
        Assert.Equal("rows[1] has 2 elements, and those before it have 1", ragged.Message);
        Assert.Throws<ArgumentNullException>(() => Tensor.Of(new float[][] { [1], null! }));
        Assert.Throws<ArgumentNullException>(() => Tensor.Of((float[,])null!));
        Tensor t = Tensor.Ones(2, 3);
        ShapeMismatchException flat = Assert.Throws<ShapeMismatchException>(() => t.ToArray3D<float>());
        Assert.Equal("shape [2,3] has 2 axes, the array 3", flat.Message);
        Assert.Throws<DTypeMismatchException>(() => t.ToArray2D<double>());
    }

    [Fact]
    public void Texts_obey_their_options()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of(new double[,] { { 1.23456, 2 }, { 3, 4 } });
        Assert.Equal("[[1.23 2.  ]\n [3.   4.  ]]", t.ToString(2));
        Assert.Equal("[0 ... 9]", Tensor.Arange(10, DType.I64).ToString(8, threshold: 5, edgeItems: 1));
        Assert.Equal("[0 1\n 2 3]", Tensor.Arange(4, DType.I64).ToString(8, lineWidth: 5));
        Assert.Throws<InvalidArgumentException>(() => t.ToString(-1));
        string digits = Tensor.Full(DType.F64, Device.Cpu, 1 / 3.0, 400).ToString(17, threshold: 9999);
        Assert.Equal(400, digits.Split("0.3333333333333333").Length - 1);
        t.Dispose();
        Assert.Equal("Tensor(closed)", t.ToString(2));
    }

    [Fact]
    public void Numbers_stand_beside_bits()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of<int>([1, 6, -8]);
        Assert.Equal([1, 2, 0], (t & 3).ToArray<int>());
        Assert.Equal([9, 14, -8], (t | 8).ToArray<int>());
        Assert.Equal([0, 7, -7], (t ^ 1).ToArray<int>());
        Assert.Equal([2, 12, -16], (t << 1).ToArray<int>());
        Assert.Equal([0, 3, -4], (t >> 1).ToArray<int>());
        Assert.Equal([2, 12, -16], (t << Tensor.Of<int>([1])).ToArray<int>());
        Assert.Equal([0, 3, -4], (t >> Tensor.Of<int>([1])).ToArray<int>());
    }

    [Fact]
    public void RowsAreCopiedToAndFromAPartOfAnArray()
    {
        using Tensor columns = Tensor.Of<long>([1, 2, 3, 4, 5, 6], 3, 2);
        using Tensor t = columns.Transpose(); // [[1, 3, 5], [2, 4, 6]]
        long[] all = new long[10];
        t.CopyTo(all, 3);
        Assert.Equal([0, 0, 0, 1, 3, 5, 2, 4, 6, 0], all);
        long[] apart = new long[10];
        t.CopyTo(apart.AsSpan(1), 0, 5);
        Assert.Equal([0, 1, 3, 5, 0, 0, 2, 4, 6, 0], apart);
        apart[7] = 1L << 60;
        t.CopyFrom(apart, 1, rowStride: 5);
        Assert.Equal(1L << 60, t.GetInt64(1, 1));
        t.CopyFrom<long>(all.AsSpan(), 3);
        Assert.Equal([1, 3, 5, 2, 4, 6], t.ToArray<long>());
        string text = Assert.Throws<ShapeMismatchException>(() => t.CopyTo(all, 5)).Message;
        Assert.Contains("in rows 3 apart, from element 5 on, ends at element 11; the buffer has 10", text);
        Assert.Contains("one is negative", Assert.Throws<InvalidArgumentException>(() => t.CopyTo(all, -1)).Message);
        Assert.Throws<InvalidArgumentException>(() => t.CopyTo(all, 0, 2));
        Assert.Throws<DTypeMismatchException>(() => t.CopyTo(new int[6], 0));
        Assert.Throws<ShapeMismatchException>(() => t.CopyFrom(new long[6], 1));
        Assert.Throws<ArgumentNullException>(() => t.CopyTo((long[])null!, 0));
    }
}
