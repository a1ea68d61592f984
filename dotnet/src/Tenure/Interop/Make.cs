// Creates tensors from arrays and files, for a given owner or for none. The factories of Tensor
// pass the current scope, those of a scope pass that scope.

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
                    Call.Number(owner), Device.OfScope.Code, (int)dtype, (int)elements, bytes, (ulong)data.Length * (ulong)sizeof(T), dims, (ulong)shape.Length, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Creates a tensor from rows, which must have equal length. Each row is copied once,
    /// directly into the tensor.</summary>
    internal static Tensor FromRows<T>(Scope? owner, T[][] rows) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(rows);
        int length = rows.Length == 0 ? 0 : rows[0]?.Length ?? 0;
        for (int i = 0; i < rows.Length; i++)
        {
            Check(rows[i], i, length);
        }
        long* shape = stackalloc long[2];
        (shape[0], shape[1]) = (rows.Length, length);
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_empty(Call.Number(owner), Device.Cpu.Code, (int)DTypes.Of<T>(), shape, 2, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        Tensor tensor = Call.Adopt(status, made, owner);
        try
        {
            void* start;
            ulong bytes;
            Errors.Check(Native.tenure_tensor_data(made, &start, &bytes));
            for (int i = 0; i < rows.Length; i++)
            {
                T[] row = rows[i];
                Check(row, i, length); // another thread may have replaced the row
                row.CopyTo(new Span<T>((T*)start + ((long)i * length), length));
            }
            GC.KeepAlive(tensor);
            return Placed(owner, tensor);
        }
        catch
        {
            tensor.Dispose();
            throw;
        }
    }

    /// <summary>The tensor on the default device of its owner; it is closed if it was copied
    /// there.</summary>
    private static Tensor Placed(Scope? owner, Tensor tensor)
    {
        if (owner is null)
        {
            return tensor;
        }
        int device;
        Errors.Check(Native.tenure_scope_default_device(Call.Number(owner), &device));
        GC.KeepAlive(owner);
        if (device == 0)
        {
            return tensor;
        }
        Tensor there = tensor.ToDevice(new Device(device));
        tensor.Dispose();
        return there;
    }

    private static void Check<T>(T[]? row, int index, int length)
    {
        if (row is null)
        {
            throw new ArgumentNullException("rows", $"rows[{index}] is null");
        }
        if (row.Length != length)
        {
            throw new ShapeMismatchException($"rows[{index}] has {row.Length} elements, and those before it have {length}");
        }
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

    internal static Tensor LoadNpy(Scope? owner, string path, DType? dtype)
    {
        NativeText.Check(path, nameof(path));
        ulong result;
        int status, attempt = 0;
        do
        {
            status = dtype is { } wanted
                ? Native.tenure_npy_load_as(Call.Number(owner), path, (int)wanted, &result)
                : Native.tenure_npy_load(Call.Number(owner), path, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }
}
