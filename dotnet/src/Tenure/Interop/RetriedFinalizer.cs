// A critical finalizer that may throw.
// Invariant: an exception in it ends neither the process nor later finalizers. The finalizer runs
// again at the next collection, up to a fixed number of times.

using System.Runtime.ConstrainedExecution;

namespace Tenure.Interop;

internal abstract class RetriedFinalizer : CriticalFinalizerObject
{
    private const int Tries = 3;
    private static long s_failures;
    private int _failed;

    ~RetriedFinalizer()
    {
        try
        {
            Release();
        }
        catch (Exception error)
        {
            if (Interlocked.Increment(ref s_failures) == 1)
            {
                Notices.Write("a forgotten resource could not be released", error);
            }
            if (++_failed < Tries)
            {
                GC.ReRegisterForFinalize(this);
            }
        }
    }

    /// <summary>How often a finalizer has failed.</summary>
    internal static long Failures => Interlocked.Read(ref s_failures);

    /// <summary>Called when this can no longer be reached.</summary>
    private protected abstract void Release();
}
