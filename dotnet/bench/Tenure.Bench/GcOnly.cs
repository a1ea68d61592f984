using System.Diagnostics;
using System.Globalization;

namespace Tenure.Bench;

/// <summary>3,000 tensors of 1 MiB that nobody disposes, against a scope around each: processes of their own, since what is
/// measured is the collector's.</summary>
/// <remarks>Results of an operation; and zeros, of which scoped ones are written to one block that never leaves the cache, and
/// dropped ones to as many as gather, which on its own takes twice the time.</remarks>
internal static class GcOnly
{
    private const int Tensors = 3_000;
    private const long MiB = 1 << 18;
    private static readonly int Children = Stopclock.Quick ? 1 : 3;
    private static readonly int Loops = Stopclock.Quick ? 1 : 3;

    private static readonly Dictionary<string, Action<Tensor>> Programs = new()
    {
        ["scoped"] = operand => Scoped(() => operand.Exp()),
        ["forgotten"] = operand => Forgotten(() => operand.Exp()),
        ["zeros-scoped"] = _ => Scoped(() => Tensor.Zeros(MiB)),
        ["zeros-forgotten"] = _ => Forgotten(() => Tensor.Zeros(MiB)),
    };

    /// <summary>The figures of <see cref="Children"/> processes of each kind, taken in turn.</summary>
    public static IEnumerable<(string Key, double Value)> Measure()
    {
        var figures = Programs.Keys.ToDictionary(program => program, _ => new List<(double Milliseconds, double Mib)>());
        for (int i = 0; i < Children; i++)
        {
            foreach (string program in Programs.Keys)
            {
                double[] printed = Child.Run(program);
                figures[program].Add((printed[0], printed[1]));
            }
        }
        double Time(string program) => Median([.. figures[program].Select(figure => figure.Milliseconds)]);
        yield return ("csharp.gc_only_3000x1mib_ratio", Time("forgotten") / Time("scoped"));
        yield return ("csharp.gc_only_zeros_3000x1mib_ratio", Time("zeros-forgotten") / Time("zeros-scoped"));
        yield return ("csharp.gc_only_3000x1mib_peak_mib", figures.Values.SelectMany(all => all).Max(figure => figure.Mib));
    }

    /// <summary>Whether this process is such a child; then it prints its median milliseconds and the most MiB that were alive.</summary>
    public static bool IsChild(string[] args)
    {
        if (args is not [var program] || !Programs.TryGetValue(program, out Action<Tensor>? loop))
        {
            return false;
        }
        using Tensor operand = Tensor.Ones(MiB);
        // Once for the compiler, and so that memory comes from the system in none.
        loop(operand);
        var times = new List<double>();
        for (int i = 0; i < Loops; i++)
        {
            long began = Stopwatch.GetTimestamp();
            loop(operand);
            times.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{Median(times)} {TenureRuntime.Stats().PeakBytes / (1024.0 * 1024.0)}"));
        return true;
    }

    private static void Scoped(Func<Tensor> make)
    {
        for (int i = 0; i < Tensors; i++)
        {
            using Scope scope = Scope.Open();
            make();
        }
    }

    private static void Forgotten(Func<Tensor> make)
    {
        for (int i = 0; i < Tensors; i++)
        {
            make();
        }
    }

    private static double Median(List<double> values)
    {
        values.Sort();
        return values[values.Count / 2];
    }
}
