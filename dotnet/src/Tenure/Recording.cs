// A recording of memory events.

using Tenure.Interop;

namespace Tenure;

/// <summary>A recording of memory events: allocations, frees, moves, loans, scopes, cycles of
/// workspaces, refused limits. <see cref="TenureRuntime.Record(long, long)"/> starts it, and
/// <see cref="Dispose"/> ends it. While it is in progress a
/// <see cref="Reports.MemorySnapshot"/> has its events.</summary>
public sealed unsafe class Recording : IDisposable
{
    private readonly ulong _number;
    private readonly bool _hasSites;
    private int _isOver;

    internal Recording(long events, long siteBytes)
    {
        ulong number;
        Errors.Check(Native.tenure_record_start(unchecked((ulong)events), unchecked((ulong)siteBytes), &number));
        _number = number;
        _hasSites = siteBytes > 0;
        if (_hasSites)
        {
            Leaks.SamplesSites = true;
        }
    }

    /// <summary>How many events have been dropped, because more have happened than are
    /// kept.</summary>
    /// <exception cref="ClosedException">This recording is over.</exception>
    public long Dropped
    {
        get
        {
            ulong dropped;
            Errors.Check(Native.tenure_record_dropped(_number, &dropped));
            return (long)dropped;
        }
    }

    /// <summary>Ends the recording and frees its events. A second call does nothing.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isOver, 1) == 0)
        {
            if (_hasSites)
            {
                Leaks.SamplesSites = false;
            }
            Errors.Check(Native.tenure_record_stop(_number));
        }
    }

    /// <summary>The same as <see cref="Dispose"/>.</summary>
    public void Close() => Dispose();
}
