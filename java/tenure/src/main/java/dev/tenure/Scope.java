package dev.tenure;

import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Supplier;

/**
 * Owns what is created while it is open, and frees all of it when it closes.
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor mean = Tensor.randn(1000, 3).mean(0); // the 1000 x 3 numbers and their mean belong to s
 *     System.out.println(mean);
 * } // both are freed here
 * }</pre>
 *
 * <p>Scopes nest. Each opened inside another is its child, and goes with it. A result that must outlive its scope moves
 * to the next one out:
 *
 * <pre>{@code
 * try (Scope training = Scope.open()) {
 *     Tensor best = null;
 *     for (int epoch = 0; epoch < 10; epoch++) {
 *         try (Scope s = Scope.open()) {
 *             best = evaluate().moveToOuterScope(); // lives until training closes
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>or is returned from the body of {@link #using(Supplier)}, which does the same with everything the value holds:
 *
 * <pre>{@code
 * Tensor normal = Scope.using(() -> {
 *     Tensor x = load();
 *     return x.sub(x.mean()).div(10); // the steps between are freed, the result is not
 * });
 * }</pre>
 *
 * <p>A scope is <em>current</em> on the thread that opened it until it closes. To own things from elsewhere, or of
 * another thread, make one with {@link #create()}, which is current nowhere, and hand it work with
 * {@link #run(Runnable)}, or give it tensors with {@link #attach(NativeResource)}.
 *
 * <p>{@link #close()} may be called on any thread, in any order, and any number of times. A closed scope is never
 * current: the nearest open one further out is. A scope that is forgotten and unreachable, with all that it owns, is
 * closed by the garbage collector.
 */
public final class Scope extends NativeResource {
    private Backstop.Entry entry;
    private volatile boolean closed;

    Scope(long handle, Scope parent) {
        super(handle, parent);
    }

    private static Scope below(Scope parent) {
        Scope scope = new Scope(Native.scopePush(Current.handle(parent)), parent);
        scope.entry = Backstop.watch(scope);
        Reference.reachabilityFence(parent);
        return scope;
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @return the scope, to be closed
     */
    public static Scope open() {
        Scope scope = below(Current.scope());
        Current.enter(scope);
        return scope;
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @return the scope, to be closed
     */
    public static Scope create() {
        return below(null);
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child() {
        return below(this);
    }

    /**
     * Runs {@code body} in a scope of its own.
     *
     * @param body what to run; what it throws passes on, after the scope has closed
     */
    public static void using(Runnable body) {
        Scope scope = open();
        try {
            body.run();
        } finally {
            scope.close();
        }
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value. What can be reached from the value moves to the
     * parent: tensors, scopes, tapes and optimizers that the scope or one below it owns, in arrays, {@link Iterable}s,
     * {@link java.util.Map}s, {@link java.util.Map.Entry}s, {@link java.util.Optional}s and records, nested in any way.
     *
     * @param <T> what the body returns
     * @param body what to run; what it throws passes on, after the scope has closed
     * @return what the body returned
     */
    public static <T> T using(Supplier<? extends T> body) {
        Scope scope = open();
        try {
            T value = body.get();
            scope.closeKeeping(Escape.resourcesIn(value));
            return value;
        } finally {
            scope.close();
        }
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param body what to run
     * @throws ScopeException if this scope is closed
     */
    public void run(Runnable body) {
        if (!isOpen()) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it runs nothing");
        }
        Current.Frame before = Current.enter(this);
        try {
            body.run();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Moves {@code resource} from the scope that owns it to that scope's parent; to nobody if that has none. The
     * same as
     * {@link Tensor#moveToOuterScope()}.
     *
     * @param <R> what it is
     * @param resource what to keep
     * @return {@code resource}
     * @throws ClosedException if it is closed
     */
    public <R extends NativeResource> R keep(R resource) {
        resource.keep();
        return resource;
    }

    /**
     * Moves {@code resource} here, from wherever it is.
     *
     * @param <R> what it is
     * @param resource what to own from now on
     * @return {@code resource}
     * @throws ScopeException if this scope is closed; {@code resource} then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    public <R extends NativeResource> R attach(R resource) {
        Native.scopeAttach(handle, resource.handle);
        resource.moved(this);
        Reference.reachabilityFence(this);
        return resource;
    }

    /**
     * Moves this scope, with all that it owns, to the parent of its parent. Without a parent nothing changes.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope moveToOuterScope() {
        keep();
        return this;
    }

    /**
     * Takes this scope, with all that it owns, out of its parent, which then no longer closes it.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    public Scope detachFromScope() {
        detach();
        return this;
    }

    /**
     * What this scope and all below it own.
     *
     * @return a picture of this moment
     * @throws ClosedException if it is closed
     */
    public ScopeStats stats() {
        long[] s = new long[8];
        Native.scopeStats(handle, s);
        Reference.reachabilityFence(this);
        return new ScopeStats(s[0], s[1], s[2], s[3]);
    }

    /** Frees all that this scope and those below it own. The second time nothing happens. Never throws. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            dispose();
            if (entry != null) {
                Backstop.forget(entry);
            }
            Current.left();
        }
    }

    /** Closes; what of {@code resources} this scope or one below it owns goes to the parent. */
    private void closeKeeping(List<NativeResource> resources) {
        Scope parent = scope();
        List<NativeResource> escaping = resources;
        while (!escaping.isEmpty()) {
            escaping = escaping.stream().filter(r -> r != this && r.isBelow(this) && !r.isClosed()).toList();
            try {
                Native.scopePop(handle, escaping.stream().mapToLong(r -> r.handle).toArray());
                break;
            } catch (ClosedException e) {
                // The body closed this scope, and with it what it owned; or another thread closed one of the others
                // just now, and the rest is tried again.
                if (isClosed()) {
                    return;
                }
            }
        }
        for (NativeResource resource : escaping) {
            resource.moved(parent);
        }
        close();
    }

    /** Whether neither this nor a scope above it has been closed. */
    boolean isOpen() {
        for (Scope scope = this; scope != null; scope = scope.scope()) {
            if (scope.closed) {
                return false;
            }
        }
        return true;
    }

    @Override
    void dispose() {
        Native.scopeClose(handle);
    }

    /** A scope keeps its entry when it is moved. */
    @Override
    void moved(Scope parent) {
        owner = parent;
    }

    /** {@code Scope(open)} or {@code Scope(closed)}. */
    @Override
    public String toString() {
        return isOpen() ? "Scope(open)" : "Scope(closed)";
    }
}
