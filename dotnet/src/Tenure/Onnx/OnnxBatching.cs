// How requests of several threads become runs of a model.

namespace Tenure.Onnx;

/// <summary>How an <see cref="OnnxBatcher"/> joins requests: <c>new OnnxBatching { Size = 16 }</c>.</summary>
public sealed record OnnxBatching
{
    internal static readonly OnnxBatching Default = new();

    /// <summary>The most rows of one run, at least 1. A request with more is run by itself.</summary>
    public int Size { get; init; } = 32;

    /// <summary>How long a request waits for others that would fill its run; zero joins those that wait already because as
    /// many runs are in progress as may be.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>How many runs there may be at the same time; 0 for as many as <see cref="TenureRuntime.SetThreads"/> says.</summary>
    public int Parallel { get; init; }

    /// <summary>How many requests may wait at the same time, at least 1. One more is refused with a <see cref="BusyException"/>.</summary>
    public int Capacity { get; init; } = 1024;

    /// <summary>How long a request may wait until its run begins; zero for as long as it takes. One that waits for longer fails with
    /// a <see cref="BusyException"/>.</summary>
    public TimeSpan Timeout { get; init; }

    /// <summary>Microseconds, not zero for what is not zero.</summary>
    internal static long Micros(TimeSpan time)
    {
        long micros = time.Ticks / TimeSpan.TicksPerMicrosecond;
        return micros == 0 ? Math.Sign(time.Ticks) : micros;
    }
}
