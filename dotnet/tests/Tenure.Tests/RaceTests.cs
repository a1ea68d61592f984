using Tenure.Models;
using Tenure.Nn;
using Tenure.Optim;
using Xunit;

namespace Tenure.Tests;

/// <summary>Uses that race an end, a hundred thousand and more of each kind: the right value or a typed error, and one release.</summary>
public sealed class RaceTests : Balanced
{
    private int _answered;
    private int _refused;

    /// <summary>Uses of a tensor of four equal numbers; each says whether what it saw is right. A span is the processor's memory.</summary>
    public static TheoryData<string> Uses => [.. s_uses.Keys.Where(name => !TestDevice.IsElsewhere || name != "span")];

    private static readonly Dictionary<string, Func<Tensor, float, bool>> s_uses = new()
    {
        ["operation"] = (tensor, value) =>
        {
            using Tensor sum = tensor.Add(1);
            return sum.ToArray<float>().AsSpan().Count(value + 1) == 4;
        },
        ["chain"] = (tensor, value) =>
        {
            using Tensor product = tensor.Mul(tensor);
            using Tensor sum = product.Sum();
            return sum.Item() == 4.0 * value * value;
        },
        ["in place"] = (tensor, value) =>
        {
            tensor.AddInPlace(1);
            return tensor.ToArray<float>().AsSpan().Count(value + 1) == 4;
        },
        ["copy in"] = (tensor, value) =>
        {
            tensor.CopyFrom<float>([5, 6, 7, 8]);
            return tensor.Size == 4;
        },
        ["span"] = (tensor, value) =>
        {
            // The export holds the memory itself: what was seen once is there until it ends.
            using TensorView<float> view = tensor.View<float>();
            bool right = true;
            for (int i = 0; i < 10; i++)
            {
                right &= view.Span.Count(value) == 4;
            }
            return right;
        },
        ["view"] = (tensor, value) =>
        {
            using Tensor view = tensor.Slice(0, 1, 3);
            return view.Sum().Item() == 2.0 * value;
        },
        // Throws for nobody: what a debugger shows must not end the program.
        ["text"] = (tensor, value) => tensor.ToString() is "Tensor(closed)" ? tensor.Size == 4 : tensor.ToString().Length >= 13,
    };

    [Theory]
    [MemberData(nameof(Uses))]
    public void AUseAndTheDisposeOfItsTensor(string name)
    {
        Func<Tensor, float, bool> use = s_uses[name];
        using Scope scope = Scope.Open();
        Race.Run(
            round => Tensor.Full(round % 1000, 4),
            (tensor, round) => Count(() => use(tensor, round % 1000)),
            (tensor, _) =>
            {
                tensor.Dispose();
                // Takes the memory that was given back last, and overwrites it.
                Tensor.Full(-1, 4).Dispose();
            },
            (tensor, _) => Assert.True(tensor.IsClosed),
            // Seven of one kind.
            rounds: 40_000);
        scope.Close();
        BothHappened();
    }

    [Fact]
    public void AnOperationAndTheDisposeOfAnUnownedOperand()
    {
        Race.Run(
            round => Tensor.Full(round, 4),
            (tensor, round) => Count(() =>
            {
                using Tensor sum = tensor.Add(1);
                return sum.ToArray<float>()[3] == round + 1f;
            }),
            (tensor, _) => tensor.Dispose(),
            (tensor, _) => Assert.True(tensor.IsClosed));
        BothHappened();
    }

    [Fact]
    public void TwoDisposesOfATensor()
    {
        using Tensor witness = Tensor.Ones(4);
        Race.Run(
            _ => witness.Alias(),
            (alias, _) => alias.Dispose(),
            (alias, _) => alias.Dispose(),
            // Freed twice, the witness's own reference would be gone.
            (_, _) => Assert.Equal(1, witness.UseCount));
        Assert.Equal(4, witness.Sum().Item());
    }

    /// <summary>The backstop that it had goes to one of the two threads: shared, one of what they make next would never be freed.</summary>
    [Fact]
    public void TwoDisposesOfWhatNobodyOwned()
    {
        Race.Run(_ => Tensor.Ones(1), (tensor, _) => Replace(tensor), (tensor, _) => Replace(tensor), (_, _) => { });
        CollectUntil(() => Tensors == 0);

        static void Replace(Tensor tensor)
        {
            tensor.Dispose();
            Tensor.Ones(1);
        }
    }

