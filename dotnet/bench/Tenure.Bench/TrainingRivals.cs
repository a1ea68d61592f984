// C#'s part of ci/bench --rivals: a worker that benches/rivals/drive.py asks `measure KEY THREADS MILLISECONDS`, in turns with the
// others. The same modules, trainers and data loaders as in Java's RivalTraining.

using System.Globalization;
using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Bench;

internal static class TrainingRivals
{
    private const string Command = "rivals";

    /// <summary>Whether the process was started as this worker, which has then ended.</summary>
    public static bool IsWorker(string[] args)
    {
        if (args is not [Command])
        {
            return false;
        }
        Console.WriteLine($"Tenure from .NET {Environment.Version.Major}");
        var operands = Scope.Open();
        string known = "";
        Action? call = null;
        while (Console.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            if (words[1] != known)
            {
                operands.Dispose();
                operands = Scope.Open();
                known = words[1];
                call = words[2] == "1" ? Work(known) : null;
            }
            double milliseconds = double.Parse(words[3], CultureInfo.InvariantCulture);
            Console.WriteLine(
                call is null ? "-" : OnnxRivals.Nanoseconds(call, milliseconds).ToString(CultureInfo.InvariantCulture));
        }
        operands.Dispose();
        return true;
    }

    private static Action? Work(string key)
    {
        switch (key)
        {
            case "mlp_step_64":
                return Step(Mlp(64, 64), p => Optimizer.Sgd(p, 0.05, 0.9), Tensor.Rand(32, 64));
            case "mlp_step_784":
                return Step(Mlp(784, 128), p => Optimizer.Adam(p, 1e-3), Tensor.Rand(64, 784));
            case "predict_784":
                Predictor<float[], float[]> predictor = Predictor.Of(
                    Mlp(784, 128),
                    Translator.Of((float[] row) => Tensor.Of(row), scores => scores.ToArray<float>()));
                float[] row = new float[784];
                return () => predictor.Predict(row);
            case "loader_60k":
                Tensor images = Tensor.RandInt(0, 256, 60_000, 28, 28).Cast(DType.U8);
                DataLoader loader = DataLoader.Of([images, Tensor.Zeros(DType.I64, 60_000)], 64, shuffle: true, seed: 5);
                return () =>
                {
                    foreach (Tensor[] _ in loader)
                    {
                    }
                };
            default:
                return null;
        }
    }

    private static Sequential Mlp(long inputs, long hidden) => new(new Linear(inputs, hidden), new ReLU(), new Linear(hidden, 10));

    private static Action Step(Module net, Func<Tensor[], Optimizer> optimizer, Tensor x)
    {
        var y = Tensor.Zeros(DType.I64, x.Shape[0]);
        var trainer = Trainer.Of(net, optimizer(net.Parameters()), Loss.CrossEntropy);
        return () => trainer.Step(x, y);
    }
}
