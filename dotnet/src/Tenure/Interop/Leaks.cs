// Records where handles are created and closed, as the leak level requires.
// Invariant: at level Off and without a recording this costs one load and one comparison for each handle.

using System.Runtime.CompilerServices;
using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class Leaks
{
    private const int OneIn = 128;
    internal const string Variable = "TENURE_LEAKS";

    // A copy of the core's level for the hot paths. If it is set before the library is loaded,
    // loading passes it to the core.
    internal static LeakLevel Level
    {
        get => s_level;
        set
        {
            lock (Gate)
            {
                s_level = value;
                s_watches = s_level != LeakLevel.Off || s_samplesSites;
            }
        }
    }

    // The core's word with the number of sampled handles whose line is not known yet, and whether a
    // recording of this program samples lines.
    internal static int* Waiting;
    internal static bool SamplesSites
    {
        set
        {
            lock (Gate)
            {
                s_samplesSites = value;
                s_watches = s_level != LeakLevel.Off || s_samplesSites;
            }
        }
    }

    private static readonly Lock Gate = new();
    private static LeakLevel s_level;
    private static bool s_samplesSites;
    private static bool s_watches; // one load for both on the hot paths

    [ThreadStatic]
    private static int t_made;

    /// <summary>Called after a handle was created.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Made(ulong handle)
    {
        if (s_watches)
        {
            Watch(handle);
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
        bool wanted = Level == LeakLevel.All || (Level == LeakLevel.Sampled && ++t_made % OneIn == 0);
        return wanted ? Sites.Here().Text : null;
    }

    /// <summary>Returns the level of the environment variable.</summary>
    internal static LeakLevel FromEnvironment() =>
        Enum.TryParse(Environment.GetEnvironmentVariable(Variable), ignoreCase: true, out LeakLevel level) && Enum.IsDefined(level)
            ? level
            : LeakLevel.Off;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Watch(ulong handle)
    {
        if (s_samplesSites)
        {
            Sample(handle);
        }
        if (Site() is { } site)
        {
            Native.tenure_handle_note(handle, site);
        }
    }

    /// <summary>Gives the core the line of a handle that it has sampled. At level All each has its
    /// line already.</summary>
    private static void Sample(ulong handle)
    {
        byte isSampled = 0;
        if (Level != LeakLevel.All && Waiting != null && Volatile.Read(ref *Waiting) != 0 && Native.tenure_record_is_sampled(handle, &isSampled) == 0 && isSampled != 0)
        {
            // A handle that is closed concurrently has no line.
            Native.tenure_record_site(handle, Sites.Here().Text);
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
