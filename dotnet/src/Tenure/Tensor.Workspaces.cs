// Where a tensor's memory lies, and the ways out of a workspace that make another tensor.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Tensor
{
    /// <summary>The workspace whose memory this lies in; null when that is the pool's.</summary>
    public Workspace? Workspace
    {
        get
        {
            ulong workspace, cycle;
            int status = Native.tenure_tensor_workspace(Handle, &workspace, &cycle);
            GC.KeepAlive(this);
            Errors.Check(status);
            return workspace == 0 ? null : Workspace.Of(workspace, "");
        }
    }

    /// <summary>A new tensor of these elements that <paramref name="scope"/> owns, in its memory, which is a workspace's block or the
    /// pool's: a copy, or a second reference where they lie there already.</summary>
    /// <remarks>In a workspace it goes with the cycle.</remarks>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The scope is closed or takes no members.</exception>
    public Tensor LeverageTo(Scope scope)
    {
        ArgumentNullException.ThrowIfNull(scope);
        return CopyTo((scope as Workspace)?.CycleScope ?? scope);
    }

    /// <summary>As <see cref="LeverageTo(Scope)"/>, to this thread's workspace of that name (<see cref="Workspace.Find"/>).</summary>
    /// <exception cref="InvalidArgumentException">There is none.</exception>
    public Tensor LeverageTo(string id) => LeverageTo(
        Workspace.Find(id) ?? throw new InvalidArgumentException($"there is no workspace '{id}' to leverage to"));

    /// <summary>As <see cref="LeverageTo(string)"/>; where there is no such workspace a copy in the pool's memory that nobody owns: dispose
    /// it.</summary>
    public Tensor LeverageOrDetach(string id) => CopyTo(Workspace.Find(id)?.CycleScope);

    /// <summary>A new tensor of these elements that the current scope owns, in its memory; unowned and in the pool's, where none is open. A
    /// copy, or a second reference where they lie there already.</summary>
    public Tensor Migrate() => CopyTo(CurrentScope.Get());

    private Tensor CopyTo(Scope? owner)
    {
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_tensor_leverage(Call.Number(owner), Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, result, owner, this);
    }
}
