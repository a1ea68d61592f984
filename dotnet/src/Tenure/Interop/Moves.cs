// Moving a resource to another owner: first the core moves it, then the wrapper's hint is updated
// (see Places.cs).
//
// Invariant: when the last move of a resource returns, its hint contains the scope that owns it.
// There is no lock. A mover reads the hint, calls the core, and then replaces the hint it has read
// by a new object, with a compare-and-exchange. If the hint has changed meanwhile, another thread
// has moved the resource too, and the mover adds its scope to the new hint. So the scope of the
// last move in the core stays in the hint: another mover could only remove it after having read it
// before its own move, and that move would then be the last. An extra scope in a hint is harmless.
// If the core chooses the target, the mover asks it afterwards, and if the target is not the
// expected one, it restores the old hint. A backstop is armed when it is published, and disarmed by
// the mover that removes it from the hint. Managed objects are allocated before the core is called,
// because a move in the core cannot be undone.

namespace Tenure.Interop;

internal static unsafe class Moves
{
    /// <summary>Moves the resource to the parent of the scope that owns it; unowned if there is
    /// none.</summary>
    internal static void ToOuter(NativeResource resource) => Move(resource, resource.OwnerScope?.Exit, &Keep, 0, isCertain: false);

    /// <summary>Moves the resource to the parent of <paramref name="scope"/>; unowned if there is
    /// none.</summary>
    internal static void Beside(NativeResource resource, Scope scope)
    {
        Move(resource, scope.Exit, &Native.tenure_scope_ret, scope.Known(), isCertain: false);
        GC.KeepAlive(scope);
    }

    /// <summary>Moves the resource to <paramref name="scope"/>.</summary>
    internal static void To(NativeResource resource, Scope scope)
    {
        // The same as Move, but with a direct call, because loops use this move.
        ulong handle = resource.Known(), target = scope.Known();
        object? before = resource.Holder;
        Places home = Home(scope, resource);
        int status, since = 0;
        do
        {
            status = Native.tenure_scope_attach(target, handle);
        }
        while (Pressure.Retry(status, ref since));
        Errors.Check(status);
        Publish(resource, before, home, isCertain: true);
        resource.Settle(before);
    }

    /// <summary>Makes the resource unowned.</summary>
    internal static void Detach(NativeResource resource) => Move(resource, null, &Detach, 0, isCertain: true);

