using System.Runtime.InteropServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>What a program may do with memory that was shown to it, and what the core makes of it.</summary>
public sealed class ExportTests : Balanced
{
    [Fact]
    public void EveryByteOfABooleanBut0IsTrue()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Zeros(DType.Bool, 4);
        t.Access<bool>(elements => new byte[] { 2, 0, 255, 1 }.CopyTo(MemoryMarshal.AsBytes(elements)));
        Assert.Equal(3, t.Sum().Item());
        Assert.Equal(0.75, t.Mean().Item());
        Assert.Equal(1, t.Max().Item());
        Assert.Equal([1, 0, 1, 1], t.Cast(DType.I32).ToArray<int>());
        Assert.Equal("[ True False  True  True]", t.ToString());
        byte[] bytes = MemoryMarshal.AsBytes<bool>(t.ToArray<bool>()).ToArray();
        Assert.Equal([1, 0, 1, 1], bytes);
        (t + Tensor.Zeros(DType.Bool, 4)).Read<bool>(sum => Assert.Equal(1, MemoryMarshal.AsBytes(sum)[0]));
    }

    [Fact]
    public void ATensorsOwnMemoryIsASpanToo()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Of([1, 2, 3, 4], 2, 2);
        t.Access<int>(own => t.CopyTo(own));
        Assert.Equal([1, 2, 3, 4], t.ToArray<int>());
        t.Access<int>(own => t.Transpose().CopyTo(own));
        Assert.Equal([1, 3, 2, 4], t.ToArray<int>());
        t.Read<int>(own => t.Transpose().CopyFrom(own));
        Assert.Equal([1, 2, 3, 4], t.ToArray<int>());
    }

    [Fact]
    public void MemoryHandedOutToBeWrittenIsNoLongerWhatATapeSaved()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Of([3f, -4f]);
        Tape tape = Tape.Open();
        Tensor w = tape.Watch(x);
        Tensor loss = (w * w).Sum();
        x.View<float>().Dispose();
        var error = Assert.Throws<InvalidArgumentException>(() => tape.Backward(loss, w));
        Assert.Contains("or its memory handed out to be written", error.Message);
    }

    [Fact]
    public void LookingIsNoWrite()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Of([3f, -4f]);
        Tape tape = Tape.Open();
        Tensor w = tape.Watch(x);
        Tensor loss = (w * w).Sum();
        x.Read<float>(elements => Assert.Equal(-4f, elements[1]));
        Assert.Equal([3f, -4f], x.ToArray<float>());
        Assert.Equal(25, loss.Item());
        Assert.Equal([6f, -8f], tape.Backward(loss, w)[0].ToArray<float>());
        Assert.Throws<DTypeMismatchException>(() => x.Read<int>(_ => { }));
    }

    /// <summary>The header was parsed once a tensor: twenty thousand took minutes. The wait is there to end that.</summary>
    [Fact(Timeout = 120_000)]
    public Task AFileOfManyTensorsIsReadOnce() => Task.Run(() =>
    {
        const int N = 20_000;
        string folder = Directory.CreateTempSubdirectory("tenure-many-").FullName;
        string path = Path.Combine(folder, "many.safetensors");
        using (Scope.Open())
        {
            SafeTensors.Save(path, Enumerable.Range(0, N).Select(i => KeyValuePair.Create($"tensor.{i}", Tensor.Full(i, 1))));
        }
        using (Scope scope = Scope.Open())
        {
            Dictionary<string, Tensor> loaded = SafeTensors.Load(path);
            Assert.Equal(N, loaded.Count);
            Assert.Equal(N - 1, loaded[$"tensor.{N - 1}"].Item());
            Assert.Equal(N, scope.Stats.Tensors);
        }
        Directory.Delete(folder, recursive: true);
    }, TestContext.Current.CancellationToken);
}
