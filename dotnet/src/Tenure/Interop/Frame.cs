// An entry that makes an existing scope current: Run of a scope, or Enter of a workspace.
// Invariant: a workspace's frame is over as soon as its entry is left; a scope that a body is run
// in stays current until the body ends or the scope closes. A workspace's frame is reused for the
// next cycle if that begins in the same execution context, because writing an AsyncLocal costs as
// much as everything else a cycle does. As a consequence, a flow that was forked in a cycle finds
// the workspace current whenever it is entered again.

namespace Tenure.Interop;

internal sealed class Frame(Scope scope, object? outer, Workspace? entered = null)
{
    private const int Open = 0;
    private const int Over = 1;

    /// <summary>The scope that is current.</summary>
    internal Scope Scope = scope;

    /// <summary>The scope or frame that was current before.</summary>
    internal readonly object? Outer = outer;

    /// <summary>The workspace that was entered; null for a scope that a body is run in.</summary>
    internal readonly Workspace? Entered = entered;

    /// <summary>The execution contexts without and with this frame; null if the flow is
    /// suppressed.</summary>
    internal ExecutionContext? Before;
    internal ExecutionContext? Within;
    private int _state;

    internal bool IsOver => Volatile.Read(ref _state) == Over;

    internal bool IsOpen => !IsOver && Scope.IsOpen;

    internal void End() => Volatile.Write(ref _state, Over);

    /// <summary>Takes a frame that is over for another entry. Returns false if another thread has
    /// taken it.</summary>
    internal bool Reopen() => Volatile.Read(ref _state) == Over && Interlocked.CompareExchange(ref _state, Open, Over) == Over;
}
