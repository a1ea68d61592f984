// The collector's way to a handle that nobody closed.
// Invariant: a backstop only ever releases a handle; it runs no code of the user, and nothing that goes wrong in it ends
// the process or the backstops after it. Releasing a handle that has gone already is harmless (the core checks its
// generation), so it may race with a Dispose or a closing scope.
//
// A critical finalizer, so that finalizers of the user's own can still use the tensors they hold; it does what a SafeHandle's
// would at two thirds of the price. Handles are not gathered here: a crossing takes a nanosecond or two, and nobody
// would be there to hand over a last batch that is not full.

using System.Runtime.ConstrainedExecution;

namespace Tenure.Interop;

/// <summary>Held by one unowned resource, or by a scope; its critical finalizer runs when that can no longer be reached.</summary>
internal sealed unsafe class Backstop : CriticalFinalizerObject
{
    /// <summary>Thrown in the next finalizer, by a test.</summary>
    internal static Exception? Fault;

    private const int Tries = 3;
    private static long s_failures;
    private ulong _resource;
    private int _failed;

    /// <summary>One that has nothing to release until <see cref="Arm"/>.</summary>
    internal Backstop()
    {
    }

    internal Backstop(ulong resource) => _resource = resource;

    ~Backstop()
    {
        ulong resource = _resource;
        if (resource == 0)
        {
            return;
        }
        try
        {
            if (Fault is { } fault)
            {
                Fault = null;
                throw fault;
            }
            nuint released;
            Native.tenure_handle_collect(&resource, 1, &released);
            if (released > 0 && Leaks.Level != LeakLevel.Off)
            {
                LeakListeners.Notify();
            }
        }
        catch (Exception error)
        {
            Failed(error);
            if (++_failed < Tries)
            {
                // Once more, when the next collection comes.
                GC.ReRegisterForFinalize(this);
            }
        }
    }

    /// <summary>How often releasing failed.</summary>
    internal static long Failures => Interlocked.Read(ref s_failures);

    internal void Arm(ulong resource) => _resource = resource;

    /// <summary>The handle has another owner now, or is gone: the finalizer has nothing left to do.</summary>
    internal void Disarm()
    {
        _resource = 0;
        GC.SuppressFinalize(this);
    }

    /// <summary>Disarms whatever backstops there are in a holder that is none any more.</summary>
    internal static void DisarmAll(object? holder)
    {
        while (holder is Membership place)
        {
            place.Backstop?.Disarm();
            holder = place.Origin;
        }
        (holder as Backstop)?.Disarm();
    }

    private static void Failed(Exception error)
    {
        if (Interlocked.Increment(ref s_failures) == 1)
        {
            try
            {
                Console.Error.WriteLine($"tenure: a forgotten resource could not be released: {error.Message}");
            }
            catch (Exception)
            {
                // There is nowhere left to say it.
            }
        }
    }
}
