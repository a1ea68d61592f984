using System.Runtime.CompilerServices;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Predictors of modules: what is returned escapes, what is forgotten dies with its call.</summary>
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
    public void APredictorSetsItsModuleToEvaluationAndGoesWithTheScopeItWasMadeIn()
    {
        using Module model = Line.Core();
        Predictor<float, float> predictor;
        using (Scope scope = Scope.Open())
        {
            Assert.True(model.IsTraining);
            predictor = Predictor.Of(model, new Numbers());
            Assert.False(model.IsTraining);
            Assert.Same(scope, predictor.Scope.Parent);
            Assert.Equal("Predictor(line.predictor)", predictor.ToString());
            Assert.Equal(7, predictor.Predict(2));
        }
        Assert.True(predictor.IsClosed);
        Assert.Equal("Predictor(closed)", predictor.ToString());
        Assert.False(model.IsClosed);
    }

    [Fact]
    public void APredictorEscapesWithItsModule()
    {
        using Scope outer = Scope.Open();
        Line? model = null;
        Predictor<float, float> predictor = Scope.Using(() =>
        {
            model = Line.Model();
            return Predictor.Of(model, new Numbers());
        });
        Assert.Equal(5, predictor.Predict(1));
        Assert.Same(outer, predictor.Scope.Parent);
        Assert.Same(outer, model!.Scope);
        outer.Close();
        Assert.True(model.Slope.IsClosed);
    }

    [Fact]
    public void WhatATranslatorPreparesLivesAsLongAsThePredictor()
    {
        using Line model = Line.Model();
        var preparing = new Preparing();
        Predictor<float, Tensor> predictor = Predictor.Of(model, preparing);
        Assert.Same(preparing.Made, predictor.Predict(1));
        Assert.Same(predictor.Scope, preparing.Made!.Scope);
        predictor.Dispose();
        Assert.True(preparing.Made.IsClosed);
    }

    [Fact]
    public void ATranslatorOfFunctions()
    {
        using Line model = Line.Model();
        using Predictor<float, double> predictor =
            Predictor.Of(model, Translator.Of((float x) => Tensor.Of([x]), y => y.Item()));
        Assert.Equal(5, predictor.Predict(1));
        Assert.Equal([3, 5], predictor.BatchPredict([0, 1]));
    }

    [Fact]
    public void APredictionLeavesNothingAndBatchesAreOneForward()
    {
        int forwards = 0;
        using Module model = new Counting(() => forwards++);
        using Predictor<float, float> predictor = Predictor.Of(model, new Numbers());
        long before = Tensors, scopes = Scopes;
        Assert.Equal(5, predictor.Predict(1));
        scopes = Math.Max(scopes, Scopes); // the core has the predictor's scope now
        Assert.Equal([3f, 5, 7, 9], predictor.BatchPredict([0, 1, 2, 3]));
        Assert.Equal(2, forwards);
        Assert.Empty(predictor.BatchPredict([]));
        Assert.Equal((before, scopes), (Tensors, Scopes));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WhatIsReturnedEscapesToTheCallerAndWhatIsForgottenDies(bool inScope)
    {
        using Line model = Line.Model();
        using Predictor<Tensor, (Tensor Value, Tensor[] More)> predictor = Predictor.Of(model, new Forgetful());
        using Scope? caller = inScope ? Scope.Open() : null;
        using Tensor input = Tensor.Full(2, 1);
        input.DetachFromScope();
        predictor.Predict(input).Value.Dispose();
        ScopeStats before = predictor.Scope.Stats;
        (Tensor value, Tensor[] more) = predictor.Predict(input);
        Assert.Equal((7, 8), (value.Item(), more[0].Item()));
        Assert.Same(caller, value.Scope);
        Assert.Same(caller, more[0].Scope);
        Assert.Same(caller, Scope.Current);
        Assert.Equal(before, predictor.Scope.Stats);
        // Two parameters and the input; the results of two calls, less one.
        Assert.Equal(0L, before.Tensors);
        Assert.Equal(6, Tensors);
        model.Dispose();
        Assert.Equal(7, value.Item());
        value.Dispose();
        more[0].Dispose();
    }

    [Fact]
    public void WhatTheModelOwnsStaysTheModels()
    {
        using Line model = Line.Model();
        using Scope caller = Scope.Open();
        Predictor<float, Tensor> predictor = Predictor.Of(model, new Giving(() => model.Slope));
        Assert.Same(model.Slope, predictor.Predict(1));
        Assert.NotSame(caller, model.Slope.Scope);
        Assert.Equal(0L, caller.Stats.Tensors);
        // Closed by the translator itself: returned as it is, and no error.
        Assert.True(Predictor.Of(model, new Giving(() =>
        {
            Tensor gone = Tensor.Ones(1);
            gone.Dispose();
            return gone;
        })).Predict(1).IsClosed);
    }

    [Fact]
    public void AnErrorInATranslatorLeavesNothing()
    {
        using Line model = Line.Model();
        using Scope caller = Scope.Open();
        Predictor<float, Tensor> predictor = Predictor.Of(model, new Giving(() => throw new InvalidDataException()));
        long before = Tensors;
        Assert.Throws<InvalidDataException>(() => predictor.Predict(1));
        Assert.Throws<InvalidDataException>(() => predictor.BatchPredict([1, 2]));
        Assert.Equal((before, 0L), (Tensors, caller.Stats.Tensors));
        Assert.Same(caller, Scope.Current);
    }

    [Fact]
    public void AClosedLevelRefuses()
    {
        Module model = Line.Core();
        Predictor<float, float> predictor = Predictor.Of(model, new Numbers());
        predictor.Dispose();
        predictor.Dispose();
        Assert.Contains("'line.predictor'", Assert.Throws<ClosedException>(() => predictor.Predict(1)).Message);
        Assert.Throws<ClosedException>(() => predictor.Make(() => 1));
        using Predictor<float, float> another = Predictor.Of(model, new Numbers());
        model.Dispose();
        Assert.Throws<ClosedException>(() => another.Predict(1));
        Assert.Throws<ClosedException>(() => Predictor.Of(model, new Numbers()));
    }

    [Fact]
    public void WhatAPredictorsEndInterruptsLeavesNothingToTheCaller()
    {
        using Line model = Line.Model();
        Predictor<float, Tensor>? predictor = null;
        predictor = Predictor.Of(model, new Giving(() =>
        {
            Tensor before = Tensor.Ones(1);
            predictor!.Dispose();
            Tensor.Ones(5);
            return before;
        }));
        using Scope caller = Scope.Open();
        Assert.Throws<ClosedException>(() => predictor.Predict(1));
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
            Line model = Line.Model();
            Assert.Equal(5, Predictor.Of(model, new Numbers()).Predict(1));
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
        static Predictor<float, float> Make() => Predictor.Of(Line.Model(), new Numbers());
    }

    /// <summary>The line, which counts its calls.</summary>
    private sealed class Counting(Action called) : Module
    {
        protected override Tensor Forward(Tensor x)
        {
            called();
            return x.Mul(2).Add(3);
        }
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
