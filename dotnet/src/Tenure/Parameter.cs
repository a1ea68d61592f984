// A trainable tensor. It is a subclass of Tensor, so that every operation accepts it, and the
// methods of Ownership return it as a Parameter. Only this library can derive from Tensor, whose
// constructor is internal.

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

    /// <summary>Creates a parameter that shares the storage of <paramref name="initial"/> and is
    /// closed independently of it. The current scope owns it; if no scope is open, the scope of
    /// <paramref name="initial"/> does.</summary>
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
