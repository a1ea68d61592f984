// Lets the garbage collector release a handle that was not closed.
// Invariant: a backstop only releases a handle, and runs no user code. Releasing a handle twice is
// harmless, because the core checks its generation, so a backstop may race with a Dispose or a
// closing scope.
// It has a critical finalizer, so that the user's own finalizers can still use the tensors they
// hold. It does the same as a SafeHandle at two thirds of the cost. Handles are not released in
// batches: a call into the core takes a nanosecond or two, and nothing would trigger the release of
// a last, incomplete batch.
// Creating a finalizable object costs more than everything else an unowned tensor does, and takes a
// process-wide lock. So a disarmed backstop is reused, by the thread that disarmed it, and only
// while it is in generation 0: an older one would only be found unreachable by a collection of its
// generation.

using Tenure.Reports;

namespace Tenure.Interop;

/// <summary>Held by one unowned resource, or by a scope; its critical finalizer runs when the
/// holder can no longer be reached.</summary>
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
        if (released > 0)
        {
            Logs.CheckLater();
            FreedEvents.Count();
        }
    }

    /// <summary>Returns a backstop for this handle; for 0, one that does nothing until
    /// <see cref="Arm"/>.</summary>
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

    /// <summary>Stops the finalizer from releasing the handle, which has another owner now or is
    /// closed. The caller must drop its reference, because the backstop may be reused at
    /// once.</summary>
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

    /// <summary>Creates a backstop, and drops the spares, which are too old to be reused.</summary>
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
