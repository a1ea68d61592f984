namespace Tenure.Interop;

/// <summary>The scope of a cycle in a ring: a child of the workspace that lives as long as the
/// workspace, and is used for one cycle at a time.</summary>
internal sealed class Part : Scope
{
    internal readonly Workspace Of;

    internal Part(ulong handle, Workspace workspace) : base(handle, workspace)
    {
        Of = workspace;
        CalledFromTheStart(workspace.Name ?? "");
        ScopeTable.Add(handle, this);
    }

    internal override Scope? Exit => Of.Exit;

    /// <summary>Leaves the workspace: the scope of a cycle belongs to the ring, and is never closed
    /// on its own.</summary>
    public override void Dispose() => Of.Dispose();
}
