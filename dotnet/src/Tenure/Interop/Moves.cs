// Moving a resource to another owner: the core moves it, then the wrapper's hint follows. See Places.cs for what that is.
//
// Invariant: when the last move of a resource returns, the scope that owns it is in its hint. There is no lock: what a mover
// publishes is an object of its own. It reads the hint, has the core move the resource, and exchanges what it has read for its
// object. If that is there no more, another has come between, and it adds its scope to what that said. So the word of who was
// last in the core stays: to take it away, another must have read it before it moved, and would have been later. A scope too
// many does no harm.
// A mover that lets the core choose where to asks it afterwards, and where that is elsewhere, puts back what it took out.
// A backstop is armed when it is published, and disarmed by the mover that takes it out of the hint. What needs managed memory
// is made before the core is called, since what that has done is not undone.

namespace Tenure.Interop;

internal static unsafe class Moves
{
    /// <summary>To the parent of the scope that owns it; unowned without one.</summary>
    internal static void ToOuter(NativeResource resource) => Move(resource, resource.OwnerScope?.Exit, &Keep, 0, isCertain: false);

    /// <summary>To the parent of <paramref name="scope"/>; unowned without one.</summary>
    internal static void Beside(NativeResource resource, Scope scope)
    {
        Move(resource, scope.Exit, &Native.tenure_scope_ret, scope.Known(), isCertain: false);
        GC.KeepAlive(scope);
    }

    /// <summary>To <paramref name="scope"/>.</summary>
    internal static void To(NativeResource resource, Scope scope)
    {
        // As Move, but called directly: this is the move that loops make.
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

    /// <summary>Out of its scope: unowned.</summary>
    internal static void Detach(NativeResource resource) => Move(resource, null, &Detach, 0, isCertain: true);

    /// <summary>To <paramref name="scope"/> until that closes.</summary>
    internal static void Lend(NativeResource resource, Scope scope)
    {
        ulong handle = resource.Known(), target = scope.Known();
        object? there = resource.Holder;
        // The backstop of what was unowned stays armed: lent or not, it may be forgotten.
        object lent = Places.Lent(scope, there);
        Errors.Check(Persist(&Native.tenure_scope_temp_attach, target, handle));
        while (Interlocked.CompareExchange(ref resource.Holder, lent, there) != there)
        {
            there = Volatile.Read(ref resource.Holder);
            lent = Places.Lent(scope, there);
        }
        resource.Settle(null);
    }

    /// <summary>Closes without exceptions. Closed already, with its parent, is closed.</summary>
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

    /// <summary>To <paramref name="expected"/>; <paramref name="isCertain"/>: the core has no choice.</summary>
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

    /// <summary>Again when memory is refused and the collector has freed some.</summary>
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

    /// <summary>What the hint of <paramref name="resource"/> will be when <paramref name="scope"/> owns it. A backstop in it is not
    /// armed yet.</summary>
    private static Places Home(Scope? scope, NativeResource resource) =>
        new(scope, scope is null or { ReclaimsEarly: true } ? resource.NewBackstop() : null);

    /// <summary>After the core has moved it: puts <paramref name="home"/> in the place of <paramref name="before"/>, which was there when
    /// the move began. Unless it <paramref name="isCertain"/> that it went there, the core is asked: if it has not moved it at all, another
    /// thread may have lent it there and not have said so yet, and then it goes back to what <paramref name="before"/> says.</summary>
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

    /// <summary>Publishes all scopes that may own it: another thread has moved it too, or the core knew better. What is
    /// <paramref name="lost"/> is in no hint, and is to be in this one.</summary>
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
                guard = old ?? spare; // nobody may have lent it
            }
            // Of a scope that is closing the core says as of none: what has closed is left out where it names another.
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
            // All of it is in the hint now, and others may have taken it out since.
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

    // What moves several resources at once.
    // Invariant: the core decides which of them lie below a scope, and where those go; the hints of the others stay as they are.

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
