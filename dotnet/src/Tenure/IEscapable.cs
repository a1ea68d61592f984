// The interface of classes whose resources may leave a scope; records, tuples and collections do
// not need it.

namespace Tenure;

/// <summary>Lets <see cref="Scope.Using{T}(Func{T})"/> move the resources of a user-defined type to
/// the parent scope, together with the object.</summary>
/// <example><code>
/// sealed class Detection : IEscapable
/// {
///     private readonly Tensor _boxes, _scores;
///     public IEnumerable&lt;object?&gt; Escaping() => [_boxes, _scores];
/// }
/// </code></example>
public interface IEscapable
{
    /// <summary>Returns the objects that must live as long as this: tensors, other native
    /// resources, and objects that hold some.</summary>
    public IEnumerable<object?> Escaping();
}
