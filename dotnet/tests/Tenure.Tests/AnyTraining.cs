using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>The part of <see cref="AnyCalls"/> on tapes, optimizers, models and predictors.</summary>
internal sealed class AnyTraining
{
    private readonly AnyCalls _calls;
    private readonly Pool<Tape> _tapes = new();
    private readonly Pool<Watched> _watched = new();
    private readonly Pool<Trained> _trained = new();
    private readonly Pool<Module> _models = new();
    private readonly Pool<Predictor<double, Tensor>> _predictors = new();

    internal AnyTraining(AnyCalls calls)
    {
        _calls = calls;
        Steps =
        [
            OpenTape,
            Watch,
            Watch,
            Backward,
            MakeTrained,
            r => _trained.Any(r)?.Step(),
            MakeModel,
            MakePredictor,
            Predict,
            CloseOne,
        ];
    }

    /// <summary>A tensor whose use the tape records.</summary>
    private sealed record Watched(Tape Tape, Tensor Tensor);

    /// <summary>A parameter that an optimizer makes smaller by one in each step.</summary>
    private sealed class Trained(Parameter parameter, Optimizer optimizer)
    {
        private double _value;

        internal Parameter Parameter => parameter;

        internal void Step()
        {
            lock (this)
            {
                using (var gradient = Tensor.Ones(64))
                {
                    optimizer.Step(gradient);
                }
                _value--;
                Assert.Equal(_value, parameter.ToArray<float>()[0]);
            }
        }
    }

    private sealed class Doubles(AnyCalls calls, Random random) : ITranslator<double, Tensor>
    {
        public Tensor[] ProcessInput(double input) => [Tensor.Full(input, 64)];

        public Tensor ProcessOutput(Tensor[] output)
        {
            lock (random)
            {
                calls.Inside(random);
            }
            return output[0];
        }
    }

    internal Action<Random>[] Steps { get; }

    /// <summary>All else that they hold is among the scopes, tensors and others.</summary>
    internal void Clear()
    {
        _trained.All().ForEach(trained => trained.Parameter.Dispose());
        _tapes.Clear();
        _watched.Clear();
        _trained.Clear();
        _models.Clear();
        _predictors.Clear();
    }

    private void OpenTape(Random random)
    {
        var tape = Tape.Open();
        _calls.Others.Add(tape);
        _tapes.Add(tape);
    }

    private void Watch(Random random)
    {
        if (_tapes.Any(random) is { } tape)
        {
            (Tensor tensor, double value) = _calls.ATensor(random);
            Tensor watched = tape.Watch(tensor);
            _watched.Add(new Watched(tape, watched));
            _calls.Add(watched, value);
        }
    }

    private void Backward(Random random)
    {
        if (_watched.Any(random) is { } of)
        {
            using Tensor product = of.Tensor.Mul(3);
            _calls.Inside(random);
            using Tensor loss = product.Sum();
            _calls.Add(of.Tape.Backward(loss, of.Tensor)[0], 3);
        }
    }

    private void MakeTrained(Random random)
    {
        using var initial = Tensor.Zeros(64);
        // Not moved about: what leaves a workspace is a copy, which the optimizer does not know.
        Parameter parameter = Parameter.Of("p", initial).DetachFromScope();
        try
        {
            var optimizer = Optimizer.Sgd([parameter], 1);
            _calls.Others.Add(optimizer);
            _trained.Add(new Trained(parameter, optimizer));
        }
        catch
        {
            parameter.Dispose();
            throw;
        }
    }

    private sealed class Doubling : Module
    {
        private readonly Tensor _w;

        public Doubling() => _w = Parameter("w", Tensor.Full(2, 64));

        protected override Tensor Forward(Tensor x) => x.Mul(_w);
    }

    private void MakeModel(Random random) => _models.Add(new Doubling());

    private void MakePredictor(Random random)
    {
        if (_models.Any(random) is { } model)
        {
            Predictor<double, Tensor> predictor = Predictor.Of(model, new Doubles(_calls, new Random(random.Next())));
            _predictors.Add(predictor);
            _calls.Scopes.Add(predictor.Scope);
        }
    }

    private void Predict(Random random)
    {
        if (_predictors.Any(random) is { } predictor)
        {
            double x = random.Next(50);
            foreach (Tensor y in predictor.BatchPredict([x, x]))
            {
                _calls.Add(y, 2 * x);
            }
        }
    }

    private void CloseOne(Random random)
    {
        IDisposable? one = random.Next(2) == 0 ? _models.Any(random) : _predictors.Any(random);
        one?.Dispose();
    }
}
