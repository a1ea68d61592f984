using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using Tenure.Interop;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Tensors on memory of the caller.</summary>
public sealed class HostMemoryTests : Balanced, IDisposable
{
    public new void Dispose()
    {
        base.Dispose();
        Assert.True(SpinWait.SpinUntil(() => HostMemory.Count == 0, 10_000), $"{HostMemory.Count} are pinned");
    }

    [Fact]
    public void ReadOnlyMemoryGivesAReadOnlyTensor()
    {
        float[] array = [1, 2, 3, 4];
        using var scope = Scope.Open();
        Tensor t = Tensor.Wrap(new ReadOnlyMemory<float>(array), 2, 2);
        Assert.True(t.IsReadOnly && t.Transpose().IsReadOnly);
        Assert.False(t.Copy().IsReadOnly || Tensor.Wrap(array).IsReadOnly);
        string text = Assert.Throws<InvalidArgumentException>(() => t.AddInPlace(1)).Message;
        Assert.Contains("the 16 bytes of this tensor are read-only", text);
        Assert.Throws<InvalidArgumentException>(() => t.Transpose().Fill(0));
        Assert.Throws<InvalidArgumentException>(() => t.View<float>().Dispose());
        Assert.Throws<InvalidArgumentException>(() => t.Export<float>().Dispose());
        t.Read<float>(elements => Assert.Equal(4, elements[3]));
        Assert.Equal(4, Tensor.Wrap(new ReadOnlyMemory<float>(array)).Size);
        Assert.Equal([1, 2, 3, 4], array);
    }

    [Fact]
    public void WritesAreSeenInBothDirections()
    {
        float[] array = [1, 2, 3, 4, 5, 6];
        using var scope = Scope.Open();
        MemoryStats before = TenureRuntime.Stats();
        Tensor t = Tensor.Wrap(array, 2, 3);
        MemoryStats after = TenureRuntime.Stats();
        Assert.Equal((before.LiveBytes, before.ForeignBytes + 24), (after.LiveBytes, after.ForeignBytes));
        Assert.Same(scope, t.Scope);
        array[1] = 9;
        Assert.Equal([1, 9, 3, 4, 5, 6], t.ToArray<float>());
        t.AddInPlace(1);
        Assert.Equal(7, array[5]);
        Assert.Equal([4, 5], Tensor.Wrap(array.AsMemory(2, 2)).ToArray<float>());
        Assert.Equal(0, Tensor.Wrap(Memory<float>.Empty).Size);
        Assert.Equal(10, Tensor.Wrap(array.AsMemory(1, 1), []).Item());
        bool[] flags = [true, false];
        Tensor.Wrap(flags).Fill(true);
        Assert.True(flags[1]);
        Assert.Equal(DType.U16, Tensor.Wrap(new ushort[] { 1 }).DType);
    }

    [Fact]
    public void WhatDoesNotFitSaysWhy()
    {
        float[] array = [1, 2, 3, 4];
        var shape = Assert.Throws<ShapeMismatchException>(() => Tensor.Wrap(array, 5));
        Assert.Contains("needs 5 elements, 4 were given", shape.Message);
        Assert.Throws<ArgumentNullException>(() => Tensor.Wrap<float>(null!));
        Assert.ThrowsAny<ArgumentException>(() => Tensor.Wrap(new Guid[1]));
        using IDisposable disposed = new Odd();
        var odd = (Odd)disposed;
        var misaligned = Assert.Throws<InvalidArgumentException>(() => Tensor.Wrap(odd.Memory));
        Assert.Contains("is not aligned to the 4 bytes of float32", misaligned.Message);
        HostMemory.Release();
        Assert.Equal(0, HostMemory.Count);
        Assert.Equal(0, odd.Pins);
    }

    [Fact]
    public void TheArrayStaysPinnedUntilTheLastTensorIsGone()
    {
        (WeakReference array, Tensor view) = Viewed();
        GC.Collect();
        Thread.Sleep(600); // longer than the timer's period
        GC.Collect();
        Assert.True(array.IsAlive);
        Assert.Equal([3, 4], view.ToArray<float>());
        var closing = new Thread(view.Dispose);
        closing.Start();
        closing.Join();
        Assert.True(SpinWait.SpinUntil(() => { GC.Collect(); return !array.IsAlive; }, 10_000));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Array, Tensor View) Viewed()
    {
        float[] array = [1, 2, 3, 4];
        using var scope = Scope.Open();
        Tensor view = Tensor.Wrap(array, 2, 2)[1];
        view.DetachFromScope();
        return (new WeakReference(array), view);
    }

    [Fact]
    public void ATapeHoldsTheArray()
    {
        using var scope = Scope.Open();
        using var tape = Tape.Open();
        Tensor wrapped = Tensor.Wrap(new float[] { 1, 2, 3 });
        Tensor x = tape.Watch(wrapped);
        wrapped.Dispose();
        Tensor loss = (x * x).Sum();
        HostMemory.Release();
        Assert.Equal(1, HostMemory.Count);
        Assert.Equal([2, 4, 6], tape.Backward(loss, x)[0].ToArray<float>());
    }

    [Fact]
    public void ManyLeaveNothing()
    {
        float[] array = [1, 2];
        for (int i = 0; i < 100_000; i++)
        {
            using Tensor t = Tensor.Wrap(array, 2);
            Assert.True(HostMemory.Count <= 2);
        }
    }

    /// <summary>Load contexts share the native library: what comes back goes to the one that has lent it.</summary>
    [Fact]
    public void AnotherLoadContextHasItsOwnTickets()
    {
        using var own = Tensor.Wrap(new float[] { 1, 2 });
        var context = new AssemblyLoadContext("tickets", isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(Tensor).Assembly.Location);
        MethodInfo wrap = library.GetType("Tenure.Tensor")!.GetMethods()
            .Single(method => method.Name == "Wrap" && method.GetParameters() is [{ ParameterType.IsArray: true }]);
        ((IDisposable)wrap.MakeGenericMethod(typeof(float)).Invoke(null, [new float[] { 3 }])!).Dispose();
        HostMemory.Release();
        Assert.Equal(1, HostMemory.Count);
        Type other = library.GetType("Tenure.Interop.HostMemory")!;
        const BindingFlags inside = BindingFlags.Static | BindingFlags.NonPublic;
        other.GetMethod("Release", inside)!.Invoke(null, null);
        Assert.Equal(0, other.GetProperty("Count", inside)!.GetValue(null));
        context.Unload();
    }

    /// <summary>Floats at an odd address.</summary>
    private sealed unsafe class Odd : MemoryManager<float>
    {
        private readonly byte* _start = (byte*)NativeMemory.Alloc(16);

        public int Pins { get; private set; }

        public override Span<float> GetSpan() => new(_start + 1, 2);

        public override MemoryHandle Pin(int elementIndex = 0)
        {
            Pins++;
            return new MemoryHandle(_start + 1, pinnable: this);
        }

        public override void Unpin() => Pins--;

        protected override void Dispose(bool disposing) => NativeMemory.Free(_start);
    }
}
