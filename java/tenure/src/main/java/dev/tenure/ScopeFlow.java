package dev.tenure;

/**
 * A flow of control with its own current scopes, for frameworks that continue one flow on several
 * threads: coroutines, fibers, reactive chains. The framework makes the flow current on the thread
 * that continues it, and restores the previous flow of that thread when it is suspended:
 *
 * <pre>{@code
 * ScopeFlow before = ScopeFlow.current(); // the thread's flow
 * flow.makeCurrent();
 * try {
 *     step(); // may open scopes and close them in a later step
 * } finally {
 *     before.makeCurrent();
 * }
 * }</pre>
 *
 * <p>A flow runs on one thread at a time, and each step happens before the next; the framework
 * ensures both. To run code with only one scope current, {@link Scope#run(Runnable)} is enough. A
 * flow owns nothing, but it keeps its scopes reachable.
 */
public final class ScopeFlow {
    // The current scope of a running flow is written only here. So if the flow continues on another
    // thread before this one has left it, that thread sees everything that the flow has done.
    private final Object[] cell;

    private ScopeFlow(Object[] cell) {
        this.cell = cell;
    }

    /**
     * Returns the flow that this thread runs: the one that was made current, or else the thread's
     * own.
     *
     * @return the flow; it reflects later changes
     */
    public static ScopeFlow current() {
        return new ScopeFlow(Current.cell());
    }

    /**
     * Makes a new flow with the same current scopes; from then on the two are independent.
     *
     * @return the flow
     */
    public ScopeFlow fork() {
        return new ScopeFlow(Current.cellOf(cell[0]));
    }

    /** Makes this thread run this flow instead of its present one. */
    public void makeCurrent() {
        Current.run(cell);
    }
}
