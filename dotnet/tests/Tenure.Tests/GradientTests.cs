using Tenure.Optim;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Tapes and the optimizer through the wrapper.</summary>
public sealed class GradientTests : Balanced
{
    [Fact]
    public void BackwardReturnsAGradientForEachAndConsumesTheTape()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Of([1f, 2, 3, 4], 2, 2);
        Tape tape = Tape.Open();
        Tensor w = tape.Watch(Tensor.Of([1f, -1], 2, 1));
        Tensor unused = tape.Watch(Tensor.Ones(3));
        Tensor hidden = x.MatMul(w);
        Tensor loss = hidden.Mul(hidden).Sum();
        // Closing what the forward pass made changes no gradient.
        hidden.Dispose();
        Tensor[] gradients = tape.Backward(loss, w, unused);
        Assert.Equal([-8f, -12], gradients[0].ToArray<float>());
        Assert.Equal([2L, 1], gradients[0].Shape);
        Assert.Equal([0f, 0, 0], gradients[1].ToArray<float>());
        Assert.True(tape.IsClosed);
        Assert.ThrowsAny<ObjectDisposedException>(() => tape.Backward(loss, w));
        Assert.ThrowsAny<ObjectDisposedException>(() => tape.Watch(x));
        tape.Dispose();
    }

    [Fact]
    public void ARefusedBackwardLeavesTheTape()
    {
        using Scope scope = Scope.Open();
        Tape tape = Tape.Open();
        Tensor w = tape.Watch(Tensor.Ones(2));
        Tensor notScalar = w.Mul(2);
        Assert.Throws<InvalidArgumentException>(() => tape.Backward(notScalar, w));
        Assert.Equal([2f, 2], tape.Backward(notScalar.Sum(), w)[0].ToArray<float>());
        Assert.Throws<ArgumentNullException>(() => Tape.Open().Backward(w, [null!]));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void OnTwoThreadsItIsConsumedOnceOrAsItWas(bool isRefused)
    {
        for (int round = 0; round < 5; round++)
        {
            using Scope scope = Scope.Open();
            Tensor ones = Tensor.Ones(1);
            Tape tape = Tape.Open();
            Tensor x = tape.Watch(ones);
            Tensor loss = Scope.Using(() => Enumerable.Range(0, 20_000).Aggregate(x, (y, _) => y.Mul(x)).Sum());
            if (isRefused)
            {
                ones.AddInPlace(1);
            }
            int refusals = 0, others = 0;
            using var start = new Barrier(2);
            void Backward()
            {
                start.SignalAndWait();
                try
                {
                    tape.Backward(loss, x);
                }
                catch (InvalidArgumentException)
                {
                    Interlocked.Increment(ref refusals);
                }
                catch (ObjectDisposedException)
                {
                    Interlocked.Increment(ref others);
                }
            }
            var thread = new Thread(Backward);
            thread.Start();
            Backward();
            thread.Join();
            Assert.Equal(isRefused ? (2, 0) : (refusals, 1 - refusals), (refusals, others));
            Assert.Equal(!isRefused, tape.IsClosed);
        }
    }

    [Fact]
    public void GradientsOutsideAScopeAreUnowned()
    {
        using Tensor ones = Tensor.Ones(2);
        using Tape tape = Tape.Open();
        using Tensor w = tape.Watch(ones);
        using Tensor loss = w.Sum();
        Tensor gradient = tape.Backward(loss, w)[0];
        Assert.Equal([1f, 1], gradient.ToArray<float>());
        gradient.Dispose();
    }

    [Fact]
    public void SgdStepsWithMomentum()
    {
        using Scope scope = Scope.Open();
        Tensor p = Tensor.Of([1f, 1]);
        Tensor g = Tensor.Of([1f, 2]);
        Optimizer sgd = Optimizer.Sgd([p], learningRate: 0.5, momentum: 0.5);
        sgd.Step(g);
        Assert.Equal([0.5f, 0], p.ToArray<float>());
        sgd.Step(g);
        // v = 0.5 v + g
        Assert.Equal([-0.25f, -1.5f], p.ToArray<float>());
        Assert.Throws<ShapeMismatchException>(() => sgd.Step(Tensor.Ones(3)));
        Assert.ThrowsAny<ArgumentException>(() => sgd.Step());
        sgd.Dispose();
        Assert.ThrowsAny<ObjectDisposedException>(() => sgd.Step(g));
    }

    [Fact]
    public void ASteadyTrainingLoopAsksTheSystemForNothing()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Rand(32, 64);
        Tensor w = Tensor.Randn(64, 10);
        Tensor y = Tensor.Zeros(DType.I64, 32);
        Optimizer sgd = Optimizer.Sgd([w], 0.05, 0.9);
        for (int i = 0; i < 50; i++)
        {
            Step();
        }
        MemoryStats before = TenureRuntime.Stats();
        for (int i = 0; i < 200; i++)
        {
            Step();
        }
        MemoryStats after = TenureRuntime.Stats();
        Assert.Equal(before.SystemAllocations, after.SystemAllocations);
        Assert.Equal((before.LiveHandles, before.LiveBytes), (after.LiveHandles, after.LiveBytes));
        Assert.True(after.Allocations > before.Allocations);

        void Step() => Scope.Using(() =>
        {
            Tape tape = Tape.Open();
            Tensor watched = tape.Watch(w);
            sgd.Step(tape.Backward(x.MatMul(watched).CrossEntropy(y), watched));
        });
    }

    [Fact]
    public void TensorsThatCannotBeWrappedAreReleased()
    {
        ulong[] made = [UnownedOne(), UnownedOne(), UnownedOne()];
        // What a full managed heap throws.
        Assert.Throws<OutOfMemoryException>(() => Interop.Call.AdoptAll(
            made, owner: null, handle => handle == made[2] ? throw new OutOfMemoryException() : Interop.Call.AdoptUnowned(handle)));
        // Not in the collector's time, and not by a scope: there is none.
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public void AnUnownedTensorThatCannotBeWrappedIsReleased()
    {
        Assert.Throws<OutOfMemoryException>(() => Interop.Call.AdoptUnowned(UnownedOne(), _ => throw new OutOfMemoryException()));
        Assert.Equal(0, Tensors);
    }

    private static unsafe ulong UnownedOne()
    {
        ulong made;
        Interop.Errors.Check(Interop.Native.tenure_tensor_full(
            Interop.Native.Unowned, Device.Cpu.Code, (int)DType.F32, 0, 0, null, 0UL, &made));
        return made;
    }

    [Fact]
    public void AnIntegerIsReadWithoutLoss()
    {
        using Scope scope = Scope.Open();
        Assert.Equal(9_007_199_254_740_993L, Tensor.Of([9_007_199_254_740_993L]).ItemInt64());
        Assert.Equal(long.MinValue, Tensor.Of([long.MinValue]).ItemInt64());
        Assert.Equal((1L, 255L, -7L), (Tensor.Of([true]).ItemInt64(), Tensor.Of([(byte)255]).ItemInt64(), Tensor.Of([-7]).ItemInt64()));
        Assert.Throws<DTypeMismatchException>(() => Tensor.Ones(1).ItemInt64());
        Assert.Throws<InvalidArgumentException>(() => Tensor.Of([1L, 2]).ItemInt64());
    }
}
