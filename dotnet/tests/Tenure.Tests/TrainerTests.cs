using Tenure.Models;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Model, trainer, batch: a step leaves what it is told to keep, and nothing else.</summary>
public sealed class TrainerTests : Balanced
{
    [Fact]
    public void ATrainerKeepsItsOptimizerAndABatchKeepsNothing()
    {
        using Model model = Line.Model();
        Trainer trainer = model.NewTrainer();
        Optimizer sgd = trainer.Make(() => Optimizer.Sgd([Line.Of(model).Slope, Line.Of(model).Offset], 0.02, 0.9));
        Assert.Same(trainer.Scope, sgd.Scope);
        float last = float.NaN;
        for (int step = 0; step < 300; step++)
        {
            using (Batch batch = trainer.NewBatch())
            {
                Assert.Same(batch.Scope, Scope.Current);
                Learn();
            }
            last = trainer.Step(() => (float)Learn().Item());
            Assert.Null(Scope.Current);
        }
        Assert.True(last < 1e-3, $"loss {last}");
        // Two parameters, the trainer, its optimizer.
        Assert.Equal(4L, model.Scope.Stats.Members);
        Assert.Equal(-1, model.NewPredictor(new Numbers()).Predict(0), 0.1);
        trainer.Dispose();
        Assert.True(sgd.IsClosed);

        // To y = 4 x - 1.
        Tensor Learn()
        {
            Tensor x = Tensor.Of([-1f, 0, 1, 2], 4, 1);
            Tensor y = x * 4 - 1;
            Tape tape = Tape.Open();
            var watched = new Line(tape.Watch(Line.Of(model).Slope), tape.Watch(Line.Of(model).Offset));
            Tensor off = watched.At(x) - y;
            Tensor loss = off.Mul(off).Mean();
            sgd.Step(tape.Backward(loss, watched.Slope, watched.Offset));
            return loss;
        }
    }

    [Fact]
    public void WhatSlipsIntoTheTrainersLevelIsNamed()
    {
        using Model model = Line.Model();
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
        using Model model = Line.Model();
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
        Assert.Equal(1L, model.Scope.Stats.Scopes);
    }

