// The C functions of include/tenure.h, one declaration each, under their own names.
// Invariant: every parameter is blittable (numbers, pointers) but for paths, so a call is a jump and nothing more;
// handles cross as 64-bit numbers because the core's generation check makes a stale one harmless.
// The functions of a tensor are in Native.Tensors.cs.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Native
{
    internal const string Library = "tenure";
    // TENURE_NOBODY.
    internal const ulong Nobody = ulong.MaxValue;

    [LibraryImport(Library)] internal static partial uint tenure_abi_version();
    [LibraryImport(Library)] internal static partial int tenure_version(byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_last_error_message(byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_debug_raise(int status);
    [LibraryImport(Library)] internal static partial int tenure_random_seed(ulong seed);

    [LibraryImport(Library)] internal static partial int tenure_memory_stats(int device, MemoryStats* stats);
    [LibraryImport(Library)] internal static partial int tenure_memory_set_limit(int device, ulong bytes);
    [LibraryImport(Library)] internal static partial int tenure_memory_trim(int device);
    [LibraryImport(Library)] internal static partial int tenure_memory_reset_peak(int device);

    [LibraryImport(Library)] internal static partial int tenure_scope_push(ulong parent, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_scope_pop(ulong scope, ulong* keep, nuint n_keep);
    [LibraryImport(Library)] internal static partial int tenure_scope_close(ulong scope);
    [LibraryImport(Library)] internal static partial int tenure_scope_keep(ulong handle);
    [LibraryImport(Library)] internal static partial int tenure_scope_attach(ulong scope, ulong handle);
    [LibraryImport(Library)] internal static partial int tenure_scope_detach(ulong handle);
    [LibraryImport(Library)] internal static partial int tenure_scope_owner(ulong handle, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_scope_stats(ulong scope, ScopeStats* stats);
    [LibraryImport(Library)] internal static partial int tenure_handles_release(ulong* handles, nuint n, nuint* released);

    [LibraryImport(Library)] internal static partial int tenure_tape_open(ulong scope, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tape_watch(ulong scope, ulong tape, ulong t, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_tape_backward(ulong scope, ulong tape, ulong loss, ulong* wrt, nuint n, ulong* grads);
    [LibraryImport(Library)] internal static partial int tenure_tape_dispose(ulong tape);

    [LibraryImport(Library)] internal static partial int tenure_sgd_create(ulong scope, ulong* parameters, nuint n, double lr, double momentum, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_sgd_step(ulong sgd, ulong* grads, nuint n);
    [LibraryImport(Library)] internal static partial int tenure_sgd_dispose(ulong sgd);

    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_npy_load(ulong scope, string path, ulong* result);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_npy_save(string path, ulong t);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_safetensors_save(string path, byte** names, ulong* ts, nuint n);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_safetensors_names(string path, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_safetensors_load(ulong scope, string path, string name, ulong* result);
}
