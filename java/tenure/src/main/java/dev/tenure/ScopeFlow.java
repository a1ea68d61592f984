package dev.tenure;

/**
 * Which scopes are current in a flow of control, for frameworks that continue one flow on several threads: coroutines,
 * fibers, reactive chains. Whoever continues a flow makes its scopes current on the thread that it continues on, and
 * brings back what was current there when the flow is suspended:
 *
 * <pre>{@code
 * ScopeFlow before = ScopeFlow.current(); // of the thread
 * flow.makeCurrent();
 * try {
 *     step();
 * } finally {
 *     flow = ScopeFlow.current(); // the step may have opened scopes, or closed some
 *     before.makeCurrent();
 * }
 * }</pre>
 *
 * <p>To run code with one scope current, {@link Scope#run(Runnable)} is enough. An instance never changes, owns nothing,
 * and keeps its scopes reachable.
 */
public final class ScopeFlow {
    private final Object top;

    private ScopeFlow(Object top) {
        this.top = top;
    }

    /**
     * What is current on this thread: the innermost scope with those that it was opened in.
     *
     * @return a snapshot, which may be used on any thread
     */
    public static ScopeFlow current() {
        return new ScopeFlow(Current.cell()[0]);
    }

    /**
     * Makes exactly these scopes current on this thread, in place of those that were. A scope that has closed meanwhile
     * is passed over, as ever: the nearest open one further out is current.
     */
    public void makeCurrent() {
        Current.restore(top);
    }

    /** Whether both are the same scopes, entered at the same places. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ScopeFlow flow && flow.top == top;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(top);
    }
}
