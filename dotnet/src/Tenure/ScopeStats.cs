using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>What a scope and its descendants own. The layout is that of <c>TenureScopeStats</c>.</summary>
/// <param name="Members">Handles of every kind.</param>
/// <param name="Tensors">Handles of tensors.</param>
/// <param name="Scopes">Handles of scopes.</param>
/// <param name="Bytes">Bytes those tensors hold.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct ScopeStats(ulong Members, ulong Tensors, ulong Scopes, ulong Bytes);