    [Fact]
    public void ItLearnsAndABatchLeavesNothing()
    {
        using Model model = Line.Model();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 0.02, 0.9));
        Assert.Same(model, trainer.Model);
        double loss = double.NaN;
        for (int step = 0; step < 300; step++)
        {
            using (Batch batch = trainer.NewBatch())
            {
                Tensor x = Tensor.Of([-1f, 0, 1, 2], 4, 1);
                Tensor l = batch.Forward(x).Sub(x * 4 - 1).Pow(2).Mean();
                batch.Step(l);
                loss = l.Item();
            }
            // Two parameters, the trainer, its optimizer.
            Assert.Equal(4L, model.Scope.Stats.Members);
        }
        Assert.True(loss < 1e-3, $"loss {loss}");
        Assert.Equal(4, model.Parameters["slope"].Item(), 0.1);
    }

    [Fact]
    public void WhatABatchKeepsLivesAsLongAsItsTrainer()
    {
        using Model model = Line.Model();
        Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 0.1));
        Tensor kept, forgotten;
        using (Batch batch = trainer.NewBatch())
        {
            forgotten = Tensor.Ones(1);
            kept = batch.Keep(batch.Forward(forgotten).Mul(1));
        }
        Assert.True(forgotten.IsClosed);
        Assert.Same(trainer.Scope, kept.Scope);
        Assert.Equal(5, kept.Item());
        trainer.Dispose();
        Assert.True(kept.IsClosed);
    }

    [Fact]
    public void GradientsComeByName()
    {
        using Model model = Line.Model();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 1));
        using Batch batch = trainer.NewBatch();
        Tensor x = Tensor.Of([3f, 4]);
        IReadOnlyDictionary<string, Tensor> gradients = batch.Backward(batch.Forward(x).Sum());
        Assert.Equal(["slope", "offset"], gradients.Keys);
        Assert.Equal((7, 2), (gradients["slope"].Item(), gradients["offset"].Item()));
        Assert.Throws<InvalidOperationException>(() => batch.Backward(x.Sum()));
        Assert.Equal("no gradient for parameter 'slope'", Assert.Throws<InvalidArgumentException>(
            () => trainer.Update(new Dictionary<string, Tensor> { ["offset"] = gradients["offset"] })).Message);
        Assert.Equal(3, model.Parameters["offset"].Item());
        trainer.Update(gradients);
        Assert.Equal(1, model.Parameters["offset"].Item());
    }

    [Fact]
    public void ForwardTwiceIsOneRecord()
    {
        using Model model = Line.Model();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 1));
        using Batch batch = trainer.NewBatch();
        Tensor x = Tensor.Ones(1);
        Tensor loss = batch.Forward(x).Add(batch.Forward(x)).Sum();
        Assert.Equal(2, batch.Backward(loss)["offset"].Item());
        Assert.Equal(1, batch.Backward(batch.Forward(x).Sum())["offset"].Item());
    }

    [Fact]
    public void AForwardThatCannotWatchAllParametersWatchesNone()
    {
        using Model model = TwoSizes();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 1));
        using Batch batch = trainer.NewBatch();
        Tensor x = Tensor.Ones(1);
        ScopeStats before = batch.Scope.Stats;
        // Room for a reference to "small", none for one to "large".
        batch.Scope.Limit = before.Bytes + 8;
        Assert.Throws<NativeMemoryException>(() => batch.Forward(x));
        Assert.Equal((before.Bytes, 1L), (batch.Scope.Stats.Bytes, batch.Scope.Stats.Members));
        batch.Scope.Limit = 0;
        Assert.Equal(["small", "large"], batch.Backward(batch.Forward(x).Sum()).Keys);
    }

    [Fact]
    public void ABackwardThatFailsMayBeTriedAgain()
    {
        using Model model = Line.Model();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 1));
        using Batch batch = trainer.NewBatch();
        Tensor y = batch.Forward(Tensor.Ones(2));
        // Two elements.
        Assert.Throws<InvalidArgumentException>(() => batch.Backward(y));
        Assert.Equal(2, batch.Backward(y.Sum())["offset"].Item());
    }

    [Fact]
    public void ABackwardWhoseTapeIsGoneBeginsAnew()
    {
        using Model model = Line.Model();
        using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 1));
        using Batch batch = trainer.NewBatch();
        Tensor x = Tensor.Ones(1);
        Tensor y = batch.Forward(x).Sum();
        // And with the rest the tape.
        batch.Scope.CloseAllBut(x, y);
        Assert.Throws<ClosedException>(() => batch.Backward(y));
        Assert.Equal(1, batch.Backward(batch.Forward(x).Sum())["offset"].Item());
    }

    [Fact]
    public void AnOptimizerThatCannotBeMadeLeavesNothing()
    {
        using Model model = Line.Model();
        Assert.Throws<ArithmeticException>(() => model.NewTrainer(_ =>
        {
            Tensor.Ones(1000);
            throw new ArithmeticException();
        }));
        Assert.Equal(0L, model.Scope.Stats.Scopes);
        using Trainer trainer = model.NewTrainer();
        Assert.Equal("the trainer was made without an optimizer", Assert.Throws<InvalidOperationException>(
            () => trainer.Update(model.Parameters)).Message);
    }

    [Fact]
    public void EachLevelSaysItsNameAndWhetherItIsClosed()
    {
        using Model model = Line.Model();
        Trainer trainer = model.NewTrainer();
        using Batch batch = trainer.NewBatch();
        Assert.Equal(("line", "line.trainer", "line.trainer.batch"), (model.Name, trainer.Name, batch.Name));
        Assert.False(batch.IsClosed);
        model.Dispose();
        ScopeOwner[] levels = [model, trainer, batch];
        Assert.All(levels, level =>
        {
            Assert.True(level.IsClosed);
            Assert.Throws<ClosedException>(() => level.Make(() => 1));
        });
        Assert.Throws<ClosedException>(() => trainer.Step(() => 1));
    }

    /// <summary>Sums its input and whatever parameters it is given.</summary>
    private static Model TwoSizes() => Model.Create(
        "two sizes",
        () => new Dictionary<string, Tensor> { ["small"] = Tensor.Ones(2), ["large"] = Tensor.Ones(1000) },
        (parameters, x) => parameters.Values.Aggregate(x, (sum, parameter) => sum.Add(parameter.Sum())));
}
