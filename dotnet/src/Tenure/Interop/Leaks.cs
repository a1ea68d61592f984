// What the leak level asks for: notes of where handles are made and closed.
// Invariant: at OFF this is one load and one comparison for each handle.

using System.Runtime.CompilerServices;
using Tenure.Reports;

namespace Tenure.Interop;

internal static class Leaks
{
    private const int Sample = 128;
    internal const string Variable = "TENURE_LEAKS";

    // The core has the same; this copy is what the hot paths look at. Set before the library is loaded, it tells the core then.
    internal static LeakLevel Level;

    [ThreadStatic]
    private static int t_made;

    /// <summary>A handle was made.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Made(ulong handle)
    {
        if (Level != LeakLevel.Off)
        {
            Note(handle);
        }
    }

    /// <summary>A handle is about to be closed.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="opened">Where a scope was opened, which says more than the end of a block can.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Closing(ulong handle, string? opened = null)
    {
        if (Level == LeakLevel.All)
        {
            NoteClosed(handle, opened);
        }
    }

    /// <summary>The site of what is made now, null when it is none of the sample.</summary>
    internal static string? Site()
    {
        bool wanted = Level == LeakLevel.All || (Level == LeakLevel.Sampled && ++t_made % Sample == 0);
        return wanted ? Sites.Here().Text : null;
    }

    /// <summary>The level that the environment asks for.</summary>
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
