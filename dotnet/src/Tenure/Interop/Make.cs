// Tensors of arrays and files, for an owner that is named or for none. Tensor's factories name the current scope, a scope's
// name it.

namespace Tenure.Interop;

internal static unsafe class Make
{
    internal static Tensor From<T>(Scope? owner, ReadOnlySpan<T> data, ReadOnlySpan<long> shape) where T : unmanaged =>
        From(owner, DTypes.Of<T>(), data, shape);

    internal static Tensor From<T>(Scope? owner, DType dtype, ReadOnlySpan<T> data, ReadOnlySpan<long> shape) where T : unmanaged
    {
        DType elements = DTypes.Of<T>();
        ulong result;
        int status, attempt = 0;
        fixed (T* bytes = data)
        fixed (long* dims = shape)
        {
            do
            {
                status = Native.tenure_tensor_from_data_as(
                    Call.Number(owner), Device.Cpu.Code, (int)dtype, (int)elements, bytes, (ulong)data.Length * (ulong)sizeof(T), dims, (ulong)shape.Length, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    internal static Tensor Alias(Scope owner, Tensor tensor)
    {
        ArgumentNullException.ThrowIfNull(tensor);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_alias(Call.Number(owner), tensor.Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, tensor, owner);
    }

    internal static Tensor LoadNpy(Scope? owner, string path)
    {
        NativeText.Check(path, nameof(path));
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_npy_load(Call.Number(owner), path, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }
}
