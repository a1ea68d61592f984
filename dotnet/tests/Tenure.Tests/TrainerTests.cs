using Xunit;

namespace Tenure.Tests;

/// <summary>Model, trainer, batch: a step leaves what it is told to keep, and nothing else.</summary>
public sealed class TrainerTests : Balanced
{
    [Fact]
    public void ATrainerKeepsItsOptimizerAndABatchKeepsNothing()
    {
        using Model<Line> model = Line.Model();
        Trainer trainer = model.NewTrainer();
        Sgd sgd = trainer.Make(() => Sgd.Create([model.Parameters.Slope, model.Parameters.Offset], 0.02, 0.9));
        Assert.Same(trainer.Scope, sgd.Owner);
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
        using Model<Line> model = Line.Model();
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
        using Model<Line> model = Line.Model();
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
}
