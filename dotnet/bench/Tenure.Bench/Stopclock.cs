using System.Diagnostics;

namespace Tenure.Bench;

/// <summary>Nanoseconds of one pass through a loop body: warmed up until it is compiled for good, then a median of samples.</summary>
internal static class Stopclock
{
    private const int Samples = 51;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Sample = TimeSpan.FromMilliseconds(10);

    /// <param name="loop">Does the work as often as it is told to.</param>
    public static double Median(Action<int> loop)
    {
        int times = WarmedUp(loop);
        double[] samples = new double[Samples];
        for (int i = 0; i < Samples; i++)
        {
            samples[i] = Time(loop, times).TotalNanoseconds / times;
        }
        Array.Sort(samples);
        return samples[Samples / 2];
    }

    /// <summary>How many passes make a sample, a multiple of 1,000, found while the JIT compiles.</summary>
    private static int WarmedUp(Action<int> loop)
    {
        int times = 1000;
        long began = Stopwatch.GetTimestamp();
        TimeSpan last = TimeSpan.Zero;
        while (Stopwatch.GetElapsedTime(began) < WarmUp)
        {
            last = Time(loop, times);
            if (last < Sample)
            {
                times = Math.Min(times * 2, 10_000_000);
            }
            // Compilation happens on another thread; many short calls are what starts it.
            Time(loop, 1000);
        }
        return last > 2 * Sample ? Math.Max(1000, (int)(times * (Sample / last)) / 1000 * 1000) : times;
    }

    private static TimeSpan Time(Action<int> loop, int times)
    {
        long began = Stopwatch.GetTimestamp();
        loop(times);
        return Stopwatch.GetElapsedTime(began);
    }
}
