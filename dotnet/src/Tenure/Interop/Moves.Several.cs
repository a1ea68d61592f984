// What moves several resources at once: see Moves.cs.
// Invariant: the core decides which of them lie below a scope, and where those go; the hints of the others stay as they are.

namespace Tenure.Interop;

internal static unsafe partial class Moves
{
    private const int Few = 16;

    /// <summary>Closes <paramref name="scope"/>, but what of <paramref name="reachable"/> it owns, itself or through
    /// its children, goes to its parent, in one crossing. What failed is returned, and it is closed all the same.</summary>
    internal static Exception? Pop(Scope scope, ReadOnlySpan<NativeResource> reachable)
    {
        Kept one = default;
        Span<Kept> kept = reachable.Length <= 1 ? new Span<Kept>(ref one) : new Kept[reachable.Length];
        Span<ulong> handles = reachable.Length <= Few ? stackalloc ulong[Few] : new ulong[reachable.Length];
        Scope? parent = reachable.IsEmpty ? null : scope.Exit;
        int count = 0;
        foreach (NativeResource resource in reachable)
        {
            if (resource != scope)
            {
                // A child that the core does not know yet is made known while its owners are open: it outlives one of them.
                handles[count] = resource.Known();
                kept[count++] = new Kept(resource, parent);
            }
        }
        scope.MarkClosed();
        while (count > 0 && scope.IsKnown)
        {
            int status;
            ulong owner = ulong.MaxValue;
            Leaks.Closing(scope.Handle, scope.Site);
            fixed (ulong* keep = handles)
            {
                status = count == 1
                    ? Native.tenure_scope_pop_one(scope.Handle, *keep, &owner)
                    : Native.tenure_scope_pop(scope.Handle, keep, (ulong)count);
            }
            if (status == 0)
            {
                Publish(kept[..count], scope, isCertain: owner == (parent?.Handle ?? 0));
                return null;
            }
            Exception error = Errors.From(status);
            int left = 0;
            for (int i = 0; i < count; i++)
            {
                if (!kept[i].Resource.IsReleased)
                {
                    handles[left] = handles[i];
                    kept[left++] = kept[i];
                }
            }
            if (left == count)
            {
                // None of them is to blame, so nothing can escape.
                return Close(scope) ?? (error is ClosedException ? null : error);
            }
            // Some were closed, in the body or by another thread: the others still escape.
            count = left;
        }
        return Close(scope);
    }

    /// <summary>Releases what <paramref name="scope"/> owns but <paramref name="kept"/>, which it owns itself then.</summary>
    internal static void Empty(Scope scope, ReadOnlySpan<NativeResource> kept) =>
        Move(kept, scope, &Native.tenure_scope_close_all_but, scope.Known());

    /// <summary>Leaves one level of a workspace; what of <paramref name="kept"/> lies below it goes where the core says, if a cycle
    /// ends.</summary>
    internal static void Leave(Workspace workspace, ReadOnlySpan<NativeResource> kept) =>
        Move(kept, workspace.Exit, &Native.tenure_workspace_leave, workspace.Handle);

    private static void Move(
        ReadOnlySpan<NativeResource> kept, Scope? expected, delegate*<ulong, ulong*, ulong, int> core, ulong scope)
    {
        var moving = new Kept[kept.Length];
        ulong[] handles = new ulong[kept.Length];
        for (int i = 0; i < moving.Length; i++)
        {
            handles[i] = kept[i].Known();
            moving[i] = new Kept(kept[i], expected);
        }
        int status, since = 0;
        fixed (ulong* keep = handles)
        {
            do
            {
                status = core(scope, keep, (ulong)handles.Length);
            }
            while (Pressure.Retry(status, ref since));
        }
        Errors.Check(status);
        Publish(moving, from: null, isCertain: false);
    }

    /// <summary>The hints of those that the core has moved. What was in <paramref name="from"/> was.</summary>
    private static void Publish(ReadOnlySpan<Kept> kept, Scope? from, bool isCertain)
    {
        foreach (Kept one in kept)
        {
            if (from is not null && (one.Before == from || Places.Only(one.Before) == from) || one.HasMoved)
            {
                Publish(one.Resource, one.Before, one.Home, isCertain && one.Before == from);
                (one.Resource as Scope)?.Moved(one.Before);
            }
        }
        Pressure.AfterUnowned();
    }

    /// <summary>One that may move: its hint, and what that will be if it does.</summary>
    private readonly struct Kept(NativeResource resource, Scope? expected)
    {
        internal readonly NativeResource Resource = resource;
        internal readonly object? Before = resource.Holder;
        internal readonly Places Home = Moves.Home(expected, resource);

        /// <summary>Whether its owner is none of those that its hint named before.</summary>
        internal bool HasMoved
        {
            get
            {
                object? before = Before;
                return Owner.TryNumber(Resource, out ulong owner) && (owner == 0
                    ? !Places.IsNobodys(before) && Places.BackstopOf(before) is null
                    : Places.Scopes(before).All(scope => scope.Handle != owner));
            }
        }
    }
}