    [Fact]
    public void TwoClosesOfAScope()
    {
        using Tensor witness = Tensor.Ones(4);
        Race.Run(
            _ =>
            {
                Scope scope = Scope.Create();
                Scope child = Scope.Create(scope);
                scope.Attach(witness.Alias());
                child.Attach(witness.Alias());
                return (scope, child);
            },
            (pair, _) => pair.scope.Close(),
            (pair, round) => ((round & 128) == 0 ? pair.scope : pair.child).Close(),
            (pair, _) => Assert.Equal((1, true), (witness.UseCount, pair.child.IsClosed)));
    }

    [Fact]
    public void AnOperationAndTheCloseOfItsOperandsScope()
    {
        Race.Run(
            round =>
            {
                Scope scope = Scope.Create();
                return (scope, tensor: scope.Run(() => Tensor.Full(round, 4)), result: new Tensor?[1]);
            },
            (round, number) => Count(() =>
            {
                // The scope owns the result too, and may take it before it is read; or has gone, and nobody does.
                round.result[0] = round.tensor.Add(1);
                return round.result[0]!.ToArray<float>()[3] == number + 1f;
            }),
            (round, _) => round.scope.Close(),
            (round, _) => Assert.True(round.tensor.IsClosed && round.result[0] is null or { IsClosed: true } or { Scope: null }));
        BothHappened();
    }

    private sealed class Plus : Module
    {
        private readonly Tensor _weight;

        public Plus(double number) => _weight = Parameter("weight", Tensor.Full(number, 1));

        protected override Tensor Forward(Tensor x) => x.Add(_weight);
    }

    [Fact]
    public void APredictionAndTheCloseOfItsModel()
    {
        Race.Run(
            round =>
            {
                Plus model = new(round);
                return (model, predictor: Predictor.Of(model, new Doubled()));
            },
            (round, number) => Count(() =>
            {
                using Tensor answer = round.predictor.Predict(1);
                return answer.Item() == 2.0 * (number + 1);
            }),
            (round, _) => round.model.Dispose(),
            (round, _) => round.predictor.Dispose());
        BothHappened();
    }

    [Fact]
    public void AGradientAndTheCloseOfItsScope()
    {
        using Tensor weight = Tensor.Full(3, 4);
        Race.Run(
            _ => Scope.Create(),
            (scope, _) => Count(() => scope.Run(() =>
            {
                // Closed, the scope is current no more, and what is made then is made here.
                using Tape tape = Tape.Open();
                using Tensor watched = tape.Watch(weight);
                using Tensor square = watched.Mul(watched);
                using Tensor loss = square.Sum();
                using Tensor gradient = tape.Backward(loss, watched)[0];
                return gradient.ToArray<float>().AsSpan().Count(6f) == 4;
            })),
            (scope, _) => scope.Close(),
            (scope, _) => Assert.True(scope.IsClosed),
            rounds: 25_000);
        Assert.Equal(1, weight.UseCount);
        Assert.NotEqual(0, _answered);
    }

    [Fact]
    public void AStepAndTheDisposeOfItsOptimizer()
    {
        using Tensor weight = Tensor.Zeros(4);
        using Tensor gradient = Tensor.Ones(4);
        Race.Run(
            _ => Optimizer.Sgd([weight], 0.5, 0.9),
            (sgd, _) => Count(() =>
            {
                sgd.Step(gradient);
                return true;
            }),
            (sgd, _) => sgd.Dispose(),
            (sgd, _) => Assert.True(sgd.IsClosed));
        // One step each has the first momentum: exactly those that were not refused have been made.
        Assert.Equal(-0.5 * _answered, weight.ToArray<float>()[2]);
        BothHappened();
    }

    private bool Count(Func<bool> use)
    {
        bool right = false;
        bool answered = Race.Answered(() => right = use());
        _ = answered ? _answered++ : _refused++;
        Assert.Equal(answered, right);
        return answered;
    }

    /// <summary>Otherwise nothing has raced, and nothing was tested.</summary>
    private void BothHappened()
    {
        Assert.NotEqual(0, _answered);
        Assert.NotEqual(0, _refused);
    }

    /// <summary>Twice the output, as a tensor that escapes.</summary>
    private sealed class Doubled : ITranslator<float, Tensor>
    {
        public Tensor[] ProcessInput(float input) => [Tensor.Of([input])];

        public Tensor ProcessOutput(Tensor[] output) => output[0].Mul(2);
    }
}
