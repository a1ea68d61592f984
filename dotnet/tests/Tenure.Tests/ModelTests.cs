using System.Runtime.CompilerServices;
using Tenure.Models;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Model, predictor, call and model, trainer, batch: what is returned escapes, what is forgotten dies with its level.</summary>
public sealed class ModelTests : Balanced
{
    /// <summary>Forgets what it can, and returns tensors.</summary>
    private sealed class Forgetful : ITranslator<Tensor, (Tensor Value, Tensor[] More)>
    {
        public bool Stacks => false;

        public Tensor[] ProcessInput(Tensor input)
        {
            Tensor.Zeros(100);
            Scope.Open();
            Tensor.Zeros(100);
            return [input.Alias()];
        }

        public (Tensor Value, Tensor[] More) ProcessOutput(Tensor[] output)
        {
            Tensor.Zeros(100);
            return (output[0], [output[0].Add(1)]);
        }
    }

    [Fact]
    public void WhatTheFunctionOfAModelGivesIsLookedAt()
    {
        Dictionary<string, Tensor> none = [];
        using Model nothing = Model.Create("nothing", () => none, (IReadOnlyDictionary<string, Tensor> _, Tensor[] _) => null!);
        using Model empty = Model.Create("empty", () => none, (IReadOnlyDictionary<string, Tensor> _, Tensor[] _) => []);
        using Model gap = Model.Create("gap", () => none, (IReadOnlyDictionary<string, Tensor> _, Tensor _) => null!);
        using Tensor one = Tensor.Ones(1);
        Assert.Contains("returned null", Assert.Throws<InvalidArgumentException>(() => nothing.Forward(one)).Message, StringComparison.Ordinal);
        Assert.Contains("returned null", Assert.Throws<InvalidArgumentException>(() => gap.Forward(one)).Message, StringComparison.Ordinal);
        Assert.Contains("gave no tensor", Assert.Throws<InvalidArgumentException>(() => empty.Forward(one)).Message, StringComparison.Ordinal);
        Assert.Empty(empty.Forward([one]));
    }

    [Fact]
    public void TheModelOwnsItsParametersAndNotWhatMadeThem()
    {
        using Model model = Line.Model();
        Assert.Equal((2L, 2L, 0L, 8L), Counts(model.Scope));
        Assert.Same(model.Scope, Line.Of(model).Slope.Scope);
        Assert.Equal([5f], model.Forward(Tensor.Ones(1)).ToArray<float>());
        model.Dispose();
        Assert.True(Line.Of(model).Offset.IsClosed);
        Assert.Equal("Model(closed)", model.ToString());
    }

    [Fact]
    public void AFailedModelLeavesNothing()
    {
        using Scope outer = Scope.Open();
        Assert.Throws<InvalidDataException>(() => Model.Create("bad", Fail, (line, x) => Line.Of(line).At(x)));
        Assert.Equal(default, outer.Stats);
        Assert.Same(outer, Scope.Current);

        static Dictionary<string, Tensor> Fail()
        {
            Tensor.Ones(3);
            throw new InvalidDataException();
        }
    }

    [Fact]
    public void TheCurrentScopeOwnsTheModel()
    {
        Model model;
        Predictor<float, float> predictor;
        using (Scope.Open())
        {
            model = Line.Model();
            predictor = model.NewPredictor(new Numbers());
            Assert.Equal(7, predictor.Predict(2));
        }
        Assert.True(model.IsClosed);
        Assert.True(predictor.IsClosed);
    }

    [Fact]
    public void AModelEscapesWithAllBelowIt()
    {
        using Scope outer = Scope.Open();
        (Model model, Predictor<float, float> predictor) = Scope.Using(() =>
        {
            Model made = Line.Model();
            return (made, made.NewPredictor(new Numbers()));
        });
        Assert.Same(outer, model.Scope.Scope);
        Assert.Equal(5, predictor.Predict(1));
        outer.Close();
        Assert.True(Line.Of(model).Slope.IsClosed);
    }

    [Fact]
    public void APredictorEscapesWithItsModel()
    {
        using Scope outer = Scope.Open();
        Predictor<float, float> predictor = Scope.Using(() => Line.Model().NewPredictor(new Numbers()));
        Assert.Equal(5, predictor.Predict(1));
        Assert.Same(outer, predictor.Scope.Parent!.Scope);
    }

    [Fact]
    public void WhatATranslatorPreparesLivesAsLongAsThePredictor()
    {
        using Model model = Line.Model();
        var preparing = new Preparing();
        Predictor<float, Tensor> predictor = model.NewPredictor(preparing);
        Assert.Same(preparing.Made, predictor.Predict(1));
        Assert.Same(predictor.Scope, preparing.Made!.Scope);
        predictor.Dispose();
        Assert.True(preparing.Made.IsClosed);
    }

    [Fact]
    public void ATranslatorOfFunctions()
    {
        using Model model = Line.Model();
        using Predictor<float, double> predictor =
            model.NewPredictor(Translator.Of((float x) => Tensor.Of([x]), y => y.Item()));
        Assert.Equal(5, predictor.Predict(1));
        Assert.Equal([3, 5], predictor.BatchPredict([0, 1]));
    }

