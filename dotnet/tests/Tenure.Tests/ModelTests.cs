using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>Model, predictor, call and model, trainer, batch: what is returned escapes, what is forgotten dies with its level.</summary>
public sealed class ModelTests : Balanced
{
    private sealed record Line(Tensor Slope, Tensor Offset)
    {
        public static Line Random() => new((Tensor.Ones(1) + 1) * 1, Tensor.Full(3, 1));

        public Tensor At(Tensor x) => x.Mul(Slope).Add(Offset);
    }

    /// <summary>A number in, 2 x + 3 out.</summary>
    private sealed class Numbers : ITranslator<float, float>
    {
        public Tensor[] ProcessInput(float input) => [Tensor.From([input])];

        public float ProcessOutput(Tensor[] output) => (float)output[0].Item();
    }

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

    private static Model<Line> NewModel() => Model.Create("line", Line.Random, (line, x) => line.At(x));

    [Fact]
    public void TheModelOwnsItsParametersAndNotWhatMadeThem()
    {
        using Model<Line> model = NewModel();
        Assert.Equal((2UL, 2UL, 0UL, 8UL), Counts(model.Scope));
        Assert.Same(model.Scope, model.Parameters.Slope.Owner);
        Assert.Equal([5f], model.Forward(Tensor.Ones(1))[0].ToArray<float>());
        model.Dispose();
        Assert.True(model.Parameters.Offset.IsClosed);
        Assert.Equal("Model(closed)", model.ToString());
    }

    [Fact]
    public void AFailedModelLeavesNothing()
    {
        using Scope outer = Scope.Open();
        Assert.Throws<InvalidDataException>(() => Model.Create<Line>("bad", Fail, (line, x) => line.At(x)));
        Assert.Equal(default, outer.Stats);
        Assert.Same(outer, Scope.Current);

        static Line Fail()
        {
            Tensor.Ones(3);
            throw new InvalidDataException();
        }
    }

