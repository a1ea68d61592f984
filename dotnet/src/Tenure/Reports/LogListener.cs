// A listener of the library's log with a level of its own.

using Tenure.Interop;

namespace Tenure.Reports;

/// <summary>Gets the records of the library's log up to a level of its own, whatever
/// <see cref="TenureRuntime.LogLevel"/> is, until it is disposed. For what passes the records on to a
/// logging framework, which has levels for itself.</summary>
/// <remarks>The handler is called as those of <see cref="TenureRuntime.Logged"/> are: on a thread
/// whose call has just ended, or on a thread of the pool, with no lock held. It may call this library;
/// its exceptions are ignored. ONNX Runtime's own records are passed on at the level of the model or
/// of the run, whatever the level is here.</remarks>
public sealed class LogListener : IDisposable
{
    private readonly Action<LogRecord> _handler;
    private LogLevel _level;
    private volatile bool _isDisposed;

    /// <summary>Begins to listen.</summary>
    /// <param name="level">The least important records that are wanted.</param>
    /// <param name="handler">What gets each record.</param>
    /// <exception cref="InvalidArgumentException">There is no such level.</exception>
    public LogListener(LogLevel level, Action<LogRecord> handler)
    {
        ArgumentNullException.ThrowIfNull(handler);
        _level = Logs.Checked(level);
        _handler = handler;
        Logs.Add(this);
    }

    /// <summary>The least important records that are wanted. It may be changed at any time.</summary>
    /// <exception cref="InvalidArgumentException">There is no such level.</exception>
    public LogLevel Level
    {
        get => _level;
        set
        {
            if (_level != Logs.Checked(value))
            {
                _level = value;
                Logs.LevelChanged();
            }
        }
    }

    /// <summary>Ends listening. A record that another thread is passing on may still
    /// arrive.</summary>
    public void Dispose()
    {
        if (!_isDisposed)
        {
            _isDisposed = true;
            Logs.Remove(this);
        }
    }

    internal void Pass(LogRecord record)
    {
        if (!_isDisposed && (record.Level <= _level || record.LogId.Length > 0))
        {
            _handler(record);
        }
    }
}
