package dev.tenure;

import java.util.List;

/** What a scope owns, and how that comes and goes; {@link Scope} inherits it. */
abstract sealed class ScopeMembers extends ScopeArrays permits ScopeReport {
    ScopeMembers(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * Moves {@code resource} from the scope that owns it to that scope's parent; to nobody if that has none. The
     * same as {@link NativeResource#moveToOuterScope()}.
     *
     * @param <R> what it is
     * @param resource what to keep
     * @return {@code resource}
     * @throws ScopeException if the parent is closing or capped; {@code resource} then stays where it was
     * @throws ClosedException if it is closed
     */
    public <R extends NativeResource> R keep(R resource) {
        resource.moveToOuterScope();
        return resource;
    }

    /**
     * Moves {@code resource} here, from wherever it is.
     *
     * @param <R> what it is
     * @param resource what to own from now on
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of this scope; it then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    public <R extends NativeResource> R attach(R resource) {
        resource.moveTo((Scope) this);
        return resource;
    }

    /**
     * Borrows {@code resource}: when this scope closes, it goes back to where it was, in its old place, or to nobody if
     * nobody owned it. If its origin is closed by then it is freed. What is here already stays what it is.
     *
     * <p>Loans may be lent on; however the scopes close, it goes back to the last of them that is open. Moving it in any
     * other way, or closing it, ends the loan.
     *
     * @param <R> what it is
     * @param resource what to own for a while
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of this scope; it then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    public <R extends NativeResource> R tempAttach(R resource) {
        Moves.lend(resource, (Scope) this);
        return resource;
    }

    /**
     * Moves {@code resource} to the parent of this scope, to nobody if it has none: as DJL's {@code ret}, for the result
     * of a method that works in a scope of its own.
     *
     * @param <R> what it is
     * @param resource what to return
     * @return {@code resource}
     * @throws ScopeException if the parent is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of the parent; it then stays where it was
     * @throws ClosedException if {@code resource} or this scope is closed
     */
    public <R extends NativeResource> R ret(R resource) {
        Scope self = (Scope) this;
        Moves.outOf(resource, () -> self, () -> Native.scopeRet(handle(), resource.handle()));
        Use.done(this);
        return resource;
    }

    /**
     * Takes {@code resource} out of the scope that owns it. The same as {@link NativeResource#detachFromScope()}.
     *
     * @param <R> what it is
     * @param resource what nobody is to own
     * @return {@code resource}
     * @throws ClosedException if it is closed
     */
    public <R extends NativeResource> R detach(R resource) {
        resource.detachFromScope();
        return resource;
    }

    /**
     * Closes all that this scope owns but {@code resources}, scopes below it included; itself it stays open. Those of
     * {@code resources} that a scope below it owns move here; those that are owned elsewhere stay there. What it was
     * given by {@link Scope#own} it closes first, and what is on loan here goes back.
     *
     * @param resources what stays
     * @throws ClosedException if this scope or one of {@code resources} is closed; then nothing native has changed
     */
    public void closeAllBut(NativeResource... resources) {
        closeForeign(false, List.of(resources)::contains, () -> {
            long[] handles = Use.handles(resources); // those of scopes that are born for it
            Call.change(() -> Turn.alone(() -> emptyNow(resources, handles)));
        });
        for (NativeResource resource : resources) {
            resource.late();
        }
        Use.done(this, resources);
    }

    private void emptyNow(NativeResource[] kept, long[] handles) {
        boolean[] mine = new boolean[kept.length];
        for (int i = 0; i < kept.length; i++) {
            mine[i] = kept[i].isBelow(this);
        }
        era().whileEnding(() -> Native.scopeCloseAllBut(handle(), handles));
        Era over = nextEra();
        for (int i = 0; i < kept.length; i++) {
            if (mine[i]) {
                kept[i].placed(kept[i].home((Scope) this));
            }
        }
        endEra(over);
    }

    /**
     * From here on this scope takes no further members, but scopes below it: what tries to join it throws. What it owns
     * stays, and what was lent comes back.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope cap() {
        Native.scopeSetCapped(handle(), true);
        Use.done(this);
        return (Scope) this;
    }

    /**
     * Takes members again.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope uncap() {
        Native.scopeSetCapped(handle(), false);
        Use.done(this);
        return (Scope) this;
    }

    /**
     * Whether it takes no further members.
     *
     * @return true between {@link #cap()} and {@link #uncap()}
     * @throws ClosedException if it is closed
     */
    public boolean isCapped() {
        return Use.value(Native.scopeIsCapped(handle()), this);
    }

    /**
     * Limits the bytes that this scope and all below it may hold, each storage counted once. What would pass that is a
     * {@link NativeMemoryException} that names this scope, and changes nothing. What is held already stays.
     *
     * @param bytes at most; 0 for no limit
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope limit(long bytes) {
        Native.scopeSetLimit(handle(), bytes);
        Use.done(this);
        return (Scope) this;
    }
}
