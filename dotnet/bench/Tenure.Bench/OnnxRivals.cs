// C#'s part of ci/bench --rivals --onnx: a worker that benches/rivals/drive.py asks `measure KEY THREADS MILLISECONDS`, in turns with
// the others. A prediction takes an array and gives one; the session has one thread.

using System.Diagnostics;
using System.Globalization;
using Tenure.Onnx;

namespace Tenure.Bench;

internal static class OnnxRivals
{
    private const string Command = "onnx-rivals";
    private const double BatchNs = 2_000_000;

    /// <summary>Whether the process was started as this worker, which has then ended.</summary>
    public static bool IsWorker(string[] args)
    {
        if (args is not [Command, var tests, var models])
        {
            return false;
        }
        Console.WriteLine($"Tenure from .NET {Environment.Version.Major}");
        string known = "";
        (OnnxModel Model, Action Run)? work = null;
        while (Console.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            if (words[1] != known)
            {
                known = words[1];
                work?.Model.Dispose();
                work = Work(known, tests, models);
            }
            double milliseconds = double.Parse(words[3], CultureInfo.InvariantCulture);
            Console.WriteLine(
                work is { } made ? Nanoseconds(made.Run, milliseconds).ToString(CultureInfo.InvariantCulture) : "-");
        }
        work?.Model.Dispose();
        return true;
    }

    private static (OnnxModel, Action)? Work(string key, string tests, string models)
    {
        int rows = key == "onnx_magika_32" ? 32 : 1;
        string magika = Directory.GetDirectories(Path.Combine(models, "magika", "models")).Order(StringComparer.Ordinal).First();
        string? file = key switch
        {
            "onnx_mlp_1" or "onnx_mlp_into" => Path.Combine(tests, "mlp.onnx"),
            "onnx_magika_1" or "onnx_magika_32" => Path.Combine(magika, "model.onnx"),
            _ => null,
        };
        if (file is null)
        {
            return null;
        }
        OnnxModel model = OnnxModel.Load(file, new OnnxOptions { Threads = 1 });
        float[] pixels = [.. Enumerable.Range(0, 784).Select(i => i % 255 / 255f)];
        int[] bytes = [.. Enumerable.Range(0, 2048 * rows).Select(i => i * 31 % 257)];
        if (key == "onnx_mlp_into")
        {
            Tensor[] inputs = [Tensor.Of(pixels, 1, 784)], outputs = [Tensor.Zeros(1, 10)];
            return (model, () => model.Run(inputs, outputs));
        }
        return (model, key == "onnx_mlp_1" ? Mlp : Magika);

        void Mlp()
        {
            using Scope scope = Scope.Open();
            _ = model.Run(Tensor.Of(pixels, 1, 784))[0].ToArray<float>();
        }

        void Magika()
        {
            using Scope scope = Scope.Open();
            _ = model.Run(Tensor.Of(bytes, rows, 2048))[0].ToArray<float>();
        }
    }

    /// <summary>The least mean of a call over batches that are long enough to time.</summary>
    public static double Nanoseconds(Action run, double milliseconds)
    {
        long began = Stopwatch.GetTimestamp();
        double least = double.MaxValue;
        for (long n = 1; ;)
        {
            long start = Stopwatch.GetTimestamp();
            for (long i = 0; i < n; i++)
            {
                run();
            }
            double took = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
            if (took < BatchNs)
            {
                n *= 2;
                continue;
            }
            least = Math.Min(least, took / n);
            if (Stopwatch.GetElapsedTime(began).TotalMilliseconds > milliseconds)
            {
                return least;
            }
        }
    }
}
