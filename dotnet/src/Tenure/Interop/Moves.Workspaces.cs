// What goes out of a workspace: see Moves.cs.
// Invariant: where to, which is where the workspace was entered from, the core says after the move; the wrapper looks for that
// scope among those it has frames of, and never decides.

namespace Tenure.Interop;

internal static unsafe partial class Moves
{
    /// <summary>Leaves one level of a workspace; what of <paramref name="kept"/> lies below it goes where the core says, if a cycle ends.</summary>
    internal static void Leave(Workspace workspace, ReadOnlySpan<NativeResource> kept)
    {
        ulong[] handles = new ulong[kept.Length];
        uint locks = 0;
        for (int i = 0; i < handles.Length; i++)
        {
            handles[i] = kept[i].Known();
            locks |= LocksOf(kept[i]);
        }
        Take(locks);
        try
        {
            bool[] within = new bool[kept.Length];
            for (int i = 0; i < within.Length; i++)
            {
                within[i] = kept[i].IsWithin(workspace);
            }
            int status, since = 0;
            fixed (ulong* keep = handles)
            {
                do
                {
                    status = Native.tenure_workspace_leave(workspace.Handle, keep, (nuint)handles.Length);
                }
                while (Pressure.Retry(status, ref since));
            }
            Errors.Check(status);
            for (int i = 0; i < within.Length; i++)
            {
                ulong owner;
                if (within[i] && Native.tenure_scope_owner(handles[i], &owner) == 0 && owner != (kept[i].OwnerScope?.Handle ?? 0))
                {
                    Set(kept[i], Place(OutOf(workspace, handles[i]), kept[i]));
                }
            }
        }
        finally
        {
            Give(locks);
        }
        foreach (NativeResource resource in kept)
        {
            Settle(resource);
        }
    }

    /// <summary>Where what was kept from among the members of a workspace has gone: to what was current where that was entered,
    /// if it is open still. The core says.</summary>
    private static Scope? OutOf(Scope cyclic, ulong handle)
    {
        ulong owner;
        Errors.Check(Native.tenure_scope_owner(handle, &owner));
        Workspace workspace = (cyclic as Part)?.Of ?? (Workspace)cyclic;
        return owner == 0 ? null : workspace.Outside(owner) ?? new Scope(owner, null);
    }
}
