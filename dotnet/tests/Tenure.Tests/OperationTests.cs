using Xunit;

namespace Tenure.Tests;

/// <summary>Every method reaches the function of its name, with its arguments in their places. What the functions compute is tested
/// in the core, against NumPy.</summary>
public sealed class OperationTests : Balanced
{
    private static readonly Dictionary<string, (Func<Tensor, Tensor, Tensor> Call, double[] Expected)> Binary = new()
    {
        ["add"] = ((a, b) => a.Add(b), [5, 5]),
        ["sub"] = ((a, b) => a.Sub(b), [-1, 3]),
        ["mul"] = ((a, b) => a.Mul(b), [6, 4]),
        ["div"] = ((a, b) => a.Div(b), [2.0 / 3, 4]),
        ["pow"] = ((a, b) => a.Pow(b), [8, 4]),
        ["maximum"] = ((a, b) => a.Maximum(b), [3, 4]),
        ["minimum"] = ((a, b) => a.Minimum(b), [2, 1]),
        ["eq"] = ((a, b) => a.Eq(b.Sub(1)), [1, 0]),
        ["ne"] = ((a, b) => a.Ne(b.Sub(1)), [0, 1]),
        ["lt"] = ((a, b) => a.Lt(b), [1, 0]),
        ["le"] = ((a, b) => a.Le(b.Sub(1)), [1, 0]),
        ["gt"] = ((a, b) => a.Gt(b), [0, 1]),
        ["ge"] = ((a, b) => a.Ge(b.Sub(1)), [1, 1]),
        ["operator +"] = ((a, b) => a + b, [5, 5]),
        ["operator -"] = ((a, b) => a - b, [-1, 3]),
        ["operator *"] = ((a, b) => a * b, [6, 4]),
        ["operator /"] = ((a, b) => a / b, [2.0 / 3, 4]),
        ["add scalar"] = ((a, _) => a.Add(3), [5, 7]),
        ["sub scalar"] = ((a, _) => a.Sub(3), [-1, 1]),
        ["mul scalar"] = ((a, _) => a.Mul(3), [6, 12]),
        ["div scalar"] = ((a, _) => a.Div(4), [0.5, 1]),
        ["pow scalar"] = ((a, _) => a.Pow(3), [8, 64]),
        ["maximum scalar"] = ((a, _) => a.Maximum(3), [3, 4]),
        ["minimum scalar"] = ((a, _) => a.Minimum(3), [2, 3]),
        ["eq scalar"] = ((a, _) => a.Eq(2), [1, 0]),
        ["ne scalar"] = ((a, _) => a.Ne(2), [0, 1]),
        ["lt scalar"] = ((a, _) => a.Lt(4), [1, 0]),
        ["le scalar"] = ((a, _) => a.Le(2), [1, 0]),
        ["gt scalar"] = ((a, _) => a.Gt(2), [0, 1]),
        ["ge scalar"] = ((a, _) => a.Ge(4), [0, 1]),
        ["scalar on the right"] = ((a, _) => (a + 1) * 2 - 1, [5, 9]),
        ["scalar over"] = ((a, _) => 8 / a, [4, 2]),
        ["scalar minus"] = ((a, _) => 1 - a, [-1, -3]),
        ["scalar plus"] = ((a, _) => 1 + a, [3, 5]),
        ["scalar times"] = ((a, _) => 3 * a, [6, 12]),
        ["over scalar"] = ((a, _) => a / 2, [1, 2]),
        ["negative"] = ((a, _) => -a, [-2, -4]),
        ["neg"] = ((a, _) => a.Neg(), [-2, -4]),
        ["exp"] = ((a, _) => a.Exp(), [Math.Exp(2), Math.Exp(4)]),
        ["log"] = ((a, _) => a.Log(), [Math.Log(2), Math.Log(4)]),
        ["sqrt"] = ((a, _) => a.Sqrt(), [Math.Sqrt(2), 2]),
        ["abs"] = ((a, b) => a.Sub(b).Abs(), [1, 3]),
        ["relu"] = ((a, b) => a.Sub(b).Relu(), [0, 3]),
        ["sigmoid"] = ((a, _) => a.Sigmoid(), [1 / (1 + Math.Exp(-2)), 1 / (1 + Math.Exp(-4))]),
        ["softplus"] = ((a, _) => a.Softplus(), [Math.Log(1 + Math.Exp(2)), Math.Log(1 + Math.Exp(4))]),
        ["tanh"] = ((a, _) => a.Tanh(), [Math.Tanh(2), Math.Tanh(4)]),
        ["where"] = ((a, b) => Tensor.Where(a.Lt(b), a, b.Mul(10)), [2, 10]),
        ["softmax"] = ((a, _) => a.Softmax(), [1 / (1 + Math.Exp(2)), 1 / (1 + Math.Exp(-2))]),
        ["log_softmax"] = ((a, _) => a.LogSoftmax(0), [-Math.Log(1 + Math.Exp(2)), -Math.Log(1 + Math.Exp(-2))]),
    };

