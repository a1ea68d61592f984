// The wrappers of all workspaces, by handle, so that there is one for each: two threads that share a workspace share what is
// known of it here.
// Invariant: a wrapper is not kept reachable from here, so that one that is forgotten is found by the collector.

namespace Tenure.Interop;

internal static unsafe class WorkspaceTable
{
    private const int Few = 64;
    private static readonly Lock Gate = new();
    private static readonly Dictionary<ulong, WeakReference<Workspace>> All = [];
    private static int s_purgeAt = Few;

    internal static void Add(Workspace workspace)
    {
        lock (Gate)
        {
            AddLocked(workspace);
        }
    }

    /// <summary>The wrapper of a handle that the core gave, made when there is none.</summary>
    internal static Workspace Of(ulong handle, string? name)
    {
        lock (Gate)
        {
            if (All.TryGetValue(handle, out var known) && known.TryGetTarget(out Workspace? workspace))
            {
                return workspace;
            }
            workspace = new Workspace(handle, name ?? NameOf(handle), parent: null);
            AddLocked(workspace);
            return workspace;
        }
    }

    internal static void Remove(Workspace workspace)
    {
        lock (Gate)
        {
            All.Remove(workspace.Handle);
        }
    }

    private static void AddLocked(Workspace workspace)
    {
        // Whatever the leak level: there are few, and what is said of their misuse names the line.
        Native.tenure_handle_note(workspace.Handle, Sites.Here().Text);
        if (All.Count >= s_purgeAt)
        {
            foreach (ulong handle in All.Keys.ToArray())
            {
                ulong owner;
                if (Native.tenure_scope_owner(handle, &owner) != 0)
                {
                    All.Remove(handle);
                }
            }
            s_purgeAt = Math.Max(Few, 2 * All.Count);
        }
        All[workspace.Handle] = new WeakReference<Workspace>(workspace);
    }

    private static string NameOf(ulong handle) =>
        NativeText.Read((buffer, room, needed) => Native.tenure_handle_name(handle, buffer, room, needed));
}
