// The trainer: a level of the tree under its model, for what lives as long as training does, and under it the batches.
// Invariant: what a batch makes is the batch's, so a trainer holds its optimizer's state and no more, however long it runs.

using System.Diagnostics.CodeAnalysis;

namespace Tenure;

/// <summary>The level of one training: optimizers and their state live here, what a step makes in a <see cref="Batch"/>.</summary>
/// <example><code>
/// using Trainer trainer = model.NewTrainer();
/// Sgd sgd = trainer.Make(() => Sgd.Create(parameters, 0.05));
/// foreach (var rows in data)
/// {
///     float loss = trainer.Step(() => Learn(rows, sgd));    // a batch: all that Learn makes ends here, but what it returns
/// }
/// </code></example>
public sealed class Trainer : ScopeOwner
{
    internal Trainer(string name, Scope scope) : base(name, scope)
    {
    }

    /// <summary>Opens a batch below this trainer; it is current until it is disposed.</summary>
    /// <exception cref="ScopeException">The trainer or its model is closed.</exception>
    public Batch NewBatch() => Batch.Open($"{Name}.batch", Scope);

    /// <summary>Runs <paramref name="body"/> as one batch. What its result holds goes to the current scope, else it is unowned.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public T Step<[DynamicallyAccessedMembers(Scope.ResultMembers)] T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Below(body, keep: false);
    }

    /// <summary>Runs <paramref name="body"/> as one batch.</summary>
    /// <inheritdoc cref="Step{T}"/>
    public void Step(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Step(() =>
        {
            body();
            return true;
        });
    }
}
