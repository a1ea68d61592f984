package dev.tenure;

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
public final class Scope extends ScopeMembers {
    Scope(long number, Scope parent) {
        super(number, parent, false);
    }

    private Scope(Scope parent, boolean reclaimEarly) {
        super(0, parent, reclaimEarly);
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @return the scope, to be closed
     */
    public static Scope open() {
        Scope scope = new Scope(Current.scope(), false);
        Current.enter(scope);
        return scope;
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @return the scope, to be closed
     */
    public static Scope create() {
        return new Scope(null, false);
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child() {
        mustBeOpen();
        return new Scope(this, false);
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
        mustBeOpen();
        Current.Frame before = Current.enter(this);
        try {
            body.run();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Moves this scope, with all that it owns, to the parent of its parent. Without a parent nothing changes.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    @Override
    public Scope moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Scope moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    /**
     * Takes this scope, with all that it owns, out of its parent, which then no longer closes it.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    @Override
    public Scope detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** Frees all that this scope and those below it own. The second time nothing happens. Never throws. */
    @Override
    public void close() {
        if (end(false)) {
            Current.left();
        }
    }

    /** Runs and opens nothing when it is closed. */
    private void mustBeOpen() {
        if (!isOpen()) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it runs nothing");
        }
    }

    /** {@code Scope(open)} or {@code Scope(closed)}. */
    @Override
    public String toString() {
        return isOpen() ? "Scope(open)" : "Scope(closed)";
    }
}
