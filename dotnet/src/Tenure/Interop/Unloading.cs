// The end of a collectible load context that this assembly is in: what would keep it alive is let go of.
// Invariant: in the default context, and any other that cannot be unloaded, nothing happens here. The context hears of this
// assembly once, before it can be unloaded: what is added to its event afterwards would keep it alive for good. Threads
// end by themselves when they are idle, and those of the core are told here.

using System.Runtime.Loader;

namespace Tenure.Interop;

internal static class Unloading
{
    private static readonly Lock Gate = new();
    private static Action? s_actions;
    private static bool s_over;

    /// <summary>Called when the assembly is loaded.</summary>
    internal static void Begin()
    {
        if (AssemblyLoadContext.GetLoadContext(typeof(Unloading).Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += _ => End();
        }
    }

    /// <summary>Runs <paramref name="action"/> when the context is unloaded, if that is still to come.</summary>
    internal static void Then(Action action)
    {
        lock (Gate)
        {
            if (!s_over)
            {
                s_actions += action;
            }
        }
    }

    private static void End()
    {
        Action? actions;
        lock (Gate)
        {
            s_over = true;
            actions = s_actions;
            s_actions = null;
        }
        actions?.Invoke();
        if (NativeLoader.IsLoaded)
        {
            _ = Native.tenure_threads_end_idle();
        }
    }
}
