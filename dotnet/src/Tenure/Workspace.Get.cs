// Workspaces by name: the core's registry, and what each thread remembers of it, so that a cycle costs no look-up there.

using Tenure.Interop;
using Tenure.Workspaces;

namespace Tenure;

public sealed unsafe partial class Workspace
{
    [ThreadStatic]
    private static Found? t_found;

    /// <summary>The workspace of this name that belongs to this thread, made with the defaults when there is none. Under
    /// <see cref="WorkspaceMode.Single"/> that of all threads.</summary>
    /// <remarks>It belongs to the process, and goes with its thread: nobody need destroy it. If it was destroyed, the next call
    /// makes it anew. One under <see cref="WorkspaceMode.Single"/> has no thread: it stays until it is destroyed, and
    /// <see cref="TenureRuntime.Leaks"/> lists it while it holds tensors outside of a cycle.</remarks>
    public static Workspace Get(string id)
    {
        Found found = t_found ??= new Found();
        return found.Look(id) ?? found.Ask(id, null);
    }

    /// <summary>As <see cref="Get(string)"/>, made with <paramref name="config"/>.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is refused; or the workspace is there already and was made with others:
    /// the message names what differs.</exception>
    public static Workspace Get(string id, WorkspaceConfig config)
    {
        ArgumentNullException.ThrowIfNull(id);
        ArgumentNullException.ThrowIfNull(config);
        Found found = t_found ??= new Found();
        return found.Look(id) is { } known && known.IsMadeWith(config) ? known : found.Ask(id, config);
    }

    /// <summary>The workspace that <see cref="Get(string)"/> would give, null when there is none.</summary>
    public static Workspace? Find(string id)
    {
        NativeText.Check(id, nameof(id));
        ulong handle;
        Errors.Check(Native.tenure_workspace_find(id, 0, &handle));
        return handle == 0 ? null : Of(handle, id);
    }

    /// <summary>The wrapper of a handle that the core gave; it may have been destroyed since.</summary>
    internal static Workspace Of(ulong handle, string name) => ScopeTable.Of(handle) as Workspace ?? new Workspace(handle, name, parent: null);

    private bool IsMadeWith(WorkspaceConfig config) => ReferenceEquals(config, _config) || config == Config;

    /// <summary>What one thread has got.</summary>
    private sealed class Found
    {
        private const int Few = 64;
        private readonly Dictionary<string, Workspace> _byName = new(StringComparer.Ordinal);
        private string? _lastName;
        private Workspace? _last;
        private int _purgeAt = Few;

        internal Workspace? Look(string id)
        {
            ArgumentNullException.ThrowIfNull(id);
            Workspace? found = _last;
            if (!ReferenceEquals(id, _lastName) && _byName.TryGetValue(id, out found))
            {
                _lastName = id;
                _last = found;
            }
            return found is { MayBeUsed: true } ? found : null;
        }

        internal Workspace Ask(string id, WorkspaceConfig? config)
        {
            NativeText.Check(id, nameof(id));
            string? json = config?.ToJson();
            ulong handle;
            int status, attempt = 0;
            do
            {
                status = Native.tenure_workspace_get(id, 0, json, &handle);
            }
            while (Pressure.Retry(status, ref attempt));
            Errors.Check(status);
            Workspace got = Of(handle, id);
            got._config ??= config;
            if (_byName.Count >= _purgeAt)
            {
                foreach ((string name, _) in _byName.Where(known => !known.Value.MayBeUsed).ToArray())
                {
                    _byName.Remove(name);
                }
                _purgeAt = Math.Max(Few, 2 * _byName.Count);
            }
            return _last = _byName[_lastName = id] = got;
        }
    }
}
