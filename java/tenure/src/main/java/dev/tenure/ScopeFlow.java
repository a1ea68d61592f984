package dev.tenure;

/**
 * A flow of control with its current scopes, for frameworks that continue one flow on several threads: coroutines, fibers,
 * reactive chains. Whoever continues a flow makes it current on the thread, and brings back what was current there when the
 * flow is suspended:
 *
 * <pre>{@code
 * ScopeFlow before = ScopeFlow.current(); // of the thread
 * flow.makeCurrent();
 * try {
 *     step(); // may open scopes, and close them in a later step
 * } finally {
 *     before.makeCurrent();
 * }
 * }</pre>
 *
 * <p>A flow runs on one thread at a time, and one step happens before the next; its framework sees to both. To run code with
 * one scope current, {@link Scope#run(Runnable)} is enough. A flow owns nothing, and keeps its scopes reachable.
 */
public final class ScopeFlow {
    // What is current is written here, and nowhere else, while the flow runs: so a flow that goes on on another thread
    // before this one has left it finds there all that it did.
    private final Object[] cell;

    private ScopeFlow(Object[] cell) {
        this.cell = cell;
    }

    /**
     * The flow that this thread runs: one that was made current, else the thread's own.
     *
     * @return the flow; what it opens and closes later is seen through it
     */
    public static ScopeFlow current() {
        return new ScopeFlow(Current.cell());
    }

    /**
     * A new flow that begins where this one is now; from then on each has its own.
     *
     * @return the flow
     */
    public ScopeFlow fork() {
        return new ScopeFlow(new Object[] {cell[0]});
    }

    /** Lets this thread run this flow, in place of the one that it ran. */
    public void makeCurrent() {
        Current.run(cell);
    }
}
