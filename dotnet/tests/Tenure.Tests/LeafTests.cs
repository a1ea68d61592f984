using Tenure.Nn;
using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>Leaf gradients and <see cref="NoGrad"/> through the wrapper.</summary>
public sealed class LeafTests : Balanced
{
    [Fact]
    public void GradientsAddUpAndTheStepUsesThem()
    {
        using Scope scope = Scope.Open();
        Tensor w = Tensor.Of([1f, 2], 2);
        w.RequiresGrad();
        Assert.True(w.IsLeaf());
        Assert.False(w.HasGradient());
        Assert.Throws<InvalidArgumentException>(() => w.Gradient());
        Optimizer sgd = Optimizer.Sgd([w], 0.5);
        for (int i = 0; i < 2; i++)
        {
            using Scope step = Scope.Open();
            w.Mul(w).Sum().Backward();
        }
        Assert.Equal([4f, 8], w.Gradient().ToArray<float>());
        sgd.Step();
        Assert.Equal([-1f, -2], w.ToArray<float>());
        sgd.ZeroGradients();
        Assert.False(w.HasGradient());
        Assert.Throws<InvalidArgumentException>(() => w.Detach().Sum().Backward());
    }

    [Fact]
    public void GradientsHaveGradients()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Of([1.0, 2, -3]);
        x.RequiresGrad();
        Tensor cubes = x.Pow(3).Sum();
        Tensor[] slopes = cubes.Gradients(x);
        Assert.Equal([3.0, 12, 27], slopes[0].ToArray<double>());
        Assert.False(x.HasGradient());
        slopes[0].Sum().Backward();
        Assert.Equal([6.0, 12, -18], x.Gradient().ToArray<double>());
        var refused = Assert.Throws<TensorException>(() => x.Prod().Gradients(x));
        Assert.Contains("prod: its gradient has no gradient", refused.Message);
    }

    [Fact]
    public void AGuardEndsWithItsBlockAlsoByAnException()
    {
        using Scope scope = Scope.Open();
        Tensor w = Tensor.Ones(2);
        w.RequiresGrad();
        Assert.Throws<InvalidOperationException>(() => NoGrad.Run(() =>
        {
            w.MulInPlace(3);
            throw new InvalidOperationException();
        }));
        Tensor loss = NoGrad.Run(() => w.Sum());
        Assert.Throws<InvalidArgumentException>(() => loss.Backward());
        using (NoGrad.Open())
        {
            var other = new Thread(() =>
            {
                using Scope own = Scope.Open();
                w.Sum().Backward();
            });
            other.Start();
            other.Join();
        }
        Assert.Throws<InvalidArgumentException>(() => w.MulInPlace(3));
        Assert.Equal(3, w.GetDouble(0));
        Assert.Equal([1f, 1], w.Gradient().ToArray<float>());
    }

    [Fact]
    public void AModulesParametersAreLeaves()
    {
        using Scope scope = Scope.Open();
        using var linear = new Linear(2, 1);
        linear.RequiresGrad();
        Optimizer sgd = Optimizer.Sgd(linear.Parameters(), 0.5);
        Tensor bias = linear.Get("bias");
        double before = bias.GetDouble(0);
        linear.Call(Tensor.Ones(4, 2)).Sum().Backward();
        Assert.Equal(4, bias.Gradient().GetDouble(0));
        sgd.Step();
        Assert.Equal((float)before - 2, bias.GetDouble(0), 1e-6);
        linear.ZeroGradients();
        Assert.False(bias.HasGradient());
    }
}
