// The C functions about workspaces: see Native.cs.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

internal static unsafe partial class Native
{
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_workspace_create(ulong parent, string name, ulong thread, string? config, ulong* result);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_workspace_get(string name, ulong thread, string? config, ulong* result);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_workspace_find(string name, ulong thread, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_workspace_enter(ulong workspace, ulong outer, ulong* scope, ulong* cycle);
    [LibraryImport(Library)] internal static partial int tenure_workspace_leave(ulong workspace, ulong* keep, nuint n_keep);
    [LibraryImport(Library)] internal static partial int tenure_workspace_toggle(ulong workspace, int on);
    [LibraryImport(Library)] internal static partial int tenure_workspace_initialize(ulong workspace);
    [LibraryImport(Library)] internal static partial int tenure_workspace_destroy(ulong workspace);
    [LibraryImport(Library)] internal static partial int tenure_workspace_cycle(ulong workspace, ulong* cycle, ulong* depth);
    [LibraryImport(Library)] internal static partial int tenure_workspace_stats(ulong workspace, WorkspaceStats* stats);
    [LibraryImport(Library)] internal static partial int tenure_workspace_history(ulong workspace, WorkspaceCycle* rows, nuint cap, nuint* count);
    [LibraryImport(Library)] internal static partial int tenure_workspace_report(ulong workspace, int json, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_workspace_misuses(byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_workspace_config(ulong workspace, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)] internal static partial int tenure_workspace_config_check(string json, byte* buf, nuint cap, nuint* needed);
    [LibraryImport(Library)] internal static partial int tenure_tensor_workspace(ulong tensor, ulong* workspace, ulong* cycle);
    [LibraryImport(Library)] internal static partial int tenure_tensor_leverage(ulong scope, ulong tensor, ulong* result);
    [LibraryImport(Library)] internal static partial int tenure_scope_push_outside(ulong parent, ulong* result);
}
