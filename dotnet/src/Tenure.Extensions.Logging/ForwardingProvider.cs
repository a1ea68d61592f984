// What has a container begin to forward: its logger factory asks each provider for a logger, and
// disposes of none, because the container does that when it ends.
// Invariant: it writes nothing itself. The factory is asked for only when the first logger is created,
// since the factory itself is created from its providers.

using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Tenure.Extensions.Logging;

internal sealed class ForwardingProvider(IServiceProvider services) : ILoggerProvider
{
    private readonly Lock _lock = new();
    private bool _hasBegun;
    private bool _isDisposed;
    private IDisposable? _connection;

    public ILogger CreateLogger(string categoryName)
    {
        lock (_lock)
        {
            if (_hasBegun)
            {
                return NullLogger.Instance;
            }
            _hasBegun = true; // attaching creates loggers, which come here
        }
        Keep(services.GetService<ILoggerFactory>()?.UseForTenure());
        return NullLogger.Instance;
    }

    public void Dispose()
    {
        lock (_lock)
        {
            (_hasBegun, _isDisposed) = (true, true);
        }
        _connection?.Dispose();
    }

    private void Keep(IDisposable? connection)
    {
        bool isLate;
        lock (_lock)
        {
            (_connection, isLate) = (connection, _isDisposed);
        }
        if (isLate)
        {
            connection?.Dispose();
        }
    }
}
