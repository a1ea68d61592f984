using System.Runtime.InteropServices;

namespace Tenure;

/// <summary>What happened since a counter was started. The layout is that of <c>TenureCounterStats</c>.</summary>
/// <param name="Tensors">Live tensors now, less those at the start.</param>
/// <param name="Bytes">Live bytes now, less those at the start.</param>
/// <param name="PeakTensors">The most that <see cref="Tensors"/> has been.</param>
/// <param name="PeakBytes">The most that <see cref="Bytes"/> has been.</param>
/// <param name="Allocations">Blocks handed out.</param>
/// <param name="Reuses">Blocks handed out that had been used before.</param>
/// <param name="SystemAllocations">Requests to the system.</param>
/// <param name="Retries">Requests that succeeded after memory was given back.</param>
/// <param name="OutOfMemory">Requests that failed.</param>
/// <param name="BackstopFreed">Handles that nobody closed and the collector found.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly record struct CounterStats(
    long Tensors,
    long Bytes,
    ulong PeakTensors,
    ulong PeakBytes,
    ulong Allocations,
    ulong Reuses,
    ulong SystemAllocations,
    ulong Retries,
    ulong OutOfMemory,
    ulong BackstopFreed);
