// The Holder of a resource that is a part of another one for good, such as a parameter of a module:
// it is freed with the whole. It keeps the whole reachable, and both have the same owner.

namespace Tenure.Interop;

/// <param name="whole">The resource that it is a part of.</param>
internal sealed class PartOf(NativeResource whole)
{
    internal readonly NativeResource Whole = whole;

    /// <summary>Makes <paramref name="part"/> a part of <paramref name="whole"/>, as the core has done.</summary>
    internal static void Publish(NativeResource part, NativeResource whole)
    {
        object? before = Interlocked.Exchange(ref part.Holder, new PartOf(whole));
        Places.BackstopOf(before)?.Disarm(part.Handle);
    }
}
