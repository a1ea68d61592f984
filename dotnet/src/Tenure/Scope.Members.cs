// What a scope owns, and moving things into and out of it.

using Tenure.Interop;

namespace Tenure;

public unsafe partial class Scope
{
    /// <summary>What this scope owns itself, oldest first. Scopes that never owned anything are not among them.</summary>
    /// <exception cref="ClosedException">The scope is closed.</exception>
    public IReadOnlyList<Member> Members
    {
        get
        {
            ulong scope = Known();
            string rows = NativeText.Read((buffer, room, needed) => Native.tenure_scope_dump(scope, Rows.Format, buffer, room, needed));
            GC.KeepAlive(this);
            return [.. Rows.Of(rows).Select(row => new Member(row, this))];
        }
    }

    /// <summary>Moves <paramref name="resource"/>, of this scope or of one below it, from the scope that owns it to that one's
    /// parent, and returns it. What nobody owns stays so.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it: <see cref="Ownership.MoveToOuterScope{T}"/> asks for
    /// none.</exception>
    /// <inheritdoc cref="Ownership.MoveToOuterScope{T}"/>
    public T Keep<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.MoveToOuterScope();
    }

    /// <summary>Moves <paramref name="resource"/> to the parent of this scope, and returns it; without a parent it becomes
    /// unowned. As DJL's <c>ret</c>, for the result of a method that works in a scope of its own.</summary>
    /// <exception cref="ClosedException">The resource or this scope is closed.</exception>
    /// <exception cref="ScopeException">The parent takes no members; the resource stays where it was.</exception>
    public T Ret<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Beside(resource, this);
        return resource;
    }

    /// <summary>Moves <paramref name="resource"/> to this scope, and returns it: <see cref="Ownership.MoveTo{T}"/>, by the name
    /// that it has in DJL.</summary>
    /// <inheritdoc cref="Ownership.MoveTo{T}"/>
    public T Attach<T>(T resource) where T : NativeResource => resource.MoveTo(this);

    /// <summary>Borrows <paramref name="resource"/>: when this scope closes, it goes back to its owner, in its old place. If that
    /// has closed by then, it is released; what nobody owned is unowned again. Returns it.</summary>
    /// <remarks>Moving it elsewhere or disposing it ends the loan. What this scope owns already stays what it is. Loans of
    /// loans go back one by one, in whatever order the borrowers close.</remarks>
    /// <exception cref="ClosedException">The resource is closed.</exception>
    /// <exception cref="ScopeException">This scope is closed or takes no members; the resource stays where it was.</exception>
    /// <exception cref="NativeMemoryException">It would exceed a limit of this scope; it stays where it was.</exception>
    public T TempAttach<T>(T resource) where T : NativeResource
    {
        ArgumentNullException.ThrowIfNull(resource);
        Moves.Lend(resource, this);
        return resource;
    }

    /// <summary>Makes <paramref name="resource"/>, of this scope or of one below it, unowned, and returns it.</summary>
    /// <exception cref="InvalidArgumentException">Another scope owns it: <see cref="Ownership.DetachFromScope{T}"/> asks for
    /// none.</exception>
    /// <inheritdoc cref="Ownership.DetachFromScope{T}"/>
    public T Detach<T>(T resource) where T : NativeResource
    {
        CheckOwns(resource);
        return resource.DetachFromScope();
    }

    /// <summary>Releases all that this scope owns but <paramref name="keep"/>, and stays open. What of them a scope below owns
    /// moves here; what is owned elsewhere stays there.</summary>
    /// <exception cref="ClosedException">This scope or one of <paramref name="keep"/> is closed; nothing was released.</exception>
    /// <exception cref="AggregateException">Several of the foreign resources (<see cref="Own{T}"/>) threw when they were
    /// disposed. All else was released; of a single one the exception itself comes out.</exception>
    public void CloseAllBut(params ReadOnlySpan<IDisposable> keep)
    {
        foreach (IDisposable resource in keep)
        {
            ArgumentNullException.ThrowIfNull(resource, nameof(keep));
        }
        NativeResource[] native = [.. keep.ToArray().OfType<NativeResource>()];
        // What will be refused is refused before anything is disposed.
        _ = Scope;
        Array.ForEach(native, one => _ = one.Scope);
        List<Exception>? errors = EmptyForeign(keep.ToArray());
        Moves.Empty(this, native);
        EmptyLateForeign(ref errors);
        Throw(errors);
    }

    private void CheckOwns(NativeResource resource)
    {
        ArgumentNullException.ThrowIfNull(resource);
        int status = Native.tenure_scope_check_owns(Known(), resource.Known());
        GC.KeepAlive(this);
        GC.KeepAlive(resource);
        Errors.Check(status);
    }
}
