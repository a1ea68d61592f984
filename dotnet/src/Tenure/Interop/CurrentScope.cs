// The current scope of each flow of control.
// Invariant: a closed scope is never current; the nearest open one that was current before it is.
// The core does not track the current scope: a wrapper passes the owner with every call. An
// AsyncLocal keeps a scope current across await.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class CurrentScope
{
    // A scope that was opened, or a Frame of a scope that was entered. Each refers to what was
    // current before it.
    private static readonly AsyncLocal<object?> Flow = new();

    /// <summary>Returns the innermost open scope; null if none is open.</summary>
    internal static Scope? Get()
    {
        object? top = Flow.Value;
        if (top is null)
        {
            return null;
        }
        if (top is Frame frame)
        {
            return frame.IsOpen ? frame.Scope : In(Open(top));
        }
        // It can only be a scope. A checked cast would double the cost, because Scope is not
        // sealed.
        Scope scope = Unsafe.As<Scope>(top);
        return scope.IsOpen ? scope : In(Open(top));
    }

    /// <summary>Returns the scope or frame that is current here.</summary>
    internal static object? Top()
    {
        object? top = Flow.Value;
        return top is null || IsOpen(top) ? top : Open(top);
    }

    /// <summary>Returns the scope of a result of <see cref="Top"/>.</summary>
    internal static Scope? In(object? top) => top is Frame frame ? frame.Scope : Unsafe.As<Scope?>(top);

    /// <summary>Returns the scope that will own the result of an operation on
    /// <paramref name="operand"/>: the current one, else the operand's owner, else null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Scope? OwnerFor(NativeResource operand) => Get() ?? OwnerOf(operand);

    /// <summary>Makes <paramref name="top"/>, a scope or a frame, current.</summary>
    internal static void Set(object? top) => Flow.Value = top;

    /// <summary>Makes <paramref name="scope"/> current. Pass the result to <see cref="Leave"/> or
    /// <see cref="Restore"/> to end that.</summary>
    internal static Frame Enter(Scope scope)
    {
        var frame = new Frame(scope, Top());
        Flow.Value = frame;
        return frame;
    }

    /// <summary>Makes <paramref name="outer"/> current again if <paramref name="top"/> is current
    /// in this flow. Other flows detect the end at their next lookup.</summary>
    internal static void Leave(object top, object? outer)
    {
        if (Flow.Value == top)
        {
            Flow.Value = outer;
        }
    }

    /// <summary>Makes current again what was current before <see cref="Enter"/>, even if scopes
    /// opened since have not been closed.</summary>
    internal static void Restore(Frame frame)
    {
        for (object? top = Flow.Value; top is not null; top = Outside(top))
        {
            if (top == frame)
            {
                Flow.Value = frame.Outer;
                return;
            }
        }
    }

    /// <summary>Returns the innermost frame in this flow by which the workspace was entered and not
    /// left; null if there is none.</summary>
    internal static Frame? EntryOf(Workspace workspace)
    {
        object? top = Flow.Value;
        while (top is not null && !(top is Frame { IsOver: false } frame && frame.Entered == workspace))
        {
            top = Outside(top);
        }
        return Unsafe.As<Frame?>(top);
    }

    /// <summary>Whether this may be current: the scope is open, and a workspace has not been
    /// left.</summary>
    internal static bool IsOpen(object top) => top is Frame frame ? frame.IsOpen : Unsafe.As<Scope>(top).IsOpen;

    private static object? Outside(object top) => top is Frame frame ? frame.Outer : Unsafe.As<Scope>(top).Outer;

    private static Scope? OwnerOf(NativeResource operand) => operand.OwnerScope is { IsOpen: true } scope ? scope : null;

    /// <summary>Returns the innermost scope or frame that is open, and drops the closed ones from
    /// the flow.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object? Open(object innermost)
    {
        object? top = innermost;
        while (top is not null && !IsOpen(top))
        {
            top = Outside(top);
        }
        if (top != innermost)
        {
            Flow.Value = top;
        }
        return top;
    }
}
