// A number that stands where a tensor is expected. A class of its own, so that what writes into a window sees that it was a
// number, which takes the element type of what it is written into.

using Tenure.Interop;

namespace Tenure;

internal sealed unsafe class NumberTensor : Tensor
{
    private NumberTensor(ulong handle, object? holder, Scalar value) : base(handle, holder) => Value = value;

    internal Scalar Value { get; }

    /// <summary>Owned by the current scope; without one, by nobody.</summary>
    internal static NumberTensor Of(Scalar value)
    {
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_full(Call.Number(owner), Device.Cpu.Code, (int)DTypeOf(value), value.Kind, value.Bits, null, 0UL, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        NumberTensor number = new(made, Call.Made(status, made, owner), value);
        Pressure.AfterUnowned();
        return number;
    }

    // As those of an array of such numbers.
    private static DType DTypeOf(Scalar value) => value.Kind switch
    {
        Tenure.Scalar.Real => DType.F32,
        Tenure.Scalar.Truth => DType.Bool,
        _ => DType.I64,
    };
}
