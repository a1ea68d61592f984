using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>What a scope and its descendants own. The layout is that of <c>TenureScopeStats</c>.</summary>
/// <param name="Members">Handles of every kind.</param>
/// <param name="Tensors">Handles of tensors.</param>
/// <param name="Scopes">Handles of scopes.</param>
/// <param name="Bytes">Bytes of the storages those tensors keep alive, each once.</param>
/// <param name="PeakTensors">The most tensors since it was measured; 0 if it is not.</param>
/// <param name="PeakBytes">The most bytes since it was measured; 0 if it is not.</param>
/// <param name="LimitBytes">The limit of this very scope; 0 for none.</param>
/// <param name="Measured">1 if peaks are kept, else 0.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct ScopeStats(
    ulong Members,
    ulong Tensors,
    ulong Scopes,
    ulong Bytes,
    ulong PeakTensors,
    ulong PeakBytes,
    ulong LimitBytes,
    ulong Measured);
