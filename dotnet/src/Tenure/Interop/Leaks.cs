// Records where handles are created and closed, as the leak level requires.
// Invariant: at level Off this costs one load and one comparison for each handle.

using System.Runtime.CompilerServices;
using Tenure.Reports;

namespace Tenure.Interop;

internal static class Leaks
{
    private const int Sample = 128;
    internal const string Variable = "TENURE_LEAKS";

    // A copy of the core's level for the hot paths. If it is set before the library is loaded,
    // loading passes it to the core.
    internal static LeakLevel Level;

    [ThreadStatic]
    private static int t_made;

    /// <summary>Called after a handle was created.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Made(ulong handle)
    {
        if (Level != LeakLevel.Off)
        {
            Note(handle);
        }
    }

    /// <summary>Called before a handle is closed.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="opened">The line that opened a scope, because the end of a <c>using</c> block
    /// has no line.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Closing(ulong handle, string? opened = null)
    {
        if (Level == LeakLevel.All)
        {
            NoteClosed(handle, opened);
        }
    }

    /// <summary>Returns the line that creates a resource now; null if it is not sampled.</summary>
    internal static string? Site()
    {
        bool wanted = Level == LeakLevel.All || (Level == LeakLevel.Sampled && ++t_made % Sample == 0);
        return wanted ? Sites.Here().Text : null;
    }

    /// <summary>Returns the level of the environment variable.</summary>
    internal static LeakLevel FromEnvironment() =>
        Enum.TryParse(Environment.GetEnvironmentVariable(Variable), ignoreCase: true, out LeakLevel level) && Enum.IsDefined(level)
            ? level
            : LeakLevel.Off;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Note(ulong handle)
    {
        if (Site() is { } site)
        {
            Native.tenure_handle_note(handle, site);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NoteClosed(ulong handle, string? opened)
    {
        (string site, bool hasLine) = Sites.Here();
        if (!hasLine && opened is not null)
        {
            site += $", at the end of the scope that was opened at {opened}";
        }
        Native.tenure_handle_note_closed(handle, site);
    }
}
