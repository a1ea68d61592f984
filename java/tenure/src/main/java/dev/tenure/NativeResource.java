package dev.tenure;

import java.lang.ref.Reference;

/**
 * Something native that a {@link Scope} can own: a tensor, a tape, an optimizer, a scope.
 *
 * <p>It belongs to one scope, or to nobody. Then {@link #close()} frees it, and if that is forgotten the garbage
 * collector does in its own time. Closing is never needed inside a scope; it frees the memory early.
 *
 * <p>All methods of this package may be called from any thread. Closing something on one thread while another uses
 * it is
 * safe: the other call finishes, or throws {@link ClosedException}.
 */
public abstract sealed class NativeResource implements AutoCloseable permits TensorFactory, Scope, Tape, Sgd {
    // A tensor is this and nothing more, 24 bytes. `owner` is the Scope that owns it, which keeps that reachable; or
    // the
    // backstop's entry when nobody owns it; or null when it was closed. It is plain: whatever a thread reads there, the
    // handle decides in the core what is valid.
    final long handle;
    Object owner;

    NativeResource(long handle, Object owner) {
        this.handle = handle;
        this.owner = owner;
    }

    /** Makes a new handle's wrapper a member of {@code scope}, in which the core has put it, or registers it. */
    static <R extends NativeResource> R owned(R fresh, Scope scope) {
        if (scope != null) {
            fresh.owner = scope;
        } else {
            Backstop.adopt(fresh);
        }
        return fresh;
    }

    /** The scope that owns this, null if none. */
    final Scope scope() {
        return owner instanceof Scope scope ? scope : null;
    }

    /** Whether {@code scope}, or a scope below it, owns this. */
    final boolean isBelow(Scope scope) {
        Scope above = scope();
        while (above != null && above != scope) {
            above = above.scope();
        }
        return above != null;
    }

    /** The core has moved this to {@code scope}, or to nobody. */
    void moved(Scope scope) {
        Object before = owner;
        owned(this, scope);
        if (before instanceof Backstop.Entry entry) {
            Backstop.forget(entry);
        }
    }

    /**
     * Frees this at once. The second time, and after its scope has closed, nothing happens. Never throws.
     */
    @Override
    public void close() {
        Object before = owner;
        owner = null;
        dispose();
        if (before instanceof Backstop.Entry entry) {
            Backstop.forget(entry);
        }
    }

    /** Releases the handle. */
    abstract void dispose();

    /**
     * Whether this has been closed, or its scope has.
     *
     * @return true when every use would throw {@link ClosedException}
     */
    public boolean isClosed() {
        boolean live = Native.isLive(handle);
        Reference.reachabilityFence(this);
        return !live;
    }

    /** Moves this to the parent of the scope that owns it; to nobody if that has none. */
    final void keep() {
        Scope from = scope();
        Native.scopeKeep(handle);
        if (from != null) {
            moved(from.scope());
        }
        Reference.reachabilityFence(this);
    }

    /** Takes this out of its scope. */
    final void detach() {
        Native.scopeDetach(handle);
        if (owner instanceof Scope) {
            moved(null);
        }
        Reference.reachabilityFence(this);
    }
}
