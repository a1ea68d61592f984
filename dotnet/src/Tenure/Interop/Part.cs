namespace Tenure.Interop;

/// <summary>The scope of one cycle at a time of a ring: a child of the workspace, as long as that is there.</summary>
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

    /// <summary>Leaves the workspace: a part is the ring's, and never closed alone.</summary>
    public override void Dispose() => Of.Dispose();
}
