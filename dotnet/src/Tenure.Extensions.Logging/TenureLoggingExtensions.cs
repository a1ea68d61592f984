using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;

namespace Tenure.Extensions.Logging;

/// <summary>Writes the log of Tenure to loggers of Microsoft.Extensions.Logging.</summary>
/// <remarks>
/// <para>The categories are <c>Tenure.Device</c>, <c>Tenure.Library</c>, <c>Tenure.Memory</c>,
/// <c>Tenure.Onnx</c>, <c>Tenure.Threads</c> and <c>Tenure.Workspace</c>, so the filter
/// <c>"Tenure": "Debug"</c> is for all of them. Records that no logger lets pass are not made: the
/// library asks the loggers what they want when this begins, and then once a second.</para>
/// <para>Loggers are called on a thread whose call has just ended, or on a thread of the pool, with no
/// lock held. They may use Tenure; their exceptions are ignored.</para>
/// </remarks>
public static class TenureLoggingExtensions
{
    /// <summary>Writes the log of Tenure to the loggers of the container's
    /// <see cref="ILoggerFactory"/>, from its first logger on until the container is
    /// disposed.</summary>
    /// <remarks>This adds an <see cref="ILoggerProvider"/>, so call it after
    /// <c>ClearProviders()</c>. A factory that takes no providers is given to
    /// <see cref="UseForTenure"/> instead, when the container is built.</remarks>
    /// <returns>The same services.</returns>
    public static IServiceCollection AddTenureLogging(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<ILoggerProvider, ForwardingProvider>());
        return services;
    }

    /// <summary>Writes the log of Tenure to the loggers of this factory, until the result or the
    /// factory is disposed. Several factories get the same records; a factory that is used twice gets
    /// them once, until both results are disposed.</summary>
    /// <returns>The connection, which ends when it is disposed.</returns>
    /// <exception cref="ObjectDisposedException">The factory is disposed.</exception>
    public static IDisposable UseForTenure(this ILoggerFactory factory)
    {
        ArgumentNullException.ThrowIfNull(factory);
        return Forwarder.Attach(factory);
    }
}
