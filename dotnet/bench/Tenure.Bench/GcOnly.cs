using System.Diagnostics;
using System.Globalization;

namespace Tenure.Bench;

/// <summary>3,000 tensors of 1 MiB that nobody disposes, against a scope around each: processes of their own, since what is
/// measured is the collector's.</summary>
internal static class GcOnly
{
    /// <summary>What this program is called with to be such a process.</summary>
    public const string Scoped = "scoped", Dropped = "dropped";

    private const int Tensors = 3_000;
    private const int Children = 3;
    private const int Loops = 5;

    /// <summary>The figures of <see cref="Children"/> processes of each kind, taken in turn.</summary>
    public static IEnumerable<(string Key, double Value)> Measure()
    {
        var scoped = new List<double>();
        var dropped = new List<double>();
        double peak = 0;
        for (int i = 0; i < Children; i++)
        {
            scoped.Add(Child(Scoped).Milliseconds);
            (double milliseconds, double mib) = Child(Dropped);
            dropped.Add(milliseconds);
            peak = Math.Max(peak, mib);
        }
        yield return ("csharp.gc_only_3000x1mib_ratio", Median(dropped) / Median(scoped));
        yield return ("csharp.gc_only_3000x1mib_peak_mib", peak);
    }

    /// <summary>Such a process: prints its median milliseconds and the most MiB that were alive.</summary>
    public static void Run(string kind)
    {
        Action loop = kind == Scoped ? LoopScoped : LoopDropped;
        // Once for the compiler, and so that memory comes from the system in neither.
        loop();
        var times = new List<double>();
        for (int i = 0; i < Loops; i++)
        {
            long began = Stopwatch.GetTimestamp();
            loop();
            times.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{Median(times)} {TenureRuntime.Stats().PeakBytes / (1024.0 * 1024.0)}"));
    }

    private static void LoopScoped()
    {
        for (int i = 0; i < Tensors; i++)
        {
            using Scope scope = Scope.Open();
            Tensor.Ones(1 << 18);
        }
    }

    private static void LoopDropped()
    {
        for (int i = 0; i < Tensors; i++)
        {
            Tensor.Ones(1 << 18);
        }
    }

    private static (double Milliseconds, double Mib) Child(string kind)
    {
        // This program again: through its own executable, or through the host that was given its assembly.
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(GcOnly).Assembly.Location);
        }
        start.ArgumentList.Add(kind);
        using Process child = Process.Start(start)!;
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        if (child.ExitCode != 0)
        {
            throw new InvalidOperationException($"{start.FileName} {kind}: exit status {child.ExitCode}");
        }
        double[] figures = [.. output.Split(' ').Select(figure => double.Parse(figure, CultureInfo.InvariantCulture))];
        return (figures[0], figures[1]);
    }

    private static double Median(List<double> values)
    {
        values.Sort();
        return values[values.Count / 2];
    }
}
