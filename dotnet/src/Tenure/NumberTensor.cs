// A number converted to a tensor. It has its own class, so that writing into a window can detect
// the number, and convert it to the element type of the window.

using Tenure.Interop;

namespace Tenure;

internal sealed unsafe class NumberTensor : Tensor
{
    private NumberTensor(ulong handle, object? holder, Scalar value) : base(handle, holder) => Value = value;

    internal Scalar Value { get; }

    /// <summary>Creates a tensor that the current scope owns; unowned if no scope is
    /// open.</summary>
    internal static NumberTensor Of(Scalar value)
    {
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_full(Call.Number(owner), Device.OfScope.Code, (int)DTypeOf(value), value.Kind, value.Bits, null, 0UL, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        NumberTensor number = new(made, Call.Made(status, made, owner), value);
        Pressure.AfterUnowned();
        return number;
    }

    // The element type of an array of such numbers.
    private static DType DTypeOf(Scalar value) => value.Kind switch
    {
        Tenure.Scalar.Real => DType.F32,
        Tenure.Scalar.Truth => DType.Bool,
        _ => DType.I64,
    };
}
