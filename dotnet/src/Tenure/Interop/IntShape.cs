using System.Runtime.CompilerServices;

namespace Tenure.Interop;

/// <summary>Converts shapes and axes from int, which is usual in .NET, to the core's
/// long.</summary>
internal static class IntShape
{
    internal static long[] Of(int[] axes, [CallerArgumentExpression(nameof(axes))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(axes, name);
        return Array.ConvertAll(axes, axis => (long)axis);
    }
}
