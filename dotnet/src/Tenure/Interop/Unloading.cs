// Releases everything that would keep the collectible load context of this assembly alive when it
// is unloaded.
// Invariant: in the default context, and in any other that cannot be unloaded, this does nothing.
// It registers one handler with the context, when the assembly is loaded: a handler that is added
// after unloading has begun would keep the context alive forever. Managed threads end when they are
// idle; the core's idle threads are ended here.

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

    /// <summary>Runs <paramref name="action"/> when the context is unloaded. If that has begun, it
    /// does nothing and returns false.</summary>
    internal static bool Then(Action action)
    {
        lock (Gate)
        {
            if (!s_over)
            {
                s_actions += action;
            }
            return !s_over;
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
