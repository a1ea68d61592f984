// Passes the library's records on to the loggers of one factory.
// Invariant: one a factory, however often the factory is used. It listens at the level of the most
// demanding logger, which it asks again each second, because a filter that changes tells nobody. A
// factory that is disposed ends it. No lock is held while a logger or the factory runs.

using System.Runtime.Loader;
using Microsoft.Extensions.Logging;
using Tenure.Reports;
using HostLevel = Microsoft.Extensions.Logging.LogLevel;
using LogLevel = Tenure.Reports.LogLevel;

namespace Tenure.Extensions.Logging;

internal sealed class Forwarder
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly Lock s_lock = new();
    private static readonly Dictionary<ILoggerFactory, Forwarder> s_forwarders =
        new(ReferenceEqualityComparer.Instance);

    private readonly ILoggerFactory _factory;
    private LogListener? _listener;
    private Timer? _timer;
    private int _connections;

    static Forwarder()
    {
        // Timers would keep the context.
        if (AssemblyLoadContext.GetLoadContext(typeof(Forwarder).Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += static _ => EndAll();
        }
    }

    private Forwarder(ILoggerFactory factory) => _factory = factory;

    /// <summary>Begins to pass records on to a factory, or counts one more user of it.</summary>
    internal static IDisposable Attach(ILoggerFactory factory)
    {
        LogLevel wanted = Levels.Wanted(factory); // throws if the factory is disposed
        Forwarder? forwarder;
        bool isNew;
        lock (s_lock)
        {
            isNew = !s_forwarders.TryGetValue(factory, out forwarder);
            forwarder ??= s_forwarders[factory] = new Forwarder(factory);
            forwarder._connections++;
        }
        if (isNew)
        {
            forwarder.Begin(wanted);
        }
        return new Connection(forwarder);
    }

    private static void EndAll()
    {
        Forwarder[] all;
        lock (s_lock)
        {
            all = [.. s_forwarders.Values];
        }
        foreach (Forwarder forwarder in all)
        {
            forwarder.End();
        }
    }

    private void Begin(LogLevel wanted)
    {
        var listener = new LogListener(wanted, Pass);
        Timer timer;
        using (ExecutionContext.SuppressFlow()) // the timer does not belong to the request that begins it
        {
            timer = new Timer(static state => ((Forwarder)state!).Follow(), this, Period, Period);
        }
        bool isOver;
        lock (s_lock)
        {
            (_listener, _timer) = (listener, timer);
            isOver = !s_forwarders.TryGetValue(_factory, out Forwarder? current) || current != this;
        }
        if (isOver) // ended by another thread meanwhile
        {
            Stop();
        }
    }

    private void Leave()
    {
        bool isLast;
        lock (s_lock)
        {
            isLast = --_connections == 0;
        }
        if (isLast)
        {
            End();
        }
    }

    private void End()
    {
        lock (s_lock)
        {
            if (s_forwarders.TryGetValue(_factory, out Forwarder? current) && current == this)
            {
                s_forwarders.Remove(_factory);
            }
        }
        Stop();
    }

    private void Stop()
    {
        LogListener? listener;
        Timer? timer;
        lock (s_lock)
        {
            (listener, timer) = (_listener, _timer);
        }
        timer?.Dispose();
        listener?.Dispose();
    }

    /// <summary>Follows the filters of the factory.</summary>
    private void Follow()
    {
        try
        {
            LogLevel wanted = Levels.Wanted(_factory);
            if (_listener is { } listener)
            {
                listener.Level = wanted;
            }
        }
        catch (ObjectDisposedException)
        {
            End();
        }
        catch (Exception)
        {
            // Of a factory or a logger of the program; it is asked again.
        }
    }

    private void Pass(LogRecord record)
    {
        ILogger logger;
        try
        {
            logger = _factory.CreateLogger(Levels.Category(record.Category));
        }
        catch (ObjectDisposedException)
        {
            End();
            return;
        }
        HostLevel level = Levels.Of(record.Level);
        if (logger.IsEnabled(level))
        {
            logger.Log(level, Events.Of(record), new RecordState(record), null, static (state, _) => state.ToString());
        }
    }

    /// <summary>One use of a factory.</summary>
    private sealed class Connection(Forwarder forwarder) : IDisposable
    {
        private int _isDisposed;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
            {
                forwarder.Leave();
            }
        }
    }
}
