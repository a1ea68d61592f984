using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Bench;

/// <summary>Steps of training in microseconds: by a trainer, and by the same calls one by one.</summary>
internal static class TrainingSteps
{
    public static IEnumerable<(string Key, Func<double> Measure)> All()
    {
        yield return ("csharp.trainer_64_64_10_us_per_step", () => Small(byTrainer: true));
        yield return ("csharp.eager_64_64_10_us_per_step", () => Small(byTrainer: false));
        yield return ("csharp.trainer_784_128_10_us_per_step", () => Large(byTrainer: true));
        yield return ("csharp.eager_784_128_10_us_per_step", () => Large(byTrainer: false));
    }

    private static double Small(bool byTrainer) => Median(32, 64, 64, p => Optimizer.Sgd(p, 0.05, 0.9), byTrainer);

    private static double Large(bool byTrainer) => Median(64, 784, 128, p => Optimizer.Adam(p, 1e-3), byTrainer);

    private static double Median(long rows, long inputs, long hidden, Func<Tensor[], Optimizer> optimizer, bool byTrainer)
    {
        using Scope scope = Scope.Open();
        Module net = new Sequential(new Linear(inputs, hidden), new ReLU(), new Linear(hidden, 10));
        var x = Tensor.Rand(rows, inputs);
        var y = Tensor.Zeros(DType.I64, rows);
        Optimizer by = optimizer(net.Parameters());
        var trainer = Trainer.Of(net, by, Loss.CrossEntropy);
        return Stopclock.Median(times =>
        {
            for (int i = 0; i < times; i++)
            {
                _ = byTrainer ? trainer.Step(x, y) : Step(net, by, x, y);
            }
        }) / 1000;
    }

    private static double Step(Module net, Optimizer by, Tensor x, Tensor y)
    {
        using Scope step = Scope.Open();
        var tape = Tape.Open();
        Tensor[] watched = net.Watch(tape);
        Tensor loss = net.Call(x).CrossEntropy(y);
        by.Step(tape.Backward(loss, watched));
        return loss.Item();
    }
}
