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
 * <p>A scope that nothing is made in costs next to nothing: the native library hears of a scope at its first use only.
 *
 * <p>A scope is <em>current</em> on the thread that opened it until it closes. To own things from elsewhere, or of
 * another thread, make one with {@link #create()}, which is current nowhere, and hand it work with
 * {@link #run(Runnable)}, or make tensors in it ({@link #zeros(long...)} and so on), or give it some with
 * {@link #attach(NativeResource)}.
 *
 * <p>{@link #close()} may be called on any thread, in any order, and any number of times. A closed scope is never
 * current: the nearest open one further out is. A scope that is forgotten and unreachable, with all that it owns, is
 * closed by the garbage collector.
 */
public sealed class Scope extends ScopeUsing permits WorkspaceReports, WorkspacePart {
    private static final Options PLAIN = options();

    /** For a number that the core knows, or does not: only a test makes that up. */
    Scope(long number, Scope parent) {
        super(parent, number, false);
    }

    private Scope(Scope parent, boolean reclaimEarly) {
        super(parent, 0, reclaimEarly);
    }

    private static Scope make(Scope parent, Options options) {
        Scope scope = new Scope(parent, options.reclaimEarly);
        if (options != PLAIN) {
            options.apply(scope);
        }
        Leaks.opened(scope);
        return scope;
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @return the scope, to be closed
     */
    public static Scope open() {
        return open(PLAIN);
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @param name for errors, dumps and leak reports
     * @return the scope, to be closed
     */
    public static Scope open(String name) {
        return open(options().name(name));
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @param options how it is to be
     * @return the scope, to be closed
     */
    public static Scope open(Options options) {
        Object[] cell = Current.cell();
        return Current.opened(cell, make(Current.scopeIn(cell), options));
    }

    /**
     * Opens a scope below the current one and makes it current on this thread. The memory of what is made in it, and in
     * scopes below it, is the pool's, whatever workspaces are entered.
     *
     * @return the scope, to be closed
     */
    public static Scope outOfWorkspaces() {
        Object[] cell = Current.cell();
        Scope scope = new Scope(Current.scopeIn(cell), false);
        scope.outside = true;
        Leaks.opened(scope);
        return Current.opened(cell, scope);
    }

    /** As {@link #open()}, for who closes it whatever happens, so that the collector need not. */
    static Scope openForBody() {
        Object[] cell = Current.cell();
        Scope scope = new Scope(Current.scopeIn(cell), false);
        // One that is parked may be collected with its stack, on which nothing is closed then.
        scope.unwatched = !WorkspaceRegistry.isVirtual(Thread.currentThread());
        Leaks.opened(scope);
        return Current.opened(cell, scope);
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @return the scope, to be closed
     */
    public static Scope create() {
        return make(null, PLAIN);
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @param options how it is to be
     * @return the scope, to be closed
     */
    public static Scope create(Options options) {
        return make(null, options);
    }

    /**
     * Makes a scope below another that is current nowhere.
     *
     * @param parent what it closes with at the latest; null for none
     * @return the scope, to be closed
     * @throws ScopeException if {@code parent} is closed
     */
    public static Scope create(Scope parent) {
        return parent == null ? create() : parent.child();
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child() {
        return child(PLAIN);
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @param name for errors, dumps and leak reports
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child(String name) {
        return child(options().name(name));
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @param options how it is to be
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child(Options options) {
        mustBeOpen();
        return make(this, options);
    }

    /**
     * How a scope is to be, for {@link #open(Options)} and its like.
     *
     * @return options that change nothing
     */
    public static Options options() {
        return new Options();
    }

    /** How a scope is to be. */
    public static final class Options {
        private String name;
        private long limit;
        private boolean measured;
        private boolean reclaimEarly;

        private Options() {}

        /**
         * Names it, for errors, dumps and leak reports.
         *
         * @param name any text
         * @return this
         */
        public Options name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Limits it, as {@link Scope#limit(long)} does.
         *
         * @param bytes at most; 0 for no limit
         * @return this
         */
        public Options limit(long bytes) {
            this.limit = bytes;
            return this;
        }

        /**
         * Keeps its peaks, as {@link Scope#measure()} does.
         *
         * @return this
         */
        public Options measured() {
            this.measured = true;
            return this;
        }

        /**
         * Lets the garbage collector free a member that is not reachable any more before the scope closes, as DJL does.
         * Each member then costs what one costs that nobody owns.
         *
         * @return this
         */
        public Options reclaimEarly() {
            this.reclaimEarly = true;
            return this;
        }

        private void apply(Scope scope) {
            if (name != null) {
                scope.name(name);
            }
            if (limit != 0) {
                scope.limit(limit);
            }
            if (measured) {
                scope.measure();
            }
        }
    }

    @Override
    public Scope name(String name) {
        super.name(name);
        return this;
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

    /**
     * Closes what it was given by {@link #own}, then frees all that this scope and those below it own. The second time
     * nothing happens. Throws only what closing the former throws, when all is done.
     */
    @Override
    public void close() {
        closeForGood();
    }

    /** What {@link #close()} does where that is not only leaving. */
    final void closeForGood() {
        if (!hasForeign()) {
            finish();
        }
        if (hasForeign()) {
            closeForeign(true, below -> false, this::finish);
        }
    }

    /** {@code Scope(open)} or {@code Scope(closed)}, with its name if it has one. */
    @Override
    public String toString() {
        String name = givenName();
        return "Scope(" + (name == null ? "" : "'" + name + "' ") + (isOpen() ? "open)" : "closed)");
    }
}
