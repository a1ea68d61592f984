// Moving resources between owners. These are extension methods, so that each returns the resource
// with its own type: a Parameter that is moved stays a Parameter.

using Tenure.Interop;

namespace Tenure;

/// <summary>Moves native resources between owners: tensors, parameters, tapes, optimizers and
/// scopes.</summary>
public static class Ownership
{
    /// <summary>Moves this to the parent of the scope that owns it. If that scope has no parent,
    /// this becomes unowned.</summary>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The parent takes no members; this stays where it was.</exception>
    public static T MoveToOuterScope<T>(this T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.ToOuter(resource);
        return resource;
    }

    /// <summary>Moves this to <paramref name="scope"/>, which releases it when it closes.</summary>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="ScopeException">The scope is closed or takes no members; this stays where it was.</exception>
    /// <exception cref="NativeMemoryException">It would exceed a limit of the scope; this stays where it was.</exception>
    public static T MoveTo<T>(this T resource, Scope scope) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        ArgumentNullException.ThrowIfNull(scope);
        Moves.To(resource, scope);
        return resource;
    }

    /// <summary>Moves this to <paramref name="scope"/>: the same as <see cref="MoveTo{T}"/>, under
    /// DJL's name.</summary>
    /// <inheritdoc cref="MoveTo{T}"/>
    public static T Attach<T>(this T tensor, Scope scope) where T : Tensor => tensor.MoveTo(scope);

    /// <summary>Lends this to <paramref name="scope"/> until that closes: the same as <see cref="Scope.TempAttach{T}"/>.</summary>
    /// <inheritdoc cref="Scope.TempAttach{T}"/>
    public static T TempAttach<T>(this T tensor, Scope scope) where T : Tensor
    {
        ArgumentNullException.ThrowIfNull(scope);
        return scope.TempAttach(tensor);
    }

    /// <summary>Makes this unowned: it lives until it is disposed, or until the collector finds it
    /// unreachable.</summary>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public static T DetachFromScope<T>(this T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Detach(resource);
        return resource;
    }

    /// <summary>Gives this a name, which appears in errors, dumps and leak reports.</summary>
    /// <returns>The resource itself.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public static T Named<T>(this T resource, string name) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        ArgumentNullException.ThrowIfNull(name);
        resource.Name = name;
        return resource;
    }
}
