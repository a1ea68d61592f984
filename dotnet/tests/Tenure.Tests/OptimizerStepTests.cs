using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>Steps by a closure and by a loss, and master weights. The numbers are compared with PyTorch's in
/// Rust.</summary>
public class OptimizerStepTests
{
    private static Tensor Loss(Tensor w) => ((w * w) - 2).Pow(2).Sum();

    [Fact]
    public void AClosureIsCalledUntilTheStepHasEnded()
    {
        using Scope scope = Scope.Open();
        Tensor w = Tensor.Of([1.0, -0.5, 3.0]);
        w.RequiresGrad();
        Tensor other = Tensor.Of([1.0, -0.5, 3.0]);
        Optimizer lbfgs = Optimizer.Lbfgs([w], maxIter: 4, maxEval: 9, strongWolfe: true);
        Optimizer asked = Optimizer.Lbfgs([other], maxIter: 4, maxEval: 9, strongWolfe: true);
        int calls = 0;
        for (int i = 0; i < 3; i++)
        {
            long before = scope.Stats.Members;
            double first = lbfgs.Step(() =>
            {
                calls++;
                lbfgs.ZeroGradients();
                Tensor loss = Loss(w);
                loss.Backward();
                return loss;
            });
            Assert.Equal(before, scope.Stats.Members);
            double? firstAsked = null;
            bool wanted;
            do
            {
                using Scope step = Scope.Open();
                Tape tape = Tape.Open();
                Tensor watched = tape.Watch(other);
                Tensor loss = Loss(watched);
                double value = loss.Item();
                firstAsked ??= value;
                wanted = asked.Step(value, tape.Backward(loss, watched));
            }
            while (wanted);
            Assert.Equal(firstAsked, first);
            Assert.Equal(other.ToArray<double>(), w.ToArray<double>());
        }
        Assert.Equal(calls, lbfgs.StateTensor("state.0.func_evals").ToArray<long>()[0]);
    }

    [Fact]
    public void AClosureThatThrowsLeavesTheParameters()
    {
        using Scope scope = Scope.Open();
        Tensor w = Tensor.Of([1.0, -0.5]);
        w.RequiresGrad();
        Optimizer lbfgs = Optimizer.Lbfgs([w]);
        int calls = 0;
        var thrown = Assert.Throws<InvalidOperationException>(() => lbfgs.Step(() =>
        {
            lbfgs.ZeroGradients();
            Tensor loss = Loss(w);
            loss.Backward();
            return ++calls == 3 ? throw new InvalidOperationException("the third call") : loss;
        }));
        Assert.Equal("the third call", thrown.Message);
        Assert.Equal([1.0, -0.5], w.ToArray<double>());
        Assert.DoesNotContain("n_iter", lbfgs.StateDict(), StringComparison.Ordinal);
        Assert.Throws<InvalidArgumentException>(() => lbfgs.Step());
    }

    [Fact]
    public void SmallStepsOfHalvesAddUpInMasterWeights()
    {
        using Scope scope = Scope.Open();
        Tensor w = Tensor.Ones(2).Cast(DType.BF16);
        Optimizer sgd = Optimizer.Sgd([w], 1e-3);
        sgd.SetMasterWeights();
        Tensor gradient = Tensor.Ones(2).Cast(DType.BF16);
        for (int i = 0; i < 100; i++)
        {
            sgd.Step([gradient]);
        }
        Assert.Equal(0.9, sgd.StateTensor("state.0.master_param").ToArray<float>()[0], 5);
        Assert.Equal(0.9, w.Cast(DType.F32).ToArray<float>()[0], 2);
        Assert.Throws<InvalidArgumentException>(() => Optimizer.Lbfgs([w]).SetMasterWeights());
    }
}
