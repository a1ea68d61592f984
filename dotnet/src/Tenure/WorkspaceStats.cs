using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>A workspace at one moment, in bytes unless said: committed = live + unreferenced + padding + free. The layout is that of <c>TenureWorkspaceStats</c>.</summary>
/// <param name="Allocated">As asked for in the cycles that are valid, in the block and outside.</param>
/// <param name="Live">In the block and not released.</param>
/// <param name="Unreferenced">In the block and released, but not yet to be used again.</param>
/// <param name="Padding">In the block, lost to rounding.</param>
/// <param name="Free">In the block, not yet handed out.</param>
/// <param name="Committed">The block.</param>
/// <param name="Spilled">Taken outside because the block had no room.</param>
/// <param name="ToggledOff">Taken outside while the workspace was toggled off.</param>
/// <param name="Pinned">Of ended cycles and held still.</param>
/// <param name="Adopted">Below the workspace, from elsewhere.</param>
/// <param name="Borrowed">Lent to it.</param>
/// <param name="GradientStandard">Gradients in the block.</param>
/// <param name="GradientExternal">Gradients outside.</param>
/// <param name="GradientDeferred">Gradients of ended cycles that are held still.</param>
/// <param name="Cycle">The number of the last cycle that was entered; of a sum, of all cycles.</param>
/// <param name="Depth">How often it is entered.</param>
/// <param name="Learned">The size that was learned for the block; 0: none yet.</param>
/// <param name="Workspaces">Workspaces that this is the sum of.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct WorkspaceStats(
    ulong Allocated,
    ulong Live,
    ulong Unreferenced,
    ulong Padding,
    ulong Free,
    ulong Committed,
    ulong Spilled,
    ulong ToggledOff,
    ulong Pinned,
    ulong Adopted,
    ulong Borrowed,
    ulong GradientStandard,
    ulong GradientExternal,
    ulong GradientDeferred,
    ulong Cycle,
    ulong Depth,
    ulong Learned,
    ulong Workspaces);
