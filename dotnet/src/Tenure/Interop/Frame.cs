// What is current where something was entered rather than opened: a scope that a body is run in, or a workspace.
// Invariant: a frame of a workspace is over from the moment that entry was left; a scope that is run in stays current to the
// end of the body, or of the scope. The frame of a workspace is used again for its next cycle where that begins in the
// same execution context: writing an AsyncLocal anew costs as much as all else a cycle does. A flow that was forked in a
// cycle so finds the workspace current whenever that is entered again.

namespace Tenure.Interop;

internal sealed class Frame(Scope scope, object? outer, Workspace? entered = null)
{
    private const int Open = 0;
    private const int Over = 1;

    /// <summary>What is current.</summary>
    internal Scope Scope = scope;

    /// <summary>What was current before.</summary>
    internal readonly object? Outer = outer;

    /// <summary>The workspace that was entered; null for a scope that is run in.</summary>
    internal readonly Workspace? Entered = entered;

    /// <summary>The execution contexts without and with this; null where none flows.</summary>
    internal ExecutionContext? Before;
    internal ExecutionContext? Within;
    private int _state;

    internal bool IsOver => Volatile.Read(ref _state) == Over;

    internal bool IsOpen => !IsOver && Scope.IsOpen;

    internal void End() => Volatile.Write(ref _state, Over);

    /// <summary>Takes what is over for another entry. False when somebody else has.</summary>
    internal bool Reopen() => Volatile.Read(ref _state) == Over && Interlocked.CompareExchange(ref _state, Open, Over) == Over;
}
