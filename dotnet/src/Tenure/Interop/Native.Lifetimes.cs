// The C functions about who owns what and for how long, beyond making and closing scopes: see Native.cs.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Native
{
    [LibraryImport(Library)] internal static partial int tenure_scope_temp_attach(ulong scope, ulong handle);
    [LibraryImport(Library)] internal static partial int tenure_scope_ret(ulong scope, ulong handle);
    [LibraryImport(Library)] internal static partial int tenure_scope_close_all_but(ulong scope, ulong* keep, nuint n_keep);
    [LibraryImport(Library)] internal static partial int tenure_scope_set_capped(ulong scope, int capped);
    [LibraryImport(Library)] internal static partial int tenure_scope_is_capped(ulong scope, int* result);
    [LibraryImport(Library)] internal static partial int tenure_scope_set_limit(ulong scope, ulong bytes);
    [LibraryImport(Library)] internal static partial int tenure_scope_measure(ulong scope);
    [LibraryImport(Library)] internal static partial int tenure_scope_members(ulong scope, ulong* result, nuint cap, nuint* count);
    [LibraryImport(Library)] internal static partial int tenure_scope_dump(ulong scope, int format, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_scope_growing(int format, byte* buf, nuint cap, nuint* needed);

    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_handle_set_name(ulong handle, string name);
    [LibraryImport(Library)] internal static partial int tenure_handle_name(ulong handle, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_handle_note(ulong handle, string site);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_handle_note_closed(ulong handle, string site);
    [LibraryImport(Library)] internal static partial int tenure_handle_live(ulong* result, nuint cap, nuint* count);
    [LibraryImport(Library)] internal static partial int tenure_handle_collect(ulong* handles, nuint n, nuint* released);

    [LibraryImport(Library)] internal static partial int tenure_leak_set_level(int level);
    [LibraryImport(Library)] internal static partial int tenure_leak_level(int* result);
    [LibraryImport(Library)] internal static partial int tenure_leak_report(int format, ulong* ignoring, nuint n, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_leak_forget();

    [LibraryImport(Library)] internal static partial int tenure_memory_pressure(int** result);
    [LibraryImport(Library)] internal static partial int tenure_memory_relieving(int device);
    [LibraryImport(Library)] internal static partial int tenure_memory_relieved(int device);
    [LibraryImport(Library)] internal static partial int tenure_memory_set_unowned_threshold(int device, ulong bytes);
    [LibraryImport(Library)] internal static partial int tenure_memory_set_managed_max(ulong bytes);

    [LibraryImport(Library)] internal static partial int tenure_counter_start(ulong scope, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_counter_read(ulong counter, CounterStats* stats);
    [LibraryImport(Library)] internal static partial int tenure_counter_dispose(ulong counter);
}
