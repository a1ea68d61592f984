// The collector's way to a handle that nobody closed.
// Invariant: a backstop only ever releases a handle, and runs no code of the user. Releasing a handle that has gone already is harmless (the core checks its
// generation), so it may race with a Dispose or a closing scope.
//
// A critical finalizer, so that finalizers of the user's own can still use the tensors they hold; it does what a SafeHandle's
// would at two thirds of the price. Handles are not gathered here: a crossing takes a nanosecond or two, and nobody
// would be there to hand over a last batch that is not full.
//
// To make a finalizable object costs more than all else an unowned tensor does, and takes a lock of the process. So one that
// was disarmed is used again: by the thread that disarmed it, and only while it is as young as a new one, for an old
// one would be found dead by a collection of all generations only.

using Tenure.Reports;

namespace Tenure.Interop;

/// <summary>Held by one unowned resource, or by a scope; its critical finalizer runs when that can no longer be reached.</summary>
internal sealed unsafe class Backstop : RetriedFinalizer
{
    private const int MostSpare = 32;

    [ThreadStatic]
    private static Backstop? t_spare;

    private ulong _resource;
    private Backstop? _nextSpare;
    private int _spares;

    private Backstop()
    {
    }

    private protected override void Release()
    {
        ulong resource = _resource;
        if (resource == 0)
        {
            return;
        }
        ulong released;
        Native.tenure_handle_collect(&resource, 1, &released);
        if (released > 0 && Leaks.Level != LeakLevel.Off)
        {
            LeakListeners.Notify();
        }
    }

    /// <summary>One for this handle; for 0 it has nothing to do until <see cref="Arm"/>.</summary>
    internal static Backstop For(ulong resource)
    {
        Backstop? spare = t_spare;
        if (spare is null || GC.GetGeneration(spare) != 0)
        {
            return Fresh(resource);
        }
        t_spare = spare._nextSpare;
        spare._nextSpare = null;
        spare._resource = resource;
        return spare;
    }

    internal void Arm(ulong resource) => _resource = resource;

    /// <summary>The handle has another owner now, or is gone: the finalizer has nothing left to do for it. Whoever calls
    /// this lets go of the backstop, which may be another's at once.</summary>
    internal void Disarm(ulong resource)
    {
        if (Interlocked.CompareExchange(ref _resource, 0, resource) != resource)
        {
            // Disarmed by another thread, and perhaps armed for another handle since.
            return;
        }
        Backstop? spare = t_spare;
        int spares = spare is null ? 0 : spare._spares;
        if (spares < MostSpare && GC.GetGeneration(this) == 0)
        {
            _nextSpare = spare;
            _spares = spares + 1;
            t_spare = this;
        }
        else
        {
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>A new one. The spares, if there are any, have grown old.</summary>
    private static Backstop Fresh(ulong resource)
    {
        for (Backstop? spare = t_spare; spare is not null; spare = spare._nextSpare)
        {
            GC.SuppressFinalize(spare);
        }
        t_spare = null;
        return new Backstop { _resource = resource };
    }
}
