package dev.tenure;

import dev.tenure.internal.Native;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
public abstract sealed class NativeResource implements AutoCloseable permits Tensor, ScopeNode, Tape, Sgd, Counter {
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(NativeResource.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What the core calls this, 0 until it has made it; of a scope {@link #handle()} knows it. */
    long handle;

    // A tensor is this and nothing more, 24 bytes. `owner` is a place, see Places: it keeps what may own this reachable, and
    // the core says who does. Null also when this was closed.
    Object owner;

    NativeResource(long handle, Object owner) {
        this.handle = handle;
        this.owner = owner;
    }

    /**
     * Makes {@code fresh} the wrapper of what {@code core} makes in {@code scope}, or registers it.
     * As of a tensor ({@link KeepAlive#fresh}) all that needs memory comes before the handle.
     */
    static <R extends NativeResource> R owned(R fresh, Scope scope, LongSupplier core) {
        Object home = fresh.home(scope);
        fresh.owner = home;
        long made = core.getAsLong();
        fresh.handle = made;
        if (home instanceof Backstop.Entry entry) {
            entry.handle = made;
        }
        VarHandle.releaseFence();
        Leaks.made(made);
        Reference.reachabilityFence(scope);
        return fresh;
    }

    /** What the core calls this. */
    long handle() {
        return handle;
    }

    /** The scope that owns this, null if none: where there is one place only, that; else the core is asked. */
    final Scope ownerHint() {
        Object now = owner;
        if (now instanceof Scope scope) {
            return scope;
        }
        return now instanceof Places ? Owners.last(this) : Places.first(now);
    }

    /** What is to be in {@code owner} of a member of {@code scope}, or of nobody. */
    Object home(Scope scope) {
        return scope != null && !scope.reclaimEarly ? scope : Backstop.watch(this, handle, scope);
    }

    /** Whether the collector is all that frees this, if nobody closes it. */
    final boolean isUnowned() {
        return owner == null || owner instanceof Backstop.Entry entry && entry.scope == null;
    }

    /** Says that {@code after} is where this is, unless another thread has come between. */
    final boolean isPlaced(Object before, Object after) {
        return OWNER.compareAndSet(this, before, after);
    }

    /** This was moved, from {@code before}; for what a scope has to tell others then. */
    void relink(Object before) {}

    /** This was moved, and all is said: where it went may have closed before it heard of it. */
    void late() {}

    /** This is not there any more: if the collector watched it there, that is over. */
    static void abandon(Object home) {
        Object place = home;
        while (place instanceof Places places) {
            place = places.next();
        }
        if (place instanceof Backstop.Entry entry) {
            Backstop.forget(entry);
        }
    }

    /**
     * Frees this at once. The second time, and after its scope has closed, nothing happens.
     *
     * <p>Closing what is native never throws. A {@link Scope} throws what closing a resource of the user throws, which it
     * was given by {@link Scope#own}, when all is closed; and a {@link Workspace} that is {@linkplain
     * dev.tenure.workspaces.WorkspaceConfig#strict() strict} refuses to be left while something holds its cycle.
     */
    @Override
    public void close() {
        Object before = owner;
        owner = null;
        Leaks.closing(handle);
        dispose();
        abandon(before);
    }

    /** Releases the handle. */
    abstract void dispose();

    /**
     * Whether this has been closed, or its scope has.
     *
     * @return true when every use would throw {@link ClosedException}
     */
    public boolean isClosed() {
        boolean live = Native.isLive(handle());
        Reference.reachabilityFence(this);
        return !live;
    }

    /**
     * A number that no other native resource of this process has, also when this is closed: what {@link Member#id()} and
     * {@link dev.tenure.reports.Leak#id()} call it.
     *
     * @return the number, always the same
     */
    public final long id() {
        return KeepAlive.value(handle(), this);
    }

    /**
     * Its name.
     *
     * @return as given; null if there is none
     * @throws ClosedException if this is closed
     */
    public @Nullable String name() {
        return KeepAlive.value(Native.handleName(handle), this);
    }

    /**
     * Names this, for errors, dumps and leak reports. What is used after it was closed says its name too.
     *
     * @param name any text; empty for none
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource name(String name) {
        Objects.requireNonNull(name, "name");
        Native.handleSetName(handle, name);
        KeepAlive.done(this);
        return this;
    }

    /**
     * The scope that owns this. Of a scope it is the parent.
     *
     * @return null if nobody owns it, and it is to be closed by whoever has it
     * @throws ClosedException if this is closed
     */
    public final @Nullable Scope scope() {
        return Owners.of(this);
    }

    /**
     * Moves this to the parent of the scope that owns it; to nobody if that has none, and then it is to be closed, or
     * left to the garbage collector. What nobody owns stays so.
     *
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource moveToOuterScope() {
        Owners.outOf(this, this::scope, () -> Native.scopeKeep(handle()));
        return this;
    }

    /**
     * Moves this to {@code scope}, from wherever it is.
     *
     * @param scope its owner from now on
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    public NativeResource moveTo(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        Owners.to(this, scope);
        return this;
    }

    /**
     * Takes this out of its scope: nobody owns it then, and it is to be closed, or left to the garbage collector.
     *
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource detachFromScope() {
        Owners.outOf(this, () -> null, () -> Native.scopeDetach(handle()));
        return this;
    }
}
