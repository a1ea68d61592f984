using Tenure.Examples.Digits;
using Tenure.Interop;
using Tenure.Optim;

namespace Tenure.Bench;

/// <summary>What is measured. Each leaves nothing behind.</summary>
internal static class Measurements
{
    private static readonly float[] Four = [1, 2, 3, 4];

    /// <summary>The keys of the summary and how each figure comes about.</summary>
    public static IEnumerable<(string Key, Func<double> Measure)> All(string digits)
    {
        yield return ("yardstick.pinvoke_empty", () => Stopclock.Median(EmptyCall));
        yield return ("csharp.crossing", InScope(scope => Crossing(Tensor.Of(Four))));
        yield return ("csharp.create_dispose", InScope(_ => Stopclock.Median(CreateDispose)));
        yield return ("csharp.create_dispose_unowned", () => Stopclock.Median(CreateDispose));
        yield return ("csharp.scope_1000_per_tensor", () => Stopclock.Median(ScopesOf1000, 1000));
        yield return ("csharp.add_16x16", InScope(_ => Add(Tensor.Rand(16, 16), Tensor.Rand(16, 16))));
        yield return ("csharp.digits_us_per_step", InScope(_ => DigitSteps(digits, Scope.Open)));
        foreach ((string Key, Func<double> Measure) more in Lifetimes.All().Concat(Everyday.All()).Concat(Workspaces.All(digits)).Concat(TrainingSteps.All()))
        {
            yield return more;
        }
    }

    private static Func<double> InScope(Func<Scope, double> measure) => () => Scope.Using(measure);

    private static void EmptyCall(int times)
    {
        for (int i = 0; i < times; i++)
        {
            Native.tenure_abi_version();
        }
    }

    private static double Crossing(Tensor tensor) => Stopclock.Median(times =>
    {
        for (int i = 0; i < times; i++)
        {
            _ = tensor.Size;
        }
    });

    private static void CreateDispose(int times)
    {
        for (int i = 0; i < times; i++)
        {
            Tensor.Of(Four).Dispose();
        }
    }

    private static void ScopesOf1000(int times)
    {
        for (int done = 0; done < times; done += 1000)
        {
            using Scope scope = Scope.Open();
            for (int i = 0; i < 1000; i++)
            {
                Tensor.Of(Four);
            }
        }
    }

    private static double Add(Tensor a, Tensor b) => Stopclock.Median(times =>
    {
        for (int i = 0; i < times; i++)
        {
            a.Add(b).Dispose();
        }
    });

    /// <summary>Microseconds of a step, each in what <paramref name="open"/> makes current.</summary>
    internal static double DigitSteps(string path, Func<Scope> open)
    {
        DigitData data = DigitData.Load(path);
        Network network = Network.Random(42);
        Optimizer sgd = Optimizer.Sgd([network.W1, network.B1, network.W2, network.B2], 0.05, 0.9);
        double nanoseconds = Stopclock.Median(times =>
        {
            for (int i = 0; i < times; i++)
            {
                // The 44 full batches, over and over.
                DigitStep(open, data, network, sgd, i % 44 * 32L);
            }
        });
        return nanoseconds / 1000;
    }

    private static void DigitStep(Func<Scope> open, DigitData data, Network network, Optimizer sgd, long from)
    {
        using Scope scope = open();
        Tensor x = data.TrainPixels.Slice(0, from, from + 32);
        Tensor y = data.TrainLabels.Slice(0, from, from + 32);
        Tape tape = Tape.Open();
        Network watched = network.Watched(tape);
        Tensor loss = watched.Forward(x).CrossEntropy(y);
        sgd.Step(tape.Backward(loss, watched.W1, watched.B1, watched.W2, watched.B2));
        loss.Item();
    }
}
