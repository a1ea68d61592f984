// What a class says of itself so that it may leave a scope; records, tuples and collections need not.

namespace Tenure;

/// <summary>A type of one's own that <see cref="Scope.Using{T}(Func{T})"/> looks into: what it names escapes with it.</summary>
/// <example><code>
/// sealed class Detection : IEscapable
/// {
///     private readonly Tensor _boxes, _scores;
///     public IEnumerable&lt;object?&gt; Escaping() => [_boxes, _scores];
/// }
/// </code></example>
public interface IEscapable
{
    /// <summary>What is to live as long as this: tensors, other native resources, and anything that holds some.</summary>
    public IEnumerable<object?> Escaping();
}
