// Tensors of other libraries and for them, by DLPack.
// Invariant: the core reads and writes the structures; an address is all that is seen of them here.

using Tenure.Interop;
using Tenure.Options;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>
    /// A tensor on the memory of another library, by DLPack, without a copy where that is possible: memory that is read-only,
    /// misaligned or has negative strides is copied.
    /// </summary>
    /// <remarks>
    /// If this succeeds, the structure is this library's: its deleter is called once, when nothing uses the memory any more, on
    /// the thread that gives the last reference up, which may be the finalizer's. Of a copy it has been called when this
    /// returns. If this fails, the structure is the caller's as before. The memory is in no count and under no limit. An address
    /// that is not that of such a structure, or of one that was consumed before, ends the process.
    /// </remarks>
    /// <param name="address">Of the structure.</param>
    /// <param name="versioned">Whether it is a DLManagedTensorVersioned and not a DLManagedTensor.</param>
    /// <param name="copy">Never refuses what would be copied; Always copies in any case.</param>
    /// <returns>A new tensor, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">This is not the address of such a structure, or a copy is needed and not allowed.</exception>
    /// <exception cref="TensorException">There is no such element type, or the memory is not the processor's.</exception>
    public static Tensor FromDlpack(nint address, bool versioned = true, CopyMode copy = CopyMode.IfNeeded)
    {
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_from_dlpack(Call.Number(owner), (void*)address, versioned ? (byte)1 : (byte)0, (int)copy, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Lends this memory to another library, by DLPack, without a copy.</summary>
    /// <remarks>
    /// Whoever has the address calls the deleter that stands in the structure, once, on any thread. Until then the memory stays,
    /// whatever is disposed of here. Nothing calls the deleter if nobody takes the address. Other libraries may write the
    /// memory, and no tape sees it, so this counts as a write, as <see cref="View{T}"/> does.
    /// </remarks>
    /// <param name="versioned">Whether the structure is a DLManagedTensorVersioned (of version 1.1) and not a DLManagedTensor.</param>
    /// <returns>The address of the structure.</returns>
    public nint ToDlpack(bool versioned = true)
    {
        void* address;
        int status = Native.tenure_tensor_to_dlpack(Handle, versioned ? (byte)1 : (byte)0, &address);
        GC.KeepAlive(this);
        Errors.Check(status);
        return (nint)address;
    }
}
