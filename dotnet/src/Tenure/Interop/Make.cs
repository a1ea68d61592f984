// Tensors out of nothing, for an owner that is named or for none. Tensor's factories name the current scope, a scope's
// name it.

namespace Tenure.Interop;

internal static unsafe class Make
{
    /// <summary>(scope, device, dtype, shape) to a new tensor.</summary>
    internal static Tensor Shaped(
        delegate*<ulong, int, int, long*, uint, ulong*, int> core, Scope? owner, DType dtype, Device device, ReadOnlySpan<long> shape)
    {
        ulong result;
        int status, attempt = 0;
        fixed (long* dims = shape)
        {
            do
            {
                status = core(Call.Number(owner), device.Code, (int)dtype, dims, (uint)shape.Length, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    internal static Tensor Full(Scope? owner, DType dtype, Device device, double value, ReadOnlySpan<long> shape)
    {
        ulong result;
        int status, attempt = 0;
        fixed (long* dims = shape)
        {
            do
            {
                status = Native.tenure_tensor_full(
                    Call.Number(owner), device.Code, (int)dtype, value, dims, (uint)shape.Length, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    internal static Tensor Arange(Scope? owner, DType dtype, Device device, double start, double end, double step)
    {
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_arange(Call.Number(owner), device.Code, (int)dtype, start, end, step, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner);
    }

    internal static Tensor From<T>(Scope? owner, ReadOnlySpan<T> data, ReadOnlySpan<long> shape) where T : unmanaged
    {
        DType dtype = DTypes.Of<T>();
        ulong result;
        int status, attempt = 0;
        fixed (T* bytes = data)
        fixed (long* dims = shape)
        {
            do
            {
                status = Native.tenure_tensor_from_data(
                    Call.Number(owner), Device.Cpu.Code, (int)dtype, bytes, (nuint)data.Length * (nuint)sizeof(T), dims, (uint)shape.Length, &result);
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
