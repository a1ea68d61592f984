using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>Spans over native memory: they hold what they show.</summary>
public sealed class ViewTests : Balanced
{
    [Fact]
    public void AViewReadsAndWritesInPlace()
    {
        using Tensor tensor = Tensor.Arange(6.0).Reshape(2, 3);
        using (TensorView<float> view = tensor.View<float>())
        {
            Assert.Equal([0f, 1, 2, 3, 4, 5], view.Span.ToArray());
            view[5] = 50;
            Assert.Equal(6, view.Length);
        }
        Assert.Equal(50f, tensor.ToArray<float>()[5]);
        tensor.Access<float>(elements => elements.Fill(7));
        Assert.Equal(42, tensor.Sum().Item());
    }

    [Fact]
    public void AViewOutlivesItsTensorAndScope()
    {
        Scope scope = Scope.Open();
        Tensor tensor = Tensor.Full(3, 1000);
        TensorView<float> view = tensor.View<float>();
        Assert.Equal(2, tensor.UseCount);
        tensor.Dispose();
        scope.Close();
        using (Tensor other = Tensor.Full(-1, 1000))
        {
            Assert.Equal(3000f, Sum(view.Span));
        }
        view.Dispose();
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public void AViewNobodyDisposesIsNotTheCollectors()
    {
        ulong pinned = ViewAndForget();
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
        }
        // A span may still be reading there, of which the collector knows nothing.
        using (var found = new Tensor(pinned, null))
        {
            Assert.Equal(3000, found.Sum().Item());
        }
        CollectUntil(() => Tensors == 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static ulong ViewAndForget()
        {
            using Tensor tensor = Tensor.Full(3, 1000);
            return tensor.View<float>().Pin.Handle;
        }
    }

    [Fact]
    public void ADisposedViewRefusesAndItsCopyFreesNothingTwice()
    {
        using Tensor tensor = Tensor.Full(3, 4);
        TensorView<float> view = tensor.View<float>();
        TensorView<float> copy = view;
        copy.Dispose();
        view.Dispose();
        view.Dispose();
        Assert.Equal(1, tensor.UseCount);
        bool refused = false;
        try
        {
            _ = view.Span;
        }
        catch (ObjectDisposedException)
        {
            refused = true;
        }
        Assert.True(refused);
        default(TensorView<float>).Dispose();
    }

    [Fact]
    public void AViewOfWhatIsNoSpanIsRefused()
    {
        using Scope scope = Scope.Open();
        Tensor tensor = Tensor.Arange(6.0).Reshape(2, 3);
        Assert.Throws<DTypeMismatchException>(() => tensor.View<int>().Dispose());
        Assert.Throws<InvalidArgumentException>(() => tensor.Transpose().View<float>().Dispose());
        Tensor closed = Tensor.Ones(1);
        closed.Dispose();
        Assert.ThrowsAny<ObjectDisposedException>(() => closed.View<float>().Dispose());
        Assert.Throws<DTypeMismatchException>(() => tensor.View<char>().Dispose());
        // Those of Arange, Reshape and Transpose: a refused view leaves none behind.
        Assert.Equal(3, tensor.UseCount);
    }

    [Fact]
    public void CopiesGoInAndOutWhateverTheStrides()
    {
        using Scope scope = Scope.Open();
        Tensor tensor = Tensor.Of([1, 2, 3, 4, 5, 6], 2, 3);
        Tensor turned = tensor.Transpose();
        Assert.Equal([1, 4, 2, 5, 3, 6], turned.ToArray<int>());
        turned.CopyFrom<int>([10, 40, 20, 50, 30, 60]);
        Assert.Equal([10, 20, 30, 40, 50, 60], tensor.ToArray<int>());
        int[] places = new int[6];
        tensor.CopyTo<int>(places);
        Assert.Equal([10, 20, 30, 40, 50, 60], places);
        Assert.Throws<ShapeMismatchException>(() => tensor.CopyTo<int>(new int[5]));
        Assert.Throws<ShapeMismatchException>(() => tensor.CopyFrom<int>(new int[7]));
        Assert.Throws<DTypeMismatchException>(() => tensor.ToArray<float>());
        Assert.Throws<DTypeMismatchException>(() => tensor.CopyFrom<float>(new float[6]));
        Assert.Equal([10, 20, 30, 40, 50, 60], tensor.ToArray<int>());
    }

    [Fact]
    public void EveryElementTypeGoesInAndOut()
    {
        using Scope scope = Scope.Open();
        Check<float>([1.5f, float.NaN, -0f], DType.F32, "float32");
        Check<double>([1.5, double.PositiveInfinity], DType.F64, "float64");
        Check<int>([int.MinValue, 7], DType.I32, "int32");
        Check<long>([long.MaxValue, -7], DType.I64, "int64");
        Check<byte>([0, 255], DType.U8, "uint8");
        Check<bool>([true, false, true], DType.Bool, "bool");
        Check<Half>([(Half)1.5f, Half.NaN, Half.MaxValue, Half.Epsilon], DType.F16, "float16");
        Check<sbyte>([-128, 0, 127], DType.I8, "int8");
        Check<short>([short.MinValue, 7], DType.I16, "int16");
        Check<ushort>([0, ushort.MaxValue], DType.U16, "uint16");
        Check<uint>([0, uint.MaxValue], DType.U32, "uint32");
        Check<ulong>([0, ulong.MaxValue], DType.U64, "uint64");
        Assert.Equal(Scalar.Create(ulong.MaxValue), Tensor.Of([1ul, ulong.MaxValue]).Max().ToScalar());
        Assert.Equal([ulong.MaxValue], (Tensor.Of([1ul]) + (ulong.MaxValue - 1)).ToArray<ulong>());

        static void Check<T>(T[] values, DType dtype, string name) where T : unmanaged
        {
            Tensor tensor = Tensor.Of(values);
            Assert.Equal(dtype, tensor.DType);
            Assert.Equal(name, tensor.DType.Name());
            Assert.Equal([values.Length], tensor.Shape);
            Assert.Equal(values.Length * Unsafe.SizeOf<T>(), tensor.NBytes);
            Assert.Equal(values, tensor.ToArray<T>());
        }
    }

    [Fact]
    public void FloatsGoIntoTypesThatDotNetLacksAndOutOfThem()
    {
        using Scope scope = Scope.Open();
        float[] floats = [1.5f, 0.1f, float.NaN, 65520, -1e30f];
        Tensor brain = Tensor.Of<float>(DType.BF16, floats, 5);
        Assert.Equal(10, brain.NBytes);
        Assert.Equal([1.5f, 0.10009765625f, float.NaN, 65536, -1.0002555517425873e30f], brain.ToArray<float>());
        brain.CopyFrom<float>([1, 2, 3, 4, 0.1f]);
        float[] places = new float[5];
        brain.CopyTo<float>(places);
        Assert.Equal([1, 2, 3, 4, 0.10009765625f], places);
        Tensor half = scope.Of<float>(DType.F16, floats, 5);
        Assert.Equal([(Half)1.5f, (Half)0.1f, Half.NaN, Half.PositiveInfinity, Half.NegativeInfinity], half.ToArray<Half>());
        Assert.Equal(float.PositiveInfinity, half.ToArray<float>()[3]);
        Assert.Throws<DTypeMismatchException>(() => half.ToArray<double>());
        Assert.Throws<DTypeMismatchException>(() => brain.ToArray<Half>());
        Assert.Throws<DTypeMismatchException>(() => half.View<float>());
        Assert.Throws<ShapeMismatchException>(() => Tensor.Of<float>(DType.F16, floats, 4));
        Assert.Throws<ShapeMismatchException>(() => half.CopyTo<float>(new float[4]));
    }

    private static float Sum(Span<float> elements)
    {
        float sum = 0;
        foreach (float element in elements)
        {
            sum += element;
        }
        return sum;
    }
}
