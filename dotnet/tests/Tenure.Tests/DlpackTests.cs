using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Tenure.Options;
using Xunit;

namespace Tenure.Tests;

/// <summary>Tensors of other libraries and for them, by the address of a DLPack structure.</summary>
public sealed unsafe class DlpackTests : Balanced
{
    private static int _deleted;

    [StructLayout(LayoutKind.Sequential)]
    private struct Versioned
    {
        public uint Major, Minor;
        public void* Context;
        public delegate* unmanaged[Cdecl]<Versioned*, void> Deleter;
        public ulong Flags;
        public void* Data;
        public int DeviceType, DeviceId, Rank;
        public byte Code, Bits;
        public ushort Lanes;
        public long* Shape, Strides;
        public ulong ByteOffset;
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Delete(Versioned* self)
    {
        NativeMemory.Free(self->Data);
        NativeMemory.Free(self->Shape);
        NativeMemory.Free(self);
        Interlocked.Increment(ref _deleted);
    }

    private static Versioned* Lend(long n)
    {
        var lent = (Versioned*)NativeMemory.AllocZeroed((nuint)sizeof(Versioned));
        (lent->Major, lent->DeviceType, lent->Rank) = (1, 1, 1);
        (lent->Code, lent->Bits, lent->Lanes) = (2, 32, 1);
        lent->Deleter = &Delete;
        lent->Data = NativeMemory.AllocZeroed((nuint)n, 4);
        lent->Shape = (long*)NativeMemory.Alloc(8);
        *lent->Shape = n;
        return lent;
    }

    [Fact]
    public void MemoryOfAnotherLibraryIsUsedInPlaceAndGivenBackOnce()
    {
        int before = _deleted;
        Versioned* lent = Lend(4);
        using (var scope = Scope.Open())
        {
            Tensor t = Tensor.FromDlpack((nint)lent, copy: CopyMode.Never);
            Assert.Same(scope, t.Scope);
            ((float*)lent->Data)[1] = 5;
            t.AddInPlace(1);
            Assert.Equal([1f, 6, 1, 1], t.ToArray<float>());
            Assert.Equal(6, ((float*)lent->Data)[1]);
            t.Dispose();
            Assert.Equal(before + 1, _deleted);
        }
        Assert.Equal(before + 1, _deleted);
    }

    [Fact]
    public void ReadOnlyMemoryIsCopiedOrRefused()
    {
        int before = _deleted;
        Versioned* lent = Lend(2);
        lent->Flags = 1;
        Assert.Throws<InvalidArgumentException>(() => Tensor.FromDlpack((nint)lent, copy: CopyMode.Never));
        Assert.Equal(before, _deleted);
        using Tensor copy = Tensor.FromDlpack((nint)lent);
        Assert.Equal(before + 1, _deleted);
        copy.Fill(3);
        Assert.Equal(6, copy.Sum().Item());
    }

    [Fact]
    public void WhatIsRefusedStaysTheCallers()
    {
        int before = _deleted;
        Versioned* lent = Lend(2);
        lent->Bits = 128;
        TensorException wide = Assert.Throws<TensorException>(() => Tensor.FromDlpack((nint)lent));
        Assert.Equal(Status.Unsupported, wide.Status);
        Assert.Throws<InvalidArgumentException>(() => Tensor.FromDlpack(0));
        Assert.Equal(before, _deleted);
        lent->Deleter(lent);
    }

    [Fact]
    public void WhatIsLentStaysUntilItsDeleterIsCalled()
    {
        Versioned* lent;
        using (var scope = Scope.Open())
        {
            lent = (Versioned*)scope.Of<double>([1, 2, 3]).ToDlpack();
        }
        Assert.Equal((1u, 64, 3L, 3.0), (lent->Major, (int)lent->Bits, *lent->Shape, ((double*)lent->Data)[2]));
        Assert.Equal(1, Tensors);
        lent->Deleter(lent);
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public void WhatIsLentComesBackOnTheSameMemory()
    {
        using Tensor t = Tensor.Ones(3);
        foreach (bool versioned in (bool[])[true, false])
        {
            using Tensor back = Tensor.FromDlpack(t.ToDlpack(versioned), versioned);
            Assert.Equal(2, t.UseCount);
            back.AddInPlace(1);
        }
        Assert.Equal([3f, 3, 3], t.ToArray<float>());
    }
}