    public static TheoryData<string> Names => [.. Binary.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void ElementByElement(string name)
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Of([2.0, 4.0]);
        Tensor b = Tensor.Of([3.0, 1.0]);
        double[] actual = Binary[name].Call(a, b).Cast(DType.F64).ToArray<double>();
        Assert.Equal(Binary[name].Expected.Length, actual.Length);
        foreach ((double expected, double got) in Binary[name].Expected.Zip(actual))
        {
            Assert.Equal(expected, got, 1e-12);
        }
    }

    [Fact]
    public void CreationFillsTheShapeWithTheType()
    {
        using Scope scope = Scope.Open();
        Assert.Equal([0f, 0, 0, 0, 0, 0], Tensor.Zeros(2, 3).ToArray<float>());
        Assert.Equal([2L, 3], Tensor.Zeros(2, 3).Shape);
        Assert.Equal([1, 1], Tensor.Ones(DType.I32, 2).ToArray<int>());
        Assert.Equal([2.5, 2.5], Tensor.Full(DType.F64, 2.5, 2).ToArray<double>());
        Assert.Equal([2.5f], Tensor.Full(2.5, 1).ToArray<float>());
        Assert.Equal([0f, 1, 2], Tensor.Arange(3.0).ToArray<float>());
        Assert.Equal([2L, 4], Tensor.Arange(2, 6, 2, DType.I64).ToArray<long>());
        Assert.Equal([], Tensor.Scalar(3).Shape);
        Assert.Equal(3, Tensor.Scalar(3).Item());
        Assert.Equal(0, Tensor.Zeros(0, 3).Size);
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(-1));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(long.MaxValue, 8));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Arange(0, 3, 0));
        Assert.ThrowsAny<ArgumentException>(() => Tensor.Of([1f, 2], 3));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros((DType)99, 1));
    }

    [Fact]
    public void RandomNumbersFollowTheSeed()
    {
        using Scope scope = Scope.Open();
        TenureRuntime.Seed(7);
        float[] uniform = Tensor.Rand(1000).ToArray<float>();
        double[] normal = Tensor.Randn(DType.F64, 1000).ToArray<double>();
        TenureRuntime.Seed(7);
        Assert.Equal(uniform, Tensor.Rand(1000).ToArray<float>());
        Assert.Equal(normal, Tensor.Randn(DType.F64, 1000).ToArray<double>());
        Assert.All(uniform, value => Assert.InRange(value, 0, 0.9999999f));
        Assert.Contains(normal, value => value < -1);
        Assert.NotEqual(uniform, Tensor.Rand(1000).ToArray<float>());
    }

    [Fact]
    public void PropertiesAnswer()
    {
        using Scope scope = Scope.Open();
        Tensor tensor = Tensor.Zeros(DType.I64, 2, 3, 4);
        Assert.Equal((3, 24, 192), (tensor.Rank, tensor.Size, tensor.NBytes));
        Assert.Equal([12L, 4, 1], tensor.Strides);
        Assert.Equal((DType.I64, Device.Cpu, true), (tensor.DType, tensor.Device, tensor.IsContiguous));
        Assert.Equal("cpu", tensor.Device.ToString());
        Assert.Equal("cuda:1", Device.Cuda(1).ToString());
        Assert.Equal(1, tensor.UseCount);
        Tensor alias = tensor.Alias();
        Assert.Equal(2, tensor.UseCount);
        tensor.Dispose();
        Assert.Equal((1, 24), (alias.UseCount, alias.Size));
        Assert.NotEmpty(TenureRuntime.Version);
    }

    [Fact]
    public void ShapesOfSixteenAxesCross()
    {
        using Scope scope = Scope.Open();
        Assert.Equal(16, Tensor.MaxRank);
        long[] shape = [1, 2, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 2];
        Tensor tensor = Tensor.Arange(24).Reshape(shape);
        Assert.Equal((16, 24), (tensor.Rank, tensor.Size));
        Assert.Equal(shape, tensor.Shape);
        Assert.Equal([24L, 12, 12, 12, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 2, 1], tensor.Strides);
        Tensor turned = tensor.Permute([.. Enumerable.Range(0, 16).Select(axis => 15L - axis)]);
        Assert.Equal([.. shape.Reverse()], turned.Shape);
        Assert.Equal(21, turned.GetInt64(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0));
        tensor.SetItem(7, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1);
        Assert.Equal(7, turned.GetInt64(1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0));
        Assert.Equal(shape, Tensor.Of(new float[24], shape).Shape);
        long[] more = [.. Enumerable.Repeat(1L, 17)];
        Assert.Throws<InvalidArgumentException>(() => Tensor.Zeros(more));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Of([1f], more));
        Assert.Throws<InvalidArgumentException>(() => Tensor.Ones(1).Reshape(more));
        Assert.Throws<InvalidArgumentException>(() => tensor.Unsqueeze(0));
    }

    [Fact]
    public void ViewsShareAndCopiesDoNot()
    {
        using Scope scope = Scope.Open();
        Tensor base6 = Tensor.Arange(6.0).Reshape(2, -1);
        Assert.Equal([2L, 3], base6.Shape);
        Assert.Equal([0f, 3, 1, 4, 2, 5], base6.Permute(1, 0).ToArray<float>());
        Assert.Equal([0f, 3, 1, 4, 2, 5], base6.Transpose().ToArray<float>());
        Assert.False(base6.Transpose().IsContiguous);
        Assert.True(base6.Transpose().Contiguous().IsContiguous);
        Assert.Equal([0f, 2, 3, 5], base6.Slice(1, 0, 3, 2).ToArray<float>());
        Assert.Equal([3f, 4, 5], base6.Select(0, -1).ToArray<float>());
        Assert.Equal([2L, 1, 3], base6.Unsqueeze(1).Shape);
        Assert.Equal([2L, 3], base6.Unsqueeze(1).Squeeze(1).Shape);
        Assert.Equal([2L, 3], base6.Unsqueeze(0).Unsqueeze(3).Squeeze().Shape);
        Assert.Equal([0f, 0, 0, 3, 3, 3], base6.Slice(1, 0, 1).Expand(-1, 3).ToArray<float>());
        Tensor copy = base6.Copy();
        base6.Select(0, 0).Fill(9);
        Assert.Equal([9f, 9, 9, 3, 4, 5], base6.ToArray<float>());
        Assert.Equal([0f, 1, 2, 3, 4, 5], copy.ToArray<float>());
        Assert.Equal([0, 1, 2, 3, 4, 5], copy.Cast(DType.I32).Reshape(6).ToArray<int>());
        Assert.Equal(Device.Cpu, copy.ToDevice(Device.Cpu).Device);
        Assert.Throws<TensorException>(() => copy.ToDevice(Device.Cuda()));
    }

    [Fact]
    public void ReductionsTakeAxes()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of([3f, 1, 2, 4, 6, 5], 2, 3);
        Assert.Equal(21, t.Sum().Item());
        Assert.Equal([7f, 7, 7], t.Sum(0).ToArray<float>());
        Assert.Equal([2f, 5], t.Mean(-1).ToArray<float>());
        Assert.Equal([2L, 1], t.Mean(keepDim: true, 1).Shape);
        Assert.Equal([1L, 1], t.Max(keepDim: true).Shape);
        Assert.Equal([3f, 6], t.Max(1).ToArray<float>());
        Assert.Equal([1f, 4], t.Min(1).ToArray<float>());
        Assert.Equal([0L, 1], t.ArgMax(1).ToArray<long>());
        Assert.Equal(21, t.Sum(0, 1).Item());
        Assert.Throws<InvalidArgumentException>(() => t.Sum(0, 0));
    }

    [Fact]
    public void ProductsJoinsAndLosses()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Of([1f, 2, 3, 4], 2, 2);
        Tensor b = Tensor.Of([5f, 6, 7, 8], 2, 2);
        Assert.Equal([19f, 22, 43, 50], a.MatMul(b).ToArray<float>());
        Assert.Equal([1f, 2, 5, 6, 3, 4, 7, 8], Tensor.Concat([a, b], 1).ToArray<float>());
        Assert.Equal([2L, 2, 2], Tensor.Stack([a, b]).Shape);
        Assert.Equal([3f, 4, 1, 2], a.IndexSelect(0, Tensor.Of([1L, 0])).ToArray<float>());
        Assert.Equal([0L, 1, 1, 0], Tensor.Of([1L, 0]).OneHot().ToArray<long>());
        Assert.Equal([1L, 3], Tensor.Of([1L]).OneHot(3).Shape);
        Tensor targets = Tensor.Of([1L, 0]);
        double direct = a.CrossEntropy(targets).Item();
        Assert.Equal(direct, a.LogSoftmax().NllLoss(targets).Item(), 1e-6);
        Assert.Equal((Math.Log(1 + Math.Exp(-1)) + Math.Log(1 + Math.Exp(1))) / 2, direct, 1e-6);
        Assert.Throws<InvalidArgumentException>(() => a.CrossEntropy(Tensor.Of([2L, 0])));
        Assert.Throws<ShapeMismatchException>(() => a.MatMul(Tensor.Ones(3, 2)));
        Assert.ThrowsAny<ArgumentException>(() => Tensor.Concat([]));
    }

    [Fact]
    public void InPlaceChangesTheReceiverAndReturnsNothing()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of([1f, 2]);
        Tensor other = Tensor.Of([2f, 4]);
        t.AddInPlace(other);
        Assert.Equal([3f, 6], t.ToArray<float>());
        t.SubInPlace(Tensor.Ones(1));
        Assert.Equal([2f, 5], t.ToArray<float>());
        t.MulInPlace(other);
        Assert.Equal([4f, 20], t.ToArray<float>());
        t.DivInPlace(other);
        Assert.Equal([2f, 5], t.ToArray<float>());
        t.AddInPlace(2);
        t.SubInPlace(1);
        t.MulInPlace(4);
        t.DivInPlace(2);
        Assert.Equal([6f, 12], t.ToArray<float>());
        t.Fill(8);
        Assert.Equal([8f, 8], t.ToArray<float>());
        t.Zero();
        Assert.Equal([0f, 0], t.ToArray<float>());
        Assert.Throws<DTypeMismatchException>(() => Tensor.Ones(DType.I32, 2).AddInPlace(other));
        Assert.Throws<ShapeMismatchException>(() => t.AddInPlace(Tensor.Ones(3)));
        Assert.Equal(5, Tensors);
    }

    [Fact]
    public void ATensorPrintsAsNumPyDoes()
    {
        using Tensor tensor = Tensor.Arange(6.0).Reshape(2, 3);
        Assert.Equal("[[0. 1. 2.]\n [3. 4. 5.]]", tensor.ToString());
        using Tensor large = Tensor.Full(1e-7, 30, 30);
        // Longer than the first buffer: all 900 must come.
        Assert.Equal(901, large.ToString().Split("1.e-07").Length);
        tensor.Dispose();
        Assert.Equal("Tensor(closed)", tensor.ToString());
    }
}
