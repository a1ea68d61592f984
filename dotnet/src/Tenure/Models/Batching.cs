// Options for joining requests of several threads to runs of a model.

namespace Tenure.Models;

/// <summary>How an <see cref="Batcher"/> joins requests: <c>new Batching { Size = 16 }</c>.</summary>
public sealed record Batching
{
    internal static readonly Batching Default = new();

    /// <summary>The most rows of one run, at least 1. A request with more rows runs
    /// separately.</summary>
    public int Size { get; init; } = 32;

    /// <summary>How long a request waits for others that would fill its run. With zero, only
    /// requests that wait anyway, because <see cref="Parallel"/> runs are in progress, are
    /// joined.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>How many runs may be in progress at the same time; 0 for the number set by
    /// <see cref="TenureRuntime.SetThreads"/>.</summary>
    public int Parallel { get; init; }

    /// <summary>How many requests may wait at the same time, at least 1. A further request fails
    /// with a <see cref="BusyException"/>.</summary>
    public int Capacity { get; init; } = 1024;

    /// <summary>How long a request may wait until its run begins; zero for no limit. A request that
    /// waits longer fails with a <see cref="BusyException"/>.</summary>
    public TimeSpan Timeout { get; init; }

    /// <summary>Converts to microseconds; a time that is not zero does not become zero.</summary>
    internal static long Micros(TimeSpan time)
    {
        long micros = time.Ticks / TimeSpan.TicksPerMicrosecond;
        return micros == 0 ? Math.Sign(time.Ticks) : micros;
    }
}
