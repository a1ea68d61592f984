// One batch of a training: a scope below the trainer's that is current until it ends, and the record of what its model computed.
// Invariant: either all parameters are watched by the open tape, or there is no tape and none is.

using Tenure.Interop;

namespace Tenure.Models;

/// <summary>One step of a training: what is made until it is disposed goes with it. Made by <see cref="Trainer.NewBatch"/>.</summary>
/// <remarks>As with <see cref="Scope.Open()"/>, what should live on is kept by name: <see cref="Keep{T}"/> takes it to the
/// trainer, <see cref="Ownership.MoveTo{T}"/> anywhere.</remarks>
/// <example><code>
/// using Batch batch = trainer.NewBatch();
/// Tensor loss = batch.Forward(pixels).CrossEntropy(labels);
/// batch.Step(loss);
/// sum += loss.Item();
/// </code></example>
public sealed class Batch : ScopeOwner
{
    private readonly Trainer _trainer;
    // Below the caller's scope: what is still made after somebody closed the trainer ends with the batch all the same.
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
            // Until it closes: a closed scope is never current.
            CurrentScope.Enter(batch.Scope);
            return batch;
        }
        catch
        {
            guard.Dispose();
            throw;
        }
    }

    /// <summary>The output of one input, with a model that gives one. See <see cref="Forward(Tensor[])"/>.</summary>
    /// <inheritdoc cref="Forward(Tensor[])"/>
    public Tensor Forward(Tensor input) => Model.First(Forward([input]));

    /// <summary>Computes with the model; the gradients of what comes of it can be asked for. May be called several times before
    /// <see cref="Backward"/>.</summary>
    /// <exception cref="ClosedException">This, the trainer, the model or a parameter is closed.</exception>
    /// <exception cref="NativeMemoryException">A limit leaves no room to watch all parameters; none is watched then.</exception>
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

    /// <summary>The gradients of <paramref name="loss"/> by each parameter, by its name. What was recorded is used up: the next
    /// <see cref="Forward(Tensor[])"/> begins anew.</summary>
    /// <param name="loss">One element, made from what <see cref="Forward(Tensor[])"/> returned.</param>
    /// <exception cref="InvalidOperationException">Nothing was computed since the last time.</exception>
    /// <exception cref="InvalidArgumentException">The loss has more elements than one, or does not come of what
    /// <see cref="Forward(Tensor[])"/> returned; what was recorded is still there then.</exception>
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
            // Consumed, or closed by the user: there is nothing to try again.
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

    /// <summary><see cref="Backward"/> and <see cref="Trainer.Update"/> in one.</summary>
    /// <param name="loss">One element, made from what <see cref="Forward(Tensor[])"/> returned.</param>
    public void Step(Tensor loss)
    {
        ArgumentNullException.ThrowIfNull(loss);
        _trainer.Update(Backward(loss));
    }

    /// <summary>Lets something of this batch live as long as the trainer, and returns it.</summary>
    /// <exception cref="ClosedException">It, or the trainer, is closed.</exception>
    public T Keep<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        return _trainer.Scope.Attach(resource);
    }

    /// <summary>Its model: made in a body of <see cref="Scope.Using{T}(Func{T})"/> and returned, both go on in the outer scope.</summary>
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

    /// <summary>Begins a record of all parameters; when one cannot be watched nothing has changed.</summary>
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