    /// <summary>Lends the resource to <paramref name="scope"/> until that closes.</summary>
    internal static void Lend(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), target = scope.Known();
        object? there = resource.Holder;
        // The backstop of an unowned resource stays armed: it can become unreachable while it is
        // lent.
        object lent = Places.Lent(scope, there);
        Errors.Check(Persist(&Native.tenure_scope_temp_attach, target, handle));
        while (Interlocked.CompareExchange(ref resource.Holder, lent, there) != there)
        {
            there = Volatile.Read(ref resource.Holder);
            lent = Places.Lent(scope, there);
        }
        resource.Settle(null);
    }

    /// <summary>Closes the scope and returns an error instead of throwing it. It is not an error if
    /// the scope was closed already.</summary>
    internal static Exception? Close(Scope scope)
    {
        if (!scope.IsKnown)
        {
            return null;
        }
        Leaks.Closing(scope.Handle, scope.Site);
        int status = Native.tenure_scope_close(scope.Handle);
        return status is 0 or (int)Status.InvalidHandle ? null : Errors.From(status);
    }

    /// <summary>Moves the resource to <paramref name="expected"/>. If not
    /// <paramref name="isCertain"/>, the core may choose another target.</summary>
    private static void Move(
        NativeResource resource, Scope? expected, delegate*<ulong, ulong, int> core, ulong scope, bool isCertain)
    {
        ulong handle = resource.Known();
        object? before = resource.Holder;
        Places home = Home(expected, resource);
        Errors.Check(Persist(core, scope, handle));
        Publish(resource, before, home, isCertain);
        resource.Settle(before);
    }

    private static int Keep(ulong scope, ulong handle) => Native.tenure_scope_keep(handle);

    private static int Detach(ulong scope, ulong handle) => Native.tenure_scope_detach(handle);

    /// <summary>Calls the core, and retries after the collector has freed memory if memory was
    /// refused.</summary>
    private static int Persist(delegate*<ulong, ulong, int> core, ulong scope, ulong handle)
    {
        int status, since = 0;
        do
        {
            status = core(scope, handle);
        }
        while (Pressure.Retry(status, ref since));
        return status;
    }

    /// <summary>Returns the hint for <paramref name="resource"/> when <paramref name="scope"/> owns
    /// it. A backstop in it is not armed yet.</summary>
    private static Places Home(Scope? scope, NativeResource resource) =>
        new(scope, scope is null or { ReclaimsEarly: true } ? resource.NewBackstop() : null);

    /// <summary>Replaces the hint <paramref name="before"/>, read before the move, by
    /// <paramref name="home"/>, after the core has moved the resource. If the target is not
    /// <paramref name="isCertain"/>, the core is asked. If the core has not moved the resource,
    /// another thread may have lent it without having updated the hint yet; it then returns to a
    /// scope of <paramref name="before"/>, which is therefore kept.</summary>
    private static void Publish(NativeResource resource, object? before, Places home, bool isCertain)
    {
        (home.Next as Backstop)?.Arm(resource.Handle);
        bool isThere = Interlocked.CompareExchange(ref resource.Holder, home, before) == before;
        if (isThere && (isCertain || Owner.IsForGood(resource, home.Scope?.Handle ?? 0)))
        {
            Places.BackstopOf(before)?.Disarm(resource.Handle);
        }
        else
        {
            Add(resource, isThere ? before : home, home.Scope);
        }
        GC.KeepAlive(home);
    }

    /// <summary>Publishes all scopes that may own the resource, because another thread has moved it
    /// too, or the core has chosen another target. The hint <paramref name="lost"/> is not
    /// published anywhere and is added.</summary>
    private static void Add(NativeResource resource, object? lost, Scope? expected)
    {
        Backstop? spare = Places.BackstopOf(lost);
        while (Owner.TryNumber(resource, out ulong owner))
        {
            object? there = Volatile.Read(ref resource.Holder);
            Scope? named = owner == 0 ? null : ScopeTable.Of(owner);
            Backstop? guard = null, old = Places.BackstopOf(there);
            if (owner == 0 || (named is { ReclaimsEarly: true } && resource is not Scope))
            {
                guard = old ?? (spare ??= Armed(resource));
            }
            else if (!Owner.IsForGood(resource, owner))
            {
                guard = old ?? spare; // it may be a loan of an unowned resource
            }
            // For a member of a closing scope the core reports no owner. So closed scopes are left
            // out only if the core names an owner.
            IEnumerable<Scope> scopes = new object?[] { named, expected, there, lost }.SelectMany(Places.Scopes);
            object? all = Places.Of(scopes.Where(scope => owner == 0 || !scope.HasClosed), guard);
            if (Interlocked.CompareExchange(ref resource.Holder, all, there) != there)
            {
                continue;
            }
            Disarm(old, guard, resource);
            Disarm(spare, guard, resource);
            if (Owner.TryNumber(resource, out ulong now) && now == owner)
            {
                return;
            }
            // All scopes are in the hint now, and other threads may have removed them since.
            lost = spare = null;
        }
        Disarm(spare, null, resource);
    }

    private static Backstop? Armed(NativeResource resource)
    {
        Backstop? backstop = resource.NewBackstop();
        backstop?.Arm(resource.Handle);
        return backstop;
    }

    private static void Disarm(Backstop? backstop, Backstop? guard, NativeResource resource)
    {
        if (backstop != guard)
        {
            backstop?.Disarm(resource.Handle);
        }
    }

    // Moving several resources at once.
    // Invariant: the core decides which of them are owned below a scope, and where those move. The
    // hints of the others do not change.

    private const int Few = 16;

    /// <summary>Closes <paramref name="scope"/>. Resources of <paramref name="reachable"/> that it
    /// owns, directly or through its children, move to its parent, in the same call into the core.
    /// An error is returned; the scope is closed in any case.</summary>
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
                // A child that does not exist in the core yet is created while its owners are open,
                // because it outlives one of them.
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
                // No closed resource caused the error, so nothing can escape.
                return Close(scope) ?? (error is ClosedException ? null : error);
            }
            // Some were closed, by the body or by another thread; the others still escape.
            count = left;
        }
        return Close(scope);
    }

    /// <summary>Releases the members of <paramref name="scope"/> except <paramref name="kept"/>,
    /// which it then owns directly.</summary>
    internal static void Empty(Scope scope, ReadOnlySpan<NativeResource> kept) =>
        Move(kept, scope, &Native.tenure_scope_close_all_but, scope.Known());

    /// <summary>Leaves one level of a workspace. If this ends a cycle, resources of
    /// <paramref name="kept"/> that it owns, directly or through scopes below it, move to the scope
    /// that the core chooses.</summary>
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

    /// <summary>Updates the hints of the resources that the core has moved. Resources of
    /// <paramref name="from"/> certainly were.</summary>
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

    /// <summary>A resource that may move: its hint, and its new hint if it does.</summary>
    private readonly struct Kept(NativeResource resource, Scope? expected)
    {
        internal readonly NativeResource Resource = resource;
        internal readonly object? Before = resource.Holder;
        internal readonly Places Home = Moves.Home(expected, resource);

        /// <summary>Whether its owner is not among the scopes that its hint named before.</summary>
        internal bool HasMoved
        {
            get
            {
                object? before = Before;
                return Owner.TryNumber(Resource, out ulong owner) && (owner == 0
                    ? !Places.IsUnowned(before) && Places.BackstopOf(before) is null
                    : Places.Scopes(before).All(scope => scope.Handle != owner));
            }
        }
    }
}
