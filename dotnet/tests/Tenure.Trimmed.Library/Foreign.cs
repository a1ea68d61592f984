// Types of a library that was built without Tenure's generator: nothing says what they hold.

namespace Tenure.Trimmed.Library;

public sealed class Foreign(object held)
{
    public object Held { get; } = held;
}

public sealed record ForeignRecord(Tensor First, Tensor Second);
