// That averages, scaled losses and checkpointing reach the core. What they compute is tested in Rust.

using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;
using Xunit;

namespace Tenure.Tests;

public class TrainerOptionsTests
{
    private sealed class Own : Module
    {
        protected override Tensor Forward(Tensor x) => x.Relu();
    }

    [Fact]
    public void ATrainerKeepsAnAverage()
    {
        using Scope scope = Scope.Open();
        Module net = new Linear(2, 1, false);
        var trainer = Trainer.Of(net, Optimizer.Sgd(net.Parameters(), 0.1), Loss.Mse);
        var mean = new AveragedModel(net);
        var byHand = new AveragedModel(net, 0.5);
        trainer.Average(mean);
        Tensor x = Tensor.Ones(3, 2), y = Tensor.Zeros(3, 1);
        for (int i = 0; i < 2; i++)
        {
            trainer.Step(x, y);
            byHand.UpdateParameters(net);
        }
        Assert.Equal(2, mean.Updates);
        Assert.Equal(mean.Get("module.weight").ToArray<float>(), byHand.Get("module.weight").ToArray<float>());
        Assert.NotEqual(mean.Get("module.weight").ToArray<float>(), net.Get("weight").ToArray<float>());
        Assert.Equal(mean.Call(x).ToArray<float>(), trainer.Predict(x).ToArray<float>());
        Assert.Throws<InvalidArgumentException>(() => new AveragedModel(net, 2));
        Assert.Throws<InvalidArgumentException>(() => new AveragedModel(new Own()));
        Assert.Throws<ArgumentNullException>(() => new AveragedModel(null!));
        Assert.Throws<ArgumentNullException>(() => mean.UpdateParameters(null!));
        Assert.Throws<InvalidArgumentException>(() => trainer.Average(net));
    }

    [Fact]
    public void AScaledLossShrinksUntilUpdatesAreMade()
    {
        using Scope scope = Scope.Open();
        Module net = new Linear(2, 1, false);
        net.To(DType.F16);
        Optimizer sgd = Optimizer.Sgd(net.Parameters(), 0.01);
        sgd.SetMasterWeights();
        var trainer = Trainer.Of(net, sgd, Loss.Mse);
        Assert.Equal(1.0, trainer.LossScale);
        trainer.ScaleLoss(1 << 24);
        Tensor x = Tensor.Ones(3, 2).Cast(DType.F16), y = Tensor.Full(3.0, 3, 1).Cast(DType.F16);
        trainer.Step(x, y);
        Assert.Equal(1 << 23, trainer.LossScale);
        for (int i = 0; i < 20; i++)
        {
            trainer.Step(x, y);
        }
        Assert.True(trainer.Updates > 5);
        Assert.Throws<InvalidArgumentException>(() => trainer.ScaleLoss(0));
    }

    [Fact]
    public void ACheckpointedModuleHasTheSameGradients()
    {
        using Scope scope = Scope.Open();
        Module net = new Linear(3, 2);
        Tensor x = Tensor.Rand(4, 3);
        var gradients = new List<float[]>();
        foreach (bool checkpoint in new[] { false, true })
        {
            net.Checkpoint(checkpoint);
            Tape tape = Tape.Open();
            var watched = net.Watch(tape);
            Tensor loss = net.Call(x).Pow(2).Sum();
            gradients.Add(tape.Backward(loss, [.. watched])[0].ToArray<float>());
        }
        Assert.Equal(gradients[0], gradients[1]);
    }
}
