using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>What the core counts for one device. The layout is that of <c>TenureMemoryStats</c>.</summary>
/// <param name="LiveHandles">Handles of every kind that have not been released.</param>
/// <param name="LiveTensors">Handles of tensors.</param>
/// <param name="LiveScopes">Handles of scopes.</param>
/// <param name="LiveBytes">Bytes that living tensors hold.</param>
/// <param name="PeakBytes">The most <see cref="LiveBytes"/> has been.</param>
/// <param name="ReservedBytes">Bytes held from the system, in use or ready for reuse.</param>
/// <param name="PeakReservedBytes">The most <see cref="ReservedBytes"/> has been.</param>
/// <param name="LimitBytes">What may be held at most.</param>
/// <param name="Allocations">Blocks handed out.</param>
/// <param name="Reuses">Blocks handed out that had been used before.</param>
/// <param name="SystemAllocations">Requests to the system.</param>
/// <param name="Retries">Requests that succeeded after memory was given back.</param>
/// <param name="OutOfMemory">Requests that failed.</param>
/// <param name="PeakTensors">The most tensors that were alive; where several threads make and close some, within about 500 for
/// each of them.</param>
/// <param name="UnownedBytes">Bytes of live storages that something without an owner keeps alive.</param>
/// <param name="BackstopFreed">Handles that the collector had to free.</param>
/// <param name="Collections">Times that a collection was asked for.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct MemoryStats(
    ulong LiveHandles,
    ulong LiveTensors,
    ulong LiveScopes,
    ulong LiveBytes,
    ulong PeakBytes,
    ulong ReservedBytes,
    ulong PeakReservedBytes,
    ulong LimitBytes,
    ulong Allocations,
    ulong Reuses,
    ulong SystemAllocations,
    ulong Retries,
    ulong OutOfMemory,
    ulong PeakTensors,
    ulong UnownedBytes,
    ulong BackstopFreed,
    ulong Collections);
