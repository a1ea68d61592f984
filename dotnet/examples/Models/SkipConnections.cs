using Tenure.Nn;
using Tenure.Optim;

namespace Tenure.Examples.Models;

/// <summary>A module of one's own: blocks whose input skips their layers. The same model is written in Java, Kotlin, Scala
/// and F#, and prints the same numbers in each.</summary>
internal static class SkipConnections
{
    /// <summary>Adds what two layers make of a normalized x to x.</summary>
    private sealed class SkipBlock : Module
    {
        private readonly Module _norm, _grow, _shrink;

        public SkipBlock(long features)
        {
            _norm = Add("norm", new LayerNorm(features));
            _grow = Add("grow", new Linear(features, 2 * features));
            _shrink = Add("shrink", new Linear(2 * features, features));
        }

        protected override Tensor Forward(Tensor x) => x + _shrink.Call(_grow.Call(_norm.Call(x)).Relu());
    }

    /// <summary>Two blocks, and a connection that skips both of them.</summary>
    private sealed class SkipNet : Module
    {
        private readonly Module _enter, _first, _second, _leave;

        public SkipNet()
        {
            _enter = Add("enter", new Linear(2, 16));
            _first = Add("first", new SkipBlock(16));
            _second = Add("second", new SkipBlock(16));
            _leave = Add("leave", new Linear(16, 1));
        }

        protected override Tensor Forward(Tensor x)
        {
            Tensor entered = _enter.Call(x);
            return _leave.Call(_second.Call(_first.Call(entered)) + entered);
        }
    }

    /// <summary>Learns the distance of points to the middle of a square.</summary>
    public static int Run(Device device)
    {
        double last = 0;
        using (Scope.Open(new ScopeOptions { Name = "training", Device = device }))
        {
            TenureRuntime.Seed(7);
            var net = new SkipNet();
            Console.WriteLine($"{net.ParameterCount} parameters");
            Optimizer adam = Optimizer.Adam(net.Parameters(), 0.01);
            Tensor points = Tensor.Rand(256, 2);
            Tensor distances = (points - 0.5).Pow(2).Sum(true, 1).Sqrt();
            for (int step = 0; step <= 200; step++)
            {
                using (Scope.Open("step"))
                {
                    Tape tape = Tape.Open();
                    Tensor[] watched = net.Watch(tape);
                    Tensor loss = net.Call(points).MseLoss(distances);
                    last = loss.Item();
                    adam.Step(tape.Backward(loss, watched));
                }
                if (step % 50 == 0)
                {
                    Console.WriteLine($"step {step}: loss {last:F9}");
                }
            }
            Console.WriteLine($"the middle: {net.Call(Tensor.Of([0.5f, 0.5f]).Reshape(1, 2)).Item():F9}");
        }
        Outcome.Check("the loss is below 0.001", last < 0.001);
        Outcome.Check("nothing is alive at the end", TenureRuntime.Stats(device).LiveBytes == 0);
        return Outcome.Code;
    }
}
