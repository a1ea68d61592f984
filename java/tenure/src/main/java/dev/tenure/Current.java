package dev.tenure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which scope is current on this thread.
 *
 * <p>Every thread, or the {@link ScopeFlow} that it runs, has a stack of the scopes that were opened on it, each of which knows what was
 * current before; a scope that is entered, as often as one likes, is on it with a frame. A scope
 * may be closed at any time, by any thread, and with it those below it; so what is on top is only
 * current if it is still open (and, of a workspace, this entry not left), and what is closed is
 * taken off by whoever meets it. One exception: a task that an executor runs in a scope that closed
 * before keeps that scope, so that what it makes is refused.
 */
final class Current {
    private static final long UNOWNED = -1; // to the core
    // A thread keeps its cell for good, since making a new one for each outermost scope costs more than the scope. It is
    // a class of the JDK, so that a thread of a pool does not hold these classes when an application is unloaded.
    private static final ThreadLocal<Object[]> TOP = new ThreadLocal<>();

    private static final int OPEN = 0;
    private static final int LEAVING = 1;
    private static final int LEFT = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Frame.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Current() {}

    /** A scope that was made current, and what was so before. */
    static class Frame {
        final Scope scope;
        final Object outer; // a frame, or a scope that was opened; null for nothing

        // Of a workspace, which goes on after it was left. Any thread may end an entry, but only one.
        private volatile int state; // OPEN at first

        private final boolean current; // also when its scope is closed

        Frame(Scope scope, Object outer) {
            this(scope, outer, false);
        }

        private Frame(Scope scope, Object outer, boolean current) {
            this.scope = scope;
            this.outer = outer;
            this.current = current;
        }

        /** Whether nobody has left it, nor is about to. */
        final boolean isOpen() {
            return state == OPEN;
        }

        final boolean isLeft() {
            return state == LEFT;
        }

        /** Whether it is this thread that leaves it, which it then says by {@link #left} or takes back. */
        final boolean isLeaving() {
            return STATE.compareAndSet(this, OPEN, LEAVING);
        }

        final void left(boolean done) {
            STATE.setRelease(this, done ? LEFT : OPEN);
        }

        final boolean isCurrent() {
            return state != LEFT && (scope.isOpen() || current);
        }
    }

    /** The innermost open scope, null if there is none. */
    static Scope scope() {
        Object[] cell = TOP.get();
        return cell == null ? null : scopeIn(cell);
    }

    /** As {@link #scope()}, on the thread whose cell this is. */
    static Scope scopeIn(Object[] cell) {
        Object top = cell[0];
        return top == null || isCurrent(top) ? scopeOf(top) : unwind(cell);
    }

    private static boolean isCurrent(Object top) {
        return top instanceof Frame frame ? frame.isCurrent() : ((Scope) top).isOpen();
    }

    private static Scope scopeOf(Object top) {
        return top instanceof Frame frame ? frame.scope : (Scope) top;
    }

    private static Object outer(Object top) {
        return top instanceof Frame frame ? frame.outer : ((Scope) top).before;
    }

    /**
     * Who owns the result of an operation: the current scope, else the scope that owns the first operand, else
     * nobody.
     */
    static Scope ownerFor(NativeResource operand) {
        Scope current = scope();
        return current != null ? current : operand.ownerHint();
    }

    /** What the core calls this owner. */
    static long handle(Scope owner) {
        return owner != null ? owner.handle() : 0;
    }

    /** As {@link #handle} for a result: null is unowned, also where another thread gives the operand an owner just now. */
    static long ofResult(Scope owner) {
        return owner != null ? owner.handle() : UNOWNED;
    }

    /** Where the stack of this thread begins, to look at and change without looking for it again. */
    static Object[] cell() {
        Object[] cell = TOP.get();
        if (cell == null) {
            cell = new Object[1];
            TOP.set(cell);
        }
        return cell;
    }

    /** From here on the stack of this thread is that of a flow, which other threads continue. */
    static void run(Object[] cell) {
        TOP.set(cell);
    }

    /** Makes a scope current that was just made, and never is again. */
    static Scope opened(Object[] cell, Scope scope) {
        scope.before = cell[0];
        cell[0] = scope;
        return scope;
    }

    /** Makes {@code scope} current. Returns what {@link #restore} takes to undo it. */
    static Object enter(Scope scope) {
        Object[] cell = cell();
        Object before = cell[0];
        cell[0] = new Frame(scope, before);
        return before;
    }

    /**
     * Makes a scope current that is closed: what a task makes is refused, and does not go to a
     * scope further out, of which its author knows nothing.
     */
    static Object enterClosed(Scope scope) {
        scope.end(false); // it may have ended with another: what is opened below it asks it alone
        Object[] cell = cell();
        Object before = cell[0];
        cell[0] = new Frame(scope, before, true);
        return before;
    }

    /** The innermost entry of {@code workspace} on this thread, null if there is none. */
    static WorkspaceCycles.Entry entry(Workspace workspace) {
        Object[] cell = TOP.get();
        Object top = cell == null ? null : cell[0];
        while (top != null) {
            if (top instanceof WorkspaceCycles.Entry entry && entry.isOpen() && entry.workspace == workspace) {
                return entry;
            }
            top = outer(top);
        }
        return null;
    }

    static void restore(Object before) {
        cell()[0] = before;
    }

    /** A scope was closed: if that was on the thread it is current on, it need not wait for the next look. */
    static void left() {
        Object[] cell = TOP.get();
        if (cell != null && cell[0] != null && !isCurrent(cell[0])) {
            unwind(cell);
        }
    }

    /** Takes what is closed off the top. */
    private static Scope unwind(Object[] cell) {
        Object top = cell[0];
        while (top != null && !isCurrent(top)) {
            top = outer(top);
        }
        cell[0] = top;
        return scopeOf(top);
    }
}