    [Fact]
    public void APredictionLeavesNothingAndBatchesAreOneForward()
    {
        int forwards = 0;
        using var model = Model.Create("line", Line.Example, (IReadOnlyDictionary<string, Tensor> line, Tensor x) =>
        {
            forwards++;
            return Line.Of(line).At(x);
        });
        using Predictor<float, float> predictor = model.NewPredictor(new Numbers());
        long before = Tensors;
        Assert.Equal(5, predictor.Predict(1));
        Assert.Equal([3f, 5, 7, 9], predictor.BatchPredict([0, 1, 2, 3]));
        Assert.Equal(2, forwards);
        Assert.Empty(predictor.BatchPredict([]));
        Assert.Equal((before, 2), (Tensors, Scopes));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WhatIsReturnedEscapesToTheCallerAndWhatIsForgottenDies(bool inScope)
    {
        using Model model = Line.Model();
        using Predictor<Tensor, (Tensor Value, Tensor[] More)> predictor = model.NewPredictor(new Forgetful());
        using Scope? caller = inScope ? Scope.Open() : null;
        using Tensor input = Tensor.Full(2, 1);
        input.DetachFromScope();
        predictor.Predict(input).Value.Dispose();
        ScopeStats before = model.Scope.Stats;
        (Tensor value, Tensor[] more) = predictor.Predict(input);
        Assert.Equal((7, 8), (value.Item(), more[0].Item()));
        Assert.Same(caller, value.Scope);
        Assert.Same(caller, more[0].Scope);
        Assert.Same(caller, Scope.Current);
        Assert.Equal(before, model.Scope.Stats);
        // Two parameters and the input; the results of two calls, less one.
        Assert.Equal(2L, before.Tensors);
        Assert.Equal(6, Tensors);
        model.Dispose();
        Assert.Equal(7, value.Item());
        value.Dispose();
        more[0].Dispose();
    }

    [Fact]
    public void WhatTheModelOwnsStaysTheModels()
    {
        using Model model = Line.Model();
        using Scope caller = Scope.Open();
        Predictor<float, Tensor> predictor = model.NewPredictor(new Giving(() => Line.Of(model).Slope));
        Assert.Same(Line.Of(model).Slope, predictor.Predict(1));
        Assert.Same(model.Scope, Line.Of(model).Slope.Scope);
        Assert.Equal(default, caller.Stats);
        // Closed by the translator itself: returned as it is, and no error.
        Assert.True(model.NewPredictor(new Giving(() =>
        {
            Tensor gone = Tensor.Ones(1);
            gone.Dispose();
            return gone;
        })).Predict(1).IsClosed);
    }

    [Fact]
    public void AnErrorInATranslatorLeavesNothing()
    {
        using Model model = Line.Model();
        using Scope caller = Scope.Open();
        Predictor<float, Tensor> predictor = model.NewPredictor(new Giving(() => throw new InvalidDataException()));
        long before = Tensors;
        Assert.Throws<InvalidDataException>(() => predictor.Predict(1));
        Assert.Throws<InvalidDataException>(() => predictor.BatchPredict([1, 2]));
        Assert.Equal((before, default), (Tensors, caller.Stats));
        Assert.Same(caller, Scope.Current);
    }

    [Fact]
    public void AClosedLevelRefuses()
    {
        using Scope caller = Scope.Open();
        Model model = Line.Model();
        caller.Detach(model.Scope);
        Predictor<float, float> predictor = model.NewPredictor(new Numbers());
        model.Dispose();
        Assert.Contains("'line.predictor'", Assert.Throws<ClosedException>(() => predictor.Predict(1)).Message);
        Assert.Throws<ClosedException>(() => predictor.Make(() => 1));
        Assert.Throws<ClosedException>(() => model.NewPredictor(new Numbers()));
        predictor.Dispose();
        model.Dispose();
        Assert.Same(caller, Scope.Current);
        Assert.Equal(default, caller.Stats);
    }

    [Fact]
    public void WhatAModelsEndInterruptsLeavesNothingToTheCaller()
    {
        using Scope caller = Scope.Open();
        Model model = Line.Model();
        Predictor<float, Tensor> predictor = model.NewPredictor(new Giving(() =>
        {
            Tensor before = Tensor.Ones(1);
            model.Dispose();
            Tensor.Ones(5);
            return before;
        }));
        long members = caller.Stats.Members;
        Assert.Throws<ClosedException>(() => predictor.Predict(1));
        Assert.True(caller.Stats.Members < members);
        Assert.Equal(0L, caller.Stats.Tensors);
    }

    [Fact]
    public void AForgottenModelIsTheCollectorsWithAllBelowIt()
    {
        Forget();
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            Model model = Line.Model();
            Assert.Equal(5, model.NewPredictor(new Numbers()).Predict(1));
        }
    }

    [Fact]
    public void APredictorKeepsItsModelReachable()
    {
        Predictor<float, float> predictor = Make();
        for (int i = 0; i < 5; i++)
        {
            TenureRuntime.Drain();
        }
        Assert.Equal(5, predictor.Predict(1));
        predictor.Dispose();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static Predictor<float, float> Make() => Line.Model().NewPredictor(new Numbers());
    }

    /// <summary>Gives what it made at first.</summary>
    private sealed class Preparing : ITranslator<float, Tensor>
    {
        public Tensor? Made { get; private set; }

        public void Prepare()
        {
            Tensor.Zeros(100).Dispose();
            Made = Tensor.Ones(1);
        }

        public Tensor[] ProcessInput(float input) => [Tensor.Of([input])];

        public Tensor ProcessOutput(Tensor[] output) => Made!;
    }

    /// <summary>Gives what it is told to.</summary>
    private sealed class Giving(Func<Tensor> give) : ITranslator<float, Tensor>
    {
        public Tensor[] ProcessInput(float input) => [Tensor.Of([input])];

        public Tensor ProcessOutput(Tensor[] output) => give();
    }
}
