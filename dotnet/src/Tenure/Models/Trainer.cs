// The trainer: a scope below its model's, for resources that live as long as the training, with the
// batches' scopes below it.
// Invariant: a batch owns what is created in it, so a trainer holds only its optimizer's state,
// however long it runs.

namespace Tenure.Models;

/// <summary>Trains a <see cref="Model"/>: holds the optimizer, and creates a <see cref="Batch"/>
/// for each step.</summary>
/// <remarks>Resources that a batch keeps (<see cref="Batch.Keep{T}"/>) live as long as its
/// trainer.</remarks>
/// <example><code>
/// using Trainer trainer = model.NewTrainer(parameters => Optimizer.Sgd(parameters, 0.05));
/// foreach (var rows in data)
/// {
///     using Batch batch = trainer.NewBatch();
///     batch.Step(batch.Forward(rows.Pixels).CrossEntropy(rows.Labels));
/// }
/// </code></example>
public sealed class Trainer : ScopeOwner
{
    private readonly Optimizer? _optimizer;

    internal Trainer(Model model, Func<Tensor[], Optimizer>? optimizer) : base($"{model.Name}.trainer", model.Scope.Child($"{model.Name}.trainer"))
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

    /// <summary>The model that this trains.</summary>
    public Model Model { get; }

    /// <summary>Opens a batch that this trainer owns; its scope is current until it is
    /// disposed.</summary>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public Batch NewBatch() => During(() => Batch.Open(this));

    /// <summary>Updates the parameters with one step of the optimizer.</summary>
    /// <param name="gradients">One gradient for each parameter, by parameter name.</param>
    /// <exception cref="InvalidArgumentException">A gradient is missing; no parameter has
    /// changed.</exception>
    /// <exception cref="InvalidOperationException">This was created without an
    /// optimizer.</exception>
    /// <exception cref="ClosedException">The trainer or its model is closed.</exception>
    public void Update(IReadOnlyDictionary<string, Tensor> gradients)
    {
        ArgumentNullException.ThrowIfNull(gradients);
        Optimizer optimizer = _optimizer ?? throw new InvalidOperationException("the trainer was made without an optimizer");
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

    /// <summary>Runs <paramref name="body"/> as one batch. Native resources that the result holds
    /// move to the current scope; if no scope is open, they are unowned. Everything else that the
    /// body creates is released.</summary>
    /// <returns>The result of <paramref name="body"/>.</returns>
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

    /// <summary>Returns the model, so that a trainer created in a body of
    /// <see cref="Scope.Using{T}(Func{T})"/> and returned from it moves to the parent scope
    /// together with its model.</summary>
    public override IEnumerable<object?> Escaping() => [Model];
}
