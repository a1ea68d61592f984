// The base class of models and predictors: each has one scope and a name.
// Invariant: a call leaves nothing in the scope of a longer-lived object. It runs in its own scope
// below the object's, which is entered from a guard scope below the caller's scope. If the object
// is closed meanwhile, the guard is the nearest open scope, so resources that the call then creates
// end with the call and not with the caller's scope.

using Tenure.Interop;

namespace Tenure.Models;

/// <summary>An object that has its own scope and ends with it: a <see cref="Model"/> or a
/// <see cref="Predictor{TIn, TOut}"/>.</summary>
/// <remarks>Members may be called from any thread, in any order. <see cref="Dispose"/> throws only
/// if a foreign resource that its scope owns (<see cref="Scope.Own{T}"/>) throws.</remarks>
public abstract class ScopeOwner : IDisposable, IEscapable
{
    private protected ScopeOwner(string name, Scope scope)
    {
        Name = name;
        Scope = scope;
    }

    /// <summary>The name it was created with: for a model the given name, for the others the name
    /// of the owner followed by the kind, such as <c>digits.trainer.batch</c>.</summary>
    public string Name { get; }

    /// <summary>The scope that owns the resources of this object. Closing that scope is the same as
    /// disposing this.</summary>
    public Scope Scope { get; }

    /// <summary>Whether this, or an object that it belongs to, was disposed.</summary>
    public bool IsClosed => Scope.IsClosed;

    /// <summary>Returns the scope, so that an object created in a body of
    /// <see cref="Scope.Using{T}(Func{T})"/> and returned from it moves to the parent
    /// scope.</summary>
    public virtual IEnumerable<object?> Escaping() => [Scope];

    /// <summary>Runs <paramref name="body"/>. Native resources that the result holds move to this
    /// object and live as long as it; everything else that the body creates is released.</summary>
    /// <returns>The result of <paramref name="body"/>.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public T Make<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Below(body, keep: true);
    }

    /// <summary>Closes all objects that belong to this one, and releases its resources. A second
    /// call does nothing.</summary>
    public virtual void Dispose() => Scope.Dispose();

    /// <inheritdoc/>
    public override string ToString() => $"{GetType().Name.Split('`')[0]}({(IsClosed ? "closed" : Name)})";

    /// <summary>Runs <paramref name="body"/> in a scope below this one's. Native resources that the
    /// result holds move to this object's scope if <paramref name="keep"/>, else to the
    /// caller's.</summary>
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
                // The body, or code that it passed the resource to, has closed the resource.
            }
            catch (ClosedException)
            {
                throw Closed();
            }
        }
    }

    /// <summary>Runs <paramref name="work"/>. If it fails after this was closed meanwhile, throws
    /// an error that names this.</summary>
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
