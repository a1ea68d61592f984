// One training batch: a scope below the trainer's that is current until the batch is disposed, and
// the tape that records the model's computation.
// Invariant: either there is an open tape that watches all parameters, or there is no tape.

using Tenure.Interop;

namespace Tenure.Models;

/// <summary>One step of training, which owns the resources created until it is disposed. Create it
/// with <see cref="Trainer.NewBatch"/>.</summary>
/// <remarks>To let a resource live longer, move it explicitly, as with <see cref="Scope.Open()"/>:
/// <see cref="Keep{T}"/> moves it to the trainer, <see cref="Ownership.MoveTo{T}"/> to any
/// scope.</remarks>
/// <example><code>
/// using Batch batch = trainer.NewBatch();
/// Tensor loss = batch.Forward(pixels).CrossEntropy(labels);
/// batch.Step(loss);
/// sum += loss.Item();
/// </code></example>
public sealed class Batch : ScopeOwner
{
    private readonly Trainer _trainer;
    // A scope below the caller's. If the trainer is closed meanwhile, it owns what is created
    // afterwards, so that this still ends with the batch.
    private readonly Scope _guard;
    private OrderedDictionary<string, Tensor> _watched = [];
    private Tape? _tape;

    private Batch(Trainer trainer, Scope scope, Scope guard) : base($"{trainer.Name}.batch", scope) =>
        (_trainer, _guard) = (trainer, guard);

    internal static Batch Open(Trainer trainer)
    {
        Scope guard = Scope.Open();
        try
        {
            var batch = new Batch(trainer, Scope.Create(trainer.Scope), guard);
            // There is no matching Leave: a closed scope is never current.
            CurrentScope.Enter(batch.Scope);
            return batch;
        }
        catch
        {
            guard.Dispose();
            throw;
        }
    }

    /// <summary>Computes the output for one input. If the model has several outputs, returns the
    /// first. See <see cref="Forward(Tensor[])"/>.</summary>
    /// <inheritdoc cref="Forward(Tensor[])"/>
    public Tensor Forward(Tensor input) => Model.First(Forward([input]));

    /// <summary>Computes the model's outputs and records the computation for
    /// <see cref="Backward"/>. It may be called several times before
    /// <see cref="Backward"/>.</summary>
    /// <exception cref="ClosedException">This, the trainer, the model or a parameter is closed.</exception>
    /// <exception cref="NativeMemoryException">A limit leaves no room to watch all parameters; then
    /// none is watched.</exception>
    public Tensor[] Forward(params Tensor[] inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        Model model = _trainer.Model;
        return model.During(() =>
        {
            if (_tape is null)
            {
                Scope.Run(() => Watch(model.Parameters));
            }
            return model.Forward(_watched, inputs);
        });
    }

    /// <summary>Computes the gradients of <paramref name="loss"/> with respect to all parameters,
    /// by parameter name. This consumes the recording; the next <see cref="Forward(Tensor[])"/>
    /// starts a new one.</summary>
    /// <param name="loss">A tensor of one element, computed from a result of
    /// <see cref="Forward(Tensor[])"/>.</param>
    /// <exception cref="InvalidOperationException"><see cref="Forward(Tensor[])"/> was not called
    /// since the batch was opened or since the last call of this method.</exception>
    /// <exception cref="InvalidArgumentException">The loss has more than one element, or was not
    /// computed from a result of <see cref="Forward(Tensor[])"/>. The recording is
    /// kept.</exception>
    /// <exception cref="ClosedException">This, the trainer, the model or <paramref name="loss"/> is closed.</exception>
    public IReadOnlyDictionary<string, Tensor> Backward(Tensor loss)
    {
        ArgumentNullException.ThrowIfNull(loss);
        Tape tape = _tape
            ?? throw new InvalidOperationException("nothing was computed with Forward() since the batch or its last Backward()");
        Tensor[] gradients;
        try
        {
            gradients = _trainer.Model.During(() => tape.Backward(loss, _watched.Values));
        }
        catch when (tape.IsClosed)
        {
            // The tape was consumed, or closed by the user: the call cannot be retried.
            Forget();
            throw;
        }
        var byName = new OrderedDictionary<string, Tensor>(gradients.Length);
        foreach (string name in _watched.Keys)
        {
            byName[name] = gradients[byName.Count];
        }
        Forget();
        return byName;
    }

    /// <summary>Calls <see cref="Backward"/> and then <see cref="Trainer.Update"/>.</summary>
    /// <param name="loss">A tensor of one element, computed from a result of
    /// <see cref="Forward(Tensor[])"/>.</param>
    public void Step(Tensor loss)
    {
        ArgumentNullException.ThrowIfNull(loss);
        _trainer.Update(Backward(loss));
    }

    /// <summary>Moves a resource to the trainer, so that it lives as long as the trainer, and
    /// returns it.</summary>
    /// <exception cref="ClosedException">The resource or the trainer is closed.</exception>
    public T Keep<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        return _trainer.Scope.Attach(resource);
    }

    /// <summary>Returns the model, so that a batch created in a body of
    /// <see cref="Scope.Using{T}(Func{T})"/> and returned from it moves to the parent scope
    /// together with its model.</summary>
    public override IEnumerable<object?> Escaping() => _trainer.Escaping();

    /// <inheritdoc/>
    public override void Dispose()
    {
        try
        {
            base.Dispose();
        }
        finally
        {
            _guard.Dispose();
        }
    }

    /// <summary>Opens a tape that watches all parameters. If one cannot be watched, nothing has
    /// changed.</summary>
    private void Watch(IReadOnlyDictionary<string, Tensor> parameters)
    {
        Tape recording = Tape.Open();
        var all = new OrderedDictionary<string, Tensor>(parameters.Count);
        try
        {
            foreach ((string name, Tensor parameter) in parameters)
            {
                all[name] = recording.Watch(parameter);
            }
        }
        catch
        {
            foreach (Tensor watched in all.Values)
            {
                watched.Dispose();
            }
            recording.Dispose();
            throw;
        }
        (_watched, _tape) = (all, recording);
    }

    private void Forget()
    {
        foreach (Tensor watched in _watched.Values)
        {
            watched.Dispose();
        }
        (_watched, _tape) = ([], null);
    }
}
