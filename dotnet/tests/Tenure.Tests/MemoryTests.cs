using System.Buffers;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Memory over native elements may lie on the heap and cross an await.</summary>
public sealed class MemoryTests : Balanced
{
    [Fact]
    public async Task AnExportIsReadAndWrittenInPlaceAcrossAnAwait()
    {
        using Tensor tensor = Tensor.Arange(6.0);
        using (TensorMemory<float> export = tensor.Export<float>())
        {
            Memory<float> memory = export.Memory;
            await Task.Yield();
            Assert.Equal([0f, 1, 2, 3, 4, 5], memory.ToArray());
            memory.Span[5] = 50;
            Assert.Equal((6, 6), (export.Length, memory.Length));
            Assert.IsType<IMemoryOwner<float>>(export, exactMatch: false);
        }
        Assert.Equal(50f, tensor.ToArray<float>()[5]);
        Assert.Equal(1, tensor.UseCount);
    }

    [Fact]
    public void ItOutlivesItsTensorAndScopeAndRefusesWhenDisposed()
    {
        Scope scope = Scope.Open();
        TensorMemory<float> export = Tensor.Full(3, 1000).Export<float>();
        scope.Close();
        using (Tensor other = Tensor.Full(-1, 1000))
        {
            Assert.Equal(3f, export.Memory.Span[999]);
        }
        Memory<float> memory = export.Memory;
        ((IDisposable)export).Dispose();
        ((IDisposable)export).Dispose();
        Assert.Throws<ClosedException>(() => _ = memory.Span);
        Assert.Throws<ClosedException>(() => export.Pin());
        Assert.Equal("TensorMemory(closed)", export.ToString());
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public unsafe void WhatIsPinnedStaysUntilItsHandleIsDisposed()
    {
        TensorMemory<int> export = Export();
        MemoryHandle pinned = export.Memory.Slice(1).Pin();
        ((IDisposable)export).Dispose();
        Assert.Equal(1, Tensors);
        Assert.Equal(2, *(int*)pinned.Pointer);
        pinned.Dispose();
        Assert.Equal(0, Tensors);
        pinned.Dispose();
        Assert.Throws<ArgumentOutOfRangeException>(() => Export(dispose: true).Pin(4));

        static TensorMemory<int> Export(bool dispose = false)
        {
            using Tensor tensor = Tensor.Of([1, 2, 3]);
            TensorMemory<int> export = tensor.Export<int>();
            if (dispose)
            {
                ((IDisposable)export).Dispose();
            }
            return export;
        }
    }

    [Fact]
    public void UnpinningWithoutAPinLeavesTheMemory()
    {
        using Tensor tensor = Tensor.Of([1, 2, 3]);
        TensorMemory<int> export = tensor.Export<int>();
        MemoryHandle first = export.Pin(), copy = first;
        first.Dispose();
        copy.Dispose();
        export.Unpin();
        tensor.Dispose();
        using (Tensor other = Tensor.Of([-1, -1, -1]))
        {
            Assert.Equal(3, export.GetSpan()[2]);
            Assert.Equal(2, Tensors);
        }
        ((IDisposable)export).Dispose();
        export.Unpin();
        Assert.Equal(0, Tensors);
        Assert.Throws<ClosedException>(() => export.Pin());
    }

    [Fact]
    public void WhatIsNoMemoryIsRefused()
    {
        using Scope scope = Scope.Open();
        Tensor tensor = Tensor.Arange(6.0).Reshape(2, 3);
        Assert.Throws<DTypeMismatchException>(() => tensor.Export<int>());
        Assert.Throws<InvalidArgumentException>(() => tensor.Transpose().Export<float>());
        Assert.Equal(3, tensor.UseCount);
    }

    [Fact]
    public void AViewAndAnExportThatNobodyDisposesAreNamedWithTheirLines()
    {
        using Tensor tensor = Tensor.Ones(5);
        LeakSnapshot before = TenureRuntime.Snapshot();
        TenureRuntime.LeakLevel = LeakLevel.All;
        try
        {
            TensorView<float> view = tensor.View<float>();
            TensorMemory<float> export = tensor.Export<float>();
            IReadOnlyList<Leak> leaks = TenureRuntime.Leaks(before);
            view.Dispose();
            ((IDisposable)export).Dispose();
            Assert.Equal(2, leaks.Count);
            Assert.All(leaks, leak => Assert.Contains($"MemoryTests.cs:", leak.Site));
        }
        finally
        {
            TenureRuntime.LeakLevel = LeakLevel.Off;
            TenureRuntime.ForgetLeaks();
        }
    }
}
