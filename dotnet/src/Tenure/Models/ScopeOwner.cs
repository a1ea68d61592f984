// What a model, its predictors, its trainers and their batches have in common: each is one scope of the tree, with a name for what it is for.
// Invariant: nothing that a call makes is left in the scope of a longer-lived level. A call runs in a scope of its own below its
// level, and that one in a guard below the caller's scope: when the level is closed meanwhile, the guard is the nearest open scope, so
// what the call still makes ends with the call and not with its caller.

using Tenure.Interop;

namespace Tenure.Models;

/// <summary>Something that has a scope of its own, and ends with it: a <see cref="Model"/>, a <see cref="Predictor{TIn, TOut}"/>,
/// a <see cref="Trainer"/> or a <see cref="Batch"/>.</summary>
/// <remarks>Members may be called from any thread, in any order. <see cref="Dispose"/> throws what foreign resources throw that
/// its scope owns (<see cref="Scope.Own{T}"/>), and nothing else.</remarks>
public abstract class ScopeOwner : IDisposable, IEscapable
{
    private protected ScopeOwner(string name, Scope scope)
    {
        Name = name;
        Scope = scope;
    }

    /// <summary>What it was called when it was made: the model's name, and for what is below it what that is.</summary>
    public string Name { get; }

    /// <summary>The scope that owns what belongs to it. Closing that scope is the same as disposing this.</summary>
    public Scope Scope { get; }

    /// <summary>Whether this was disposed, or something it belongs to was.</summary>
    public bool IsClosed => Scope.IsClosed;

    /// <summary>What escapes with this: made in a body of <see cref="Scope.Using{T}(Func{T})"/> and returned, it goes on in the
    /// outer scope.</summary>
    public virtual IEnumerable<object?> Escaping() => [Scope];

    /// <summary>Runs <paramref name="body"/> and takes what its result holds, which lives as long as this; the rest of what it
    /// makes goes at once.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public T Make<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Below(body, keep: true);
    }

    /// <summary>Closes everything below this, and releases what belongs to it. A second call does nothing.</summary>
    public virtual void Dispose() => Scope.Dispose();

    /// <inheritdoc/>
    public override string ToString() => $"{GetType().Name.Split('`')[0]}({(IsClosed ? "closed" : Name)})";

    /// <summary>Runs <paramref name="body"/> in a scope below this. What its result holds goes to this level, or to the caller.</summary>
    private protected T Below<T>(Func<T> body, bool keep)
    {
        if (IsClosed)
        {
            throw Closed();
        }
        return Scope.Using(guard => Scope.Run(() => Scope.Using(call =>
        {
            T result = body();
            HandOver(Escape.From(result, call), call, keep ? Scope : guard);
            return result;
        })));
    }

    private void HandOver(List<NativeResource> found, Scope call, Scope target)
    {
        foreach (NativeResource resource in found)
        {
            try
            {
                if (Owner.IsBelow(resource, call) || (call.IsClosed && resource.IsClosed))
                {
                    target.Attach(resource);
                }
            }
            catch (ClosedException) when (!call.IsClosed)
            {
                // The body, or somebody it gave the resource to, has closed it: it is no part of the result any more.
            }
            catch (ClosedException)
            {
                throw Closed();
            }
        }
    }

    /// <summary>Runs something with this. If that fails because this was closed meanwhile, the error says so.</summary>
    internal T During<T>(Func<T> work)
    {
        if (IsClosed)
        {
            throw Closed();
        }
        try
        {
            return work();
        }
        catch (Exception error) when (error is ClosedException or ScopeException && IsClosed)
        {
            throw new ClosedException(Closed().Message, inner: error);
        }
    }

    private ClosedException Closed() => new($"the {GetType().Name.Split('`')[0]} '{Name}' is closed");
}