    [Fact]
    public void TheCurrentScopeOwnsTheModel()
    {
        Model<Line> model;
        Predictor<float, float> predictor;
        using (Scope.Open())
        {
            model = NewModel();
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
        (Model<Line> model, Predictor<float, float> predictor) = Scope.Using(() =>
        {
            Model<Line> made = NewModel();
            return (made, made.NewPredictor(new Numbers()));
        });
        Assert.Same(outer, model.Scope.Owner);
        Assert.Equal(5, predictor.Predict(1));
        outer.Close();
        Assert.True(model.Parameters.Slope.IsClosed);
    }

    [Fact]
    public void APredictionLeavesNothingAndBatchesAreOneForward()
    {
        int forwards = 0;
        using var model = Model.Create("line", Line.Random, (Line line, Tensor x) =>
        {
            forwards++;
            return line.At(x);
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
        using Model<Line> model = NewModel();
        using Predictor<Tensor, (Tensor Value, Tensor[] More)> predictor = model.NewPredictor(new Forgetful());
        using Scope? caller = inScope ? Scope.Open() : null;
        using Tensor input = Tensor.Full(2, 1);
        input.DetachFromScope();
        predictor.Predict(input).Value.Dispose();
        ScopeStats before = model.Scope.Stats;
        (Tensor value, Tensor[] more) = predictor.Predict(input);
        Assert.Equal((7, 8), (value.Item(), more[0].Item()));
        Assert.Same(caller, value.Owner);
        Assert.Same(caller, more[0].Owner);
        Assert.Same(caller, Scope.Current);
        Assert.Equal(before, model.Scope.Stats);
        // Two parameters and the input; the results of two calls, less one.
        Assert.Equal(2UL, before.Tensors);
        Assert.Equal(6, Tensors);
        model.Dispose();
        Assert.Equal(7, value.Item());
        value.Dispose();
        more[0].Dispose();
    }

    [Fact]
    public void WhatTheModelOwnsStaysTheModels()
    {
        using Model<Line> model = NewModel();
        using Scope caller = Scope.Open();
        Predictor<float, Tensor> predictor = model.NewPredictor(new Giving(() => model.Parameters.Slope));
        Assert.Same(model.Parameters.Slope, predictor.Predict(1));
        Assert.Same(model.Scope, model.Parameters.Slope.Owner);
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
        using Model<Line> model = NewModel();
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
        Model<Line> model = NewModel();
        caller.Detach(model.Scope);
        Predictor<float, float> predictor = model.NewPredictor(new Numbers());
        Trainer trainer = model.NewTrainer();
        Batch batch = trainer.NewBatch();
        model.Dispose();
        Assert.True(batch.IsClosed);
        Assert.Contains("'line.predictor'", Assert.Throws<ClosedException>(() => predictor.Predict(1)).Message);
        Assert.Throws<ClosedException>(() => trainer.Step(() => 1));
        Assert.Throws<ClosedException>(() => trainer.Make(() => 1));
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(trainer.NewBatch).Status);
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(model.NewTrainer).Status);
        // Still current, though its level has gone: what is made now ends with the batch, not with the caller's scope.
        Tensor late = Tensor.Ones(1);
        batch.Dispose();
        Assert.True(late.IsClosed);
        batch.Dispose();
        predictor.Dispose();
        trainer.Dispose();
        model.Dispose();
        Assert.Same(caller, Scope.Current);
        Assert.Equal(default, caller.Stats);
    }

    [Fact]
    public void WhatAModelsEndInterruptsLeavesNothingToTheCaller()
    {
        using Scope caller = Scope.Open();
        Model<Line> model = NewModel();
        Predictor<float, Tensor> predictor = model.NewPredictor(new Giving(() =>
        {
            Tensor before = Tensor.Ones(1);
            model.Dispose();
            Tensor.Ones(5);
            return before;
        }));
        ulong members = caller.Stats.Members;
        Assert.Throws<ClosedException>(() => predictor.Predict(1));
        Assert.True(caller.Stats.Members < members);
        Assert.Equal(0UL, caller.Stats.Tensors);
    }

    [Fact]
    public void ATrainerKeepsItsOptimizerAndABatchKeepsNothing()
    {
        using Model<Line> model = NewModel();
        Trainer trainer = model.NewTrainer();
        Sgd sgd = trainer.Make(() => Sgd.Create([model.Parameters.Slope, model.Parameters.Offset], 0.02, 0.9));
        Assert.Same(trainer.Scope, sgd.Owner);
        ulong members = 0;
        float last = float.NaN;
        for (int step = 0; step < 300; step++)
        {
            using (Batch batch = trainer.NewBatch())
            {
                Assert.Same(batch.Scope, Scope.Current);
                Learn();
                members = step == 0 ? model.Scope.Stats.Members : members;
            }
            last = trainer.Step(() => (float)Learn().Item());
            Assert.Null(Scope.Current);
        }
        Assert.True(last < 1e-3, $"loss {last}");
        // Two parameters, the trainer, its optimizer.
        Assert.Equal(4UL, model.Scope.Stats.Members);
        Assert.Equal(-1, model.NewPredictor(new Numbers()).Predict(0), 0.1);
        trainer.Dispose();
        Assert.True(sgd.IsClosed);

        // To y = 4 x - 1.
        Tensor Learn()
        {
            Tensor x = Tensor.From([-1f, 0, 1, 2], 4, 1);
            Tensor y = x * 4 - 1;
            Tape tape = Tape.Open();
            var watched = new Line(tape.Watch(model.Parameters.Slope), tape.Watch(model.Parameters.Offset));
            Tensor off = watched.At(x) - y;
            Tensor loss = off.Mul(off).Mean();
            sgd.Step(tape.Backward(loss, watched.Slope, watched.Offset));
            return loss;
        }
    }

    [Fact]
    public void WhatSlipsIntoTheTrainersLevelIsNamed()
    {
        using Model<Line> model = NewModel();
        using Trainer trainer = model.NewTrainer();
        for (int i = 0; i < 100; i++)
        {
            trainer.Step(() => Tensor.Ones(2).MoveTo(trainer.Scope).Add(1).Sum().Item());
        }
        Growth growth = Assert.Single(TenureRuntime.Growing());
        Assert.Equal(("line.trainer", 1.0), (growth.Name, growth.MembersPerCycle));
        Assert.Contains("'line' > ", growth.Path);
        Assert.Contains("line.trainer", TenureRuntime.DebugDump());
    }

    [Fact]
    public void BatchesClosedOutOfOrderAndElsewhere()
    {
        using Model<Line> model = NewModel();
        using Trainer trainer = model.NewTrainer();
        Batch first = trainer.NewBatch();
        Tensor ofFirst = Tensor.Ones(1);
        Batch second = trainer.NewBatch();
        Tensor ofSecond = Tensor.Ones(1);
        var thread = new Thread(first.Dispose);
        thread.Start();
        thread.Join();
        Assert.True(ofFirst.IsClosed);
        Assert.True(Scope.Current is null || Scope.Current == second.Scope);
        second.Dispose();
        Assert.True(ofSecond.IsClosed);
        Assert.Null(Scope.Current);
        Assert.Equal(1UL, model.Scope.Stats.Scopes);
    }

    [Fact]
    public void AForgottenModelIsTheCollectorsWithAllBelowIt()
    {
        Forget();
        CollectUntil(() => (Tensors, Scopes) == (0, 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            Model<Line> model = NewModel();
            Assert.Equal(5, model.NewPredictor(new Numbers()).Predict(1));
            model.NewTrainer().Step(() => Tensor.Ones(1));
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
        static Predictor<float, float> Make() => NewModel().NewPredictor(new Numbers());
    }

    /// <summary>Gives what it is told to.</summary>
    private sealed class Giving(Func<Tensor> give) : ITranslator<float, Tensor>
    {
        public Tensor[] ProcessInput(float input) => [Tensor.From([input])];

        public Tensor ProcessOutput(Tensor[] output) => give();
    }
}
