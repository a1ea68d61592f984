using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>A cycle that was left, in bytes unless said. The layout is that of <c>TenureWorkspaceCycle</c>.</summary>
/// <param name="Cycle">Its number, from 1.</param>
/// <param name="Offset">Used of the block, rounding included.</param>
/// <param name="Spilled">Taken outside.</param>
/// <param name="Pinned">Not released at its end.</param>
/// <param name="Learned">The block as learned.</param>
/// <param name="Refused">1 if the block could not be made as large as that, else 0.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct WorkspaceCycle(
    ulong Cycle,
    ulong Offset,
    ulong Spilled,
    ulong Pinned,
    ulong Learned,
    ulong Refused);
