namespace Tenure;

/// <summary>A type of one's own that <see cref="Scope.Using{T}(Func{T})"/> looks into when it is returned.</summary>
/// <example><code>
/// sealed class Layer(Tensor weight, Tensor bias) : IEscapable
/// {
///     public IEnumerable&lt;object?&gt; Escaping() => [weight, bias];
/// }
/// </code></example>
public interface IEscapable
{
    /// <summary>What is to live on with this object: resources, or anything that holds some.</summary>
    public IEnumerable<object?> Escaping();
}
