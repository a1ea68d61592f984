// Which scope is current on this flow of control.
// Invariant: a closed scope is never current; the nearest open one further out is. The native library knows nothing of
// this: a wrapper passes the owner with every call. AsyncLocal, so that a scope stays current across await.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class CurrentScope
{
    // A scope that was opened, or a Frame around one that something is run in; each knows what was current outside.
    private static readonly AsyncLocal<object?> Flow = new();

    /// <summary>The innermost open scope, null outside all.</summary>
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
        // There is nothing else; scopes are not sealed, and to ask for one would cost what this does.
        Scope scope = Unsafe.As<Scope>(top);
        return scope.IsOpen ? scope : In(Open(top));
    }

    /// <summary>What is current here, as the next one's outside.</summary>
    internal static object? Top()
    {
        object? top = Flow.Value;
        return top is null || IsOpen(top) ? top : Open(top);
    }

    /// <summary>The scope of what <see cref="Top"/> returned.</summary>
    internal static Scope? In(object? top) => top is Frame frame ? frame.Scope : Unsafe.As<Scope?>(top);

    /// <summary>The scope that is to own the result of an operation on <paramref name="operand"/>: the current one, else the
    /// operand's own, else none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Scope? OwnerFor(NativeResource operand) => Get() ?? OwnerOf(operand);

    /// <summary>Makes <paramref name="top"/>, a scope or a frame, current.</summary>
    internal static void Set(object? top) => Flow.Value = top;

    /// <summary>Makes <paramref name="scope"/> current; give the result to <see cref="Leave"/> when it has had its time.</summary>
    internal static Frame Enter(Scope scope)
    {
        var frame = new Frame(scope, Top());
        Flow.Value = frame;
        return frame;
    }

    /// <summary>Ends what <see cref="Enter"/> or <see cref="Set"/> began, if this flow is still in it; elsewhere the next
    /// look-up notices.</summary>
    internal static void Leave(object top, object? outer)
    {
        if (Flow.Value == top)
        {
            Flow.Value = outer;
        }
    }

    /// <summary>Ends what <see cref="Enter"/> began, and what was opened since and not closed: what was current before is again.</summary>
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

    /// <summary>The nearest frame in this flow, on the way out, by which a workspace was entered that it has not left; null when
    /// there is none.</summary>
    internal static Frame? EntryOf(Workspace workspace)
    {
        object? top = Flow.Value;
        while (top is not null && !(top is Frame { IsOver: false } frame && frame.Entered == workspace))
        {
            top = Outside(top);
        }
        return Unsafe.As<Frame?>(top);
    }

    /// <summary>Whether what is current here may be found to be so: its scope is open, its workspace not left.</summary>
    internal static bool IsOpen(object top) => top is Frame frame ? frame.IsOpen : Unsafe.As<Scope>(top).IsOpen;

    private static object? Outside(object top) => top is Frame frame ? frame.Outer : Unsafe.As<Scope>(top).Outer;

    private static Scope? OwnerOf(NativeResource operand) => operand.OwnerScope is { IsOpen: true } scope ? scope : null;

    /// <summary>The nearest that is open, on the way out; what is closed is forgotten.</summary>
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
