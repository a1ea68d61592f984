// One batch of a training: a scope below the trainer's that is current until it ends.

using Tenure.Interop;

namespace Tenure;

/// <summary>One step of a training: what is made until it is disposed goes with it. Made by <see cref="Trainer.NewBatch"/>.</summary>
/// <remarks>As with <see cref="Scope.Open()"/>, what should live on is kept by name: <see cref="Scope.Keep{T}"/> takes it to the
/// trainer, <see cref="Ownership.MoveTo{T}"/> anywhere.</remarks>
public sealed class Batch : ScopeOwner
{
    // Below the caller's scope: what is still made after somebody closed the trainer ends with the batch all the same.
    private readonly Scope _guard;

    private Batch(string name, Scope scope, Scope guard) : base(name, scope) => _guard = guard;

    internal static Batch Open(string name, Scope trainer)
    {
        Scope guard = Scope.Open();
        try
        {
            var batch = new Batch(name, Scope.Create(trainer), guard);
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
}
