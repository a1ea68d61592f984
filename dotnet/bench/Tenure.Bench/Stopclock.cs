using System.Diagnostics;

namespace Tenure.Bench;

/// <summary>Nanoseconds of one pass through a loop body: warmed up until it is compiled for good, then a median of samples.</summary>
internal static class Stopclock
{
    /// <summary><c>ci/bench --quick</c>: one process and fewer samples for each key.</summary>
    internal static readonly bool Quick = Environment.GetEnvironmentVariable("TENURE_BENCH_QUICK") is not null;

    private static readonly int Samples = Quick ? 201 : 801;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(Quick ? 0.4 : 1);
    // Shorter than a time slice: on a busy machine most samples are not interrupted, and the median is one of those.
    private static readonly TimeSpan Sample = TimeSpan.FromMicroseconds(500);

    /// <param name="loop">Does the work as often as it is told to.</param>
    /// <param name="step">It is told a multiple of this.</param>
    public static double Median(Action<int> loop, int step = 1)
    {
        int times = WarmedUp(loop, step);
        double[] samples = new double[Samples];
        for (int i = 0; i < Samples; i++)
        {
            samples[i] = Time(loop, times).TotalNanoseconds / times;
        }
        Array.Sort(samples);
        return samples[Samples / 2];
    }

    /// <summary>The median of so many runs of something that takes milliseconds, after as many more; a fourth of them
    /// when it has to be quick.</summary>
    public static double MedianOf(int runs, Action work)
    {
        runs = Quick ? (runs + 3) / 4 : runs;
        double[] samples = new double[runs];
        for (int i = -runs; i < runs; i++)
        {
            double taken = Time(_ => work(), 1).TotalNanoseconds;
            if (i >= 0)
            {
                samples[i] = taken;
            }
        }
        Array.Sort(samples);
        return samples[runs / 2];
    }

    /// <summary>How many passes make a sample, found while the JIT compiles.</summary>
    private static int WarmedUp(Action<int> loop, int step)
    {
        int times = step;
        long began = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < WarmUp)
        {
            // Compilation happens on another thread; many short calls are what starts it.
            Time(loop, step);
            if (Time(loop, times) < Sample && times < 10_000_000)
            {
                times *= 2;
            }
        }
        // What was found may be of code not yet compiled for good.
        while (times > step && Enumerable.Range(0, 9).Min(_ => Time(loop, times)) > 2 * Sample)
        {
            times /= 2;
        }
        return times;
    }

    private static TimeSpan Time(Action<int> loop, int times)
    {
        long began = Stopwatch.GetTimestamp();
        loop(times);
        return Stopwatch.GetElapsedTime(began);
    }
}
