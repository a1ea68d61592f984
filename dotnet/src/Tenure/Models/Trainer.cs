// The trainer: a level of the tree under its model, for what lives as long as training does, and under it the batches.
// Invariant: what a batch makes is the batch's, so a trainer holds its optimizer's state and no more, however long it runs.

namespace Tenure.Models;

/// <summary>Trains a <see cref="Model"/>: holds the optimizer, and makes a <see cref="Batch"/> for each step.</summary>
/// <remarks>What a batch keeps (<see cref="Batch.Keep{T}"/>) lives as long as its trainer.</remarks>
/// <example><code>
/// using Trainer trainer = model.NewTrainer(parameters => Sgd.Create(parameters, 0.05));
/// foreach (var rows in data)
/// {
///     using Batch batch = trainer.NewBatch();
///     batch.Step(batch.Forward(rows.Pixels).CrossEntropy(rows.Labels));
/// }
/// </code></example>
public sealed class Trainer : ScopeOwner
{
    private readonly Sgd? _optimizer;

    internal Trainer(Model model, Func<Tensor[], Sgd>? optimizer) : base($"{model.Name}.trainer", model.Scope.Child($"{model.Name}.trainer"))
    {
        Model = model;
        bool made = false;
        try
        {
            _optimizer = optimizer is null ? null : Scope.Run(() => optimizer([.. model.Parameters.Values]))
                ?? throw new InvalidOperationException("the function for the optimizer returned null");
            made = true;
        }
        finally
        {
            if (!made)
            {
                Dispose();
            }
        }
    }

    /// <summary>What it trains.</summary>
    public Model Model { get; }

    /// <summary>Opens a batch below this trainer; its scope is current until it is disposed.</summary>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public Batch NewBatch() => During(() => Batch.Open(this));

    /// <summary>Changes the parameters.</summary>
    /// <param name="gradients">One for each parameter, by its name.</param>
    /// <exception cref="InvalidArgumentException">One lacks; no parameter has changed.</exception>
    /// <exception cref="InvalidOperationException">This was made without an optimizer.</exception>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public void Update(IReadOnlyDictionary<string, Tensor> gradients)
    {
        ArgumentNullException.ThrowIfNull(gradients);
        Sgd optimizer = _optimizer ?? throw new InvalidOperationException("the trainer was made without an optimizer");
        Tensor[] inOrder =
        [
            .. Model.Parameters.Keys.Select(name => gradients.TryGetValue(name, out Tensor? gradient)
                ? gradient
                : throw new InvalidArgumentException($"no gradient for parameter '{name}'")),
        ];
        During(() =>
        {
            optimizer.Step(inOrder);
            return true;
        });
    }

    /// <summary>Runs <paramref name="body"/> as one batch. What its result holds goes to the current scope, else it is unowned;
    /// all else that it makes goes at once.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public T Step<T>(Func<T> body)
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

    /// <summary>Its model: made in a body of <see cref="Scope.Using{T}(Func{T})"/> and returned, both go on in the outer scope.</summary>
    public override IEnumerable<object?> Escaping() => [Model];
}
