using Tenure.Models;
using Tenure.Optim;

namespace Tenure.Examples.Digits;

/// <summary>One step of training, written in the ways one may think of. They differ in who frees what the step makes.</summary>
internal static class Loops
{
    private const int Batch = 32;

    /// <summary>The ways, and what each is called in the report.</summary>
    public static readonly IReadOnlyDictionary<string, (string Text, Func<DigitData, Network, Optimizer, long, float> Step)> All =
        new Dictionary<string, (string, Func<DigitData, Network, Optimizer, long, float>)>
        {
            ["by_hand"] = ("disposed by hand", ByHand),
            ["scope"] = ("a scope a step", InScope),
            ["workspace"] = ("a workspace's cycle a step", InWorkspace),
            ["gc_only"] = ("left to the collector", Left),
            ["limit_only"] = ("left, under a limit", Left),
        };

    private static float ByHand(DigitData data, Network network, Optimizer sgd, long from)
    {
        long to = Math.Min(from + Batch, DigitData.TrainRows);
        using Tensor x = data.TrainPixels.Slice(0, from, to);
        using Tensor y = data.TrainLabels.Slice(0, from, to);
        using Tape tape = Tape.Open();
        using Tensor w1 = tape.Watch(network.W1), b1 = tape.Watch(network.B1);
        using Tensor w2 = tape.Watch(network.W2), b2 = tape.Watch(network.B2);
        using Tensor product = x.MatMul(w1);
        using Tensor sum = product.Add(b1);
        using Tensor hidden = sum.Relu();
        using Tensor hiddenProduct = hidden.MatMul(w2);
        using Tensor logits = hiddenProduct.Add(b2);
        using Tensor loss = logits.CrossEntropy(y);
        Tensor[] gradients = tape.Backward(loss, w1, b1, w2, b2);
        sgd.Step(gradients);
        float value = (float)loss.Item();
        foreach (Tensor gradient in gradients)
        {
            gradient.Dispose();
        }
        return value;
    }

    private static float InScope(DigitData data, Network network, Optimizer sgd, long from)
    {
        using Scope scope = Scope.Open();
        return Left(data, network, sgd, from);
    }

    private static float InWorkspace(DigitData data, Network network, Optimizer sgd, long from)
    {
        using Workspace cycle = Workspace.Get("step").Enter();
        return Left(data, network, sgd, from);
    }

    /// <summary>Frees nothing. Where no scope is current, what it makes is nobody's.</summary>
    private static float Left(DigitData data, Network network, Optimizer sgd, long from)
    {
        long to = Math.Min(from + Batch, DigitData.TrainRows);
        Tensor x = data.TrainPixels.Slice(0, from, to);
        Tensor y = data.TrainLabels.Slice(0, from, to);
        Tape tape = Tape.Open();
        Network watched = network.Watched(tape);
        Tensor loss = watched.Forward(x).CrossEntropy(y);
        sgd.Step(tape.Backward(loss, watched.W1, watched.B1, watched.W2, watched.B2));
        return (float)loss.Item();
    }
}
