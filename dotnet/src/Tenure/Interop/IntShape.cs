using System.Runtime.CompilerServices;

namespace Tenure.Interop;

/// <summary>Shapes and axes of .NET's habit as those of the core.</summary>
internal static class IntShape
{
    internal static long[] Of(int[] axes, [CallerArgumentExpression(nameof(axes))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(axes, name);
        return Array.ConvertAll(axes, axis => (long)axis);
    }
}
