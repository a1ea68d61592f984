// What to do when the core refuses memory: the collector does not see native bytes, so unowned tensors that nobody uses
// may be all that stands in the way.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class Pressure
{
    /// <summary>Whether a call that returned <paramref name="status"/> is worth making again. Only a refusal of memory is, once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Retry(int status, ref int attempt) =>
        status is (int)Status.OutOfMemory or (int)Status.LimitExceeded && attempt++ == 0 && Relieve();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Relieve()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        // Blocks that were freed just now may be of sizes that this request cannot use.
        Native.tenure_memory_trim(Device.Cpu.Code);
        return true;
    }
}
