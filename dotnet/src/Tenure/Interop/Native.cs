// Declarations of the C functions of include/tenure.h, under the same names.
// Invariant: every parameter except strings is blittable (a number or a pointer), so a call needs
// no marshalling. Handles are passed as 64-bit numbers, because the core's generation check makes a
// stale one harmless. Functions that take the caller's memory or return two numbers are declared
// here; ci/generate writes the others to Native.g.cs.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Native
{
    internal const string Library = "tenure";
    // TENURE_UNOWNED of the C API.
    internal const ulong Unowned = ulong.MaxValue;

    [LibraryImport(Library)] internal static partial uint tenure_abi_version();
    [LibraryImport(Library)] internal static partial int tenure_version(byte* buf, ulong cap, ulong* needed);
    [LibraryImport(Library)] internal static partial int tenure_last_error_message(byte* buf, ulong cap, ulong* needed);
    [LibraryImport(Library)] internal static partial byte* tenure_status_name(int status);

    [LibraryImport(Library)] internal static partial int tenure_memory_pressure(int** result);
    [LibraryImport(Library)] internal static partial int tenure_log_word(int** result);
    [LibraryImport(Library)] internal static partial int tenure_record_waiting(int** result);
    [LibraryImport(Library)] internal static partial int tenure_scope_endings(ulong** result);
    [LibraryImport(Library)] internal static partial int tenure_handles_release(ulong* handles, ulong n, ulong* released);
    [LibraryImport(Library)] internal static partial int tenure_handle_collect(ulong* handles, ulong n, ulong* released);

    [LibraryImport(Library)] internal static partial int tenure_tensor_from_data(ulong scope, int device, int dtype, void* data, ulong n_bytes, long* dims, ulong n_dims, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_from_data_as(ulong scope, int device, int dtype, int elements, void* data, ulong n_bytes, long* dims, ulong n_dims, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_dispose(ulong t);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_to(ulong t, void* dst, ulong n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_from(ulong t, void* src, ulong n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_to_as(ulong t, int elements, void* dst, ulong n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_from_as(ulong t, int elements, void* src, ulong n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_to_rows(ulong t, int elements, void* dst, ulong n_bytes, long offset, long stride);
    [LibraryImport(Library)] internal static partial int tenure_tensor_copy_from_rows(ulong t, int elements, void* src, ulong n_bytes, long offset, long stride);
    [LibraryImport(Library)] internal static partial int tenure_tensor_data(ulong t, void** data, ulong* n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_data_const(ulong t, void** data, ulong* n_bytes);
    [LibraryImport(Library)] internal static partial int tenure_tensor_wrap_ticket(ulong scope, int dtype, void* data, ulong n_data, long* dims, ulong n_dims, ulong ticket, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_wrap_const_ticket(ulong scope, int dtype, void* data, ulong n_data, long* dims, ulong n_dims, ulong ticket, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_returned(ulong ticket, ulong* tickets, ulong cap_out, ulong* n_out);
    [LibraryImport(Library)] internal static partial int tenure_tensor_lender(ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_from_dlpack(ulong scope, void* managed, byte is_versioned, int copy, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_data_loader_next(ulong scope, ulong data_loader, ulong* result, ulong cap_out, ulong* n_out);
    [LibraryImport(Library)] internal static partial int tenure_image_decode(ulong scope, byte* data, ulong n_data, long channels, byte channels_last, byte as_bytes, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_to_dlpack(ulong t, byte is_versioned, void** result);
    [LibraryImport(Library)] internal static partial int tenure_tensor_workspace(ulong tensor, ulong* workspace, ulong* cycle);

    [LibraryImport(Library)] internal static partial int tenure_workspace_enter(ulong workspace, ulong outer, ulong* scope, ulong* cycle);
    [LibraryImport(Library)] internal static partial int tenure_workspace_cycle(ulong workspace, ulong* cycle, ulong* depth);

    [LibraryImport(Library)] internal static partial int tenure_tape_backward(ulong scope, ulong tape, ulong loss, ulong* wrt, ulong n, ulong* grads);

    [LibraryImport(Library, StringMarshallingCustomType = typeof(NativeText.Marshaller))] internal static partial int tenure_onnx_model_load_bytes(ulong scope, void* data, ulong n_bytes, string? options, ulong* result);
    [LibraryImport(Library, StringMarshallingCustomType = typeof(NativeText.Marshaller))] internal static partial int tenure_onnx_model_load_parts(ulong scope, void* data, ulong n_bytes, byte** names, void** files, ulong* sizes, ulong n_files, string? options, ulong* result);
    [LibraryImport(Library, StringMarshallingCustomType = typeof(NativeText.Marshaller))] internal static partial int tenure_safetensors_save(string path, byte** names, ulong n_names, ulong* ts);
    [LibraryImport(Library, StringMarshallingCustomType = typeof(NativeText.Marshaller))] internal static partial int tenure_safetensors_names(string path, byte* buf, ulong cap, ulong* needed);
    [LibraryImport(Library, StringMarshallingCustomType = typeof(NativeText.Marshaller))] internal static partial int tenure_safetensors_load_many(ulong scope, string path, byte** names, ulong n, ulong* results);
}
