// A tensor that a model learns. A subclass of Tensor, so that every operation takes it and every way of owning it gives it
// back as what it is. Only this library derives from Tensor: its constructor is internal.

using Tenure.Interop;

namespace Tenure;

/// <summary>A tensor with a name that an optimizer changes in place.</summary>
/// <remarks>Operations on it return plain tensors; moving, keeping, lending and naming it return the parameter.</remarks>
/// <example><code>
/// Parameter weight = Parameter.Of("weight", Tensor.Randn(64, 10)).MoveTo(model);
/// </code></example>
public sealed unsafe class Parameter : Tensor
{
    private Parameter(ulong handle, object? holder) : base(handle, holder)
    {
    }

    /// <summary>A parameter on the storage of <paramref name="initial"/>, with an owner and an end of its own. The current
    /// scope owns it, else the scope of <paramref name="initial"/>.</summary>
    /// <exception cref="ClosedException">The tensor is closed.</exception>
    public static Parameter Of(string name, Tensor initial)
    {
        NativeText.Check(name, nameof(name));
        ArgumentNullException.ThrowIfNull(initial);
        Scope? owner = CurrentScope.OwnerFor(initial);
        ulong handle;
        int status = Native.tenure_tensor_alias(Call.OwnerNumber(owner), initial.Handle, &handle);
        GC.KeepAlive(initial);
        return new Parameter(handle, Call.Made(status, handle, owner)).Named(name);
    }
}
