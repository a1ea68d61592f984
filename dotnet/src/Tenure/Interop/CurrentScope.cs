// Which scope is current on this flow of control.
// Invariant: a closed scope is never current; the nearest open one further out is. The native library knows nothing of
// this: a wrapper passes the owner with every call. AsyncLocal, so that a scope stays current across await.

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class CurrentScope
{
    private static readonly AsyncLocal<Frame?> Frames = new();

    /// <summary>The innermost open scope, null outside all.</summary>
    internal static Scope? Get()
    {
        Frame? frame = Frames.Value;
        return frame is null || frame.Scope.IsOpen ? frame?.Scope : Repair(frame);
    }

    /// <summary>The scope that is to own the result of an operation on <paramref name="operand"/>: the current one, else the
    /// operand's own, else none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Scope? OwnerFor(NativeResource operand) => Get() ?? (operand.Holder is Scope { IsOpen: true } scope ? scope : null);

    /// <summary>Makes <paramref name="scope"/> current; give the result to <see cref="Leave"/> when it has had its time.</summary>
    internal static Frame Enter(Scope scope)
    {
        Frame? outer = Frames.Value;
        while (outer is not null && !outer.Scope.IsOpen)
        {
            outer = outer.Outer;
        }
        var frame = new Frame(scope, outer);
        Frames.Value = frame;
        return frame;
    }

    /// <summary>Ends what <see cref="Enter"/> began, if this flow is still in it; elsewhere the next look-up notices.</summary>
    internal static void Leave(Frame frame)
    {
        if (Frames.Value == frame)
        {
            Frames.Value = frame.Outer;
        }
    }

    /// <summary>Ends what <see cref="Enter"/> began, and what was opened since and not closed: the scope that was current before is again.</summary>
    internal static void Restore(Frame frame)
    {
        for (Frame? inner = Frames.Value; inner is not null; inner = inner.Outer)
        {
            if (inner == frame)
            {
                Frames.Value = frame.Outer;
                return;
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Scope? Repair(Frame closed)
    {
        Frame? frame = closed.Outer;
        while (frame is not null && !frame.Scope.IsOpen)
        {
            frame = frame.Outer;
        }
        Frames.Value = frame;
        return frame?.Scope;
    }

    /// <summary>One scope on the way out from the innermost.</summary>
    internal sealed class Frame(Scope scope, Frame? outer)
    {
        internal readonly Scope Scope = scope;
        internal readonly Frame? Outer = outer;
    }
}
