// The wrappers of all workspaces, by handle, so that there is one for each: two threads that share a workspace share what is
// known of it here.
// Invariant: a wrapper is not kept reachable from here, so that one that is forgotten is found by the collector.

namespace Tenure.Interop;

internal static unsafe class WorkspaceTable
{
    private const int Few = 64;
    private static readonly Lock Gate = new();
    private static readonly Dictionary<ulong, (WeakReference<Workspace> Wrapper, bool Registered)> All = [];
    private static int s_purgeAt = Few;

    internal static void Add(Workspace workspace, bool registered)
    {
        lock (Gate)
        {
            AddLocked(workspace, registered);
        }
    }

    /// <summary>The wrapper of a handle that the core gave, made when there is none.</summary>
    internal static Workspace Of(ulong handle, string? name, bool registered)
    {
        lock (Gate)
        {
            if (All.TryGetValue(handle, out var known) && known.Wrapper.TryGetTarget(out Workspace? workspace))
            {
                return workspace;
            }
            registered |= known.Registered;
            workspace = new Workspace(handle, name ?? NameOf(handle), parent: null);
            AddLocked(workspace, registered);
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

    /// <summary>The handles of those that belong to the process, and of what is part of them: their being there is no leak.</summary>
    internal static List<ulong> Registered()
    {
        var handles = new List<ulong>();
        lock (Gate)
        {
            handles.AddRange(All.Where(known => known.Value.Registered).Select(known => known.Key));
        }
        foreach (ulong workspace in handles.ToArray())
        {
            handles.AddRange(Parts(workspace));
        }
        return handles;
    }

    private static void AddLocked(Workspace workspace, bool registered)
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
        All[workspace.Handle] = (new WeakReference<Workspace>(workspace), registered);
    }

    private static string NameOf(ulong handle) =>
        NativeText.Read((buffer, room, needed) => Native.tenure_handle_name(handle, buffer, room, needed));

    /// <summary>The scopes that a ring owns.</summary>
    private static IEnumerable<ulong> Parts(ulong workspace)
    {
        string rows;
        try
        {
            rows = NativeText.Read((buffer, room, needed) => Native.tenure_scope_dump(workspace, Rows.Format, buffer, room, needed));
        }
        catch (ClosedException)
        {
            return [];
        }
        return Rows.Of(rows).Where(row => row[0] == "scope").Select(row => Rows.Handle(row[1]));
    }
}
