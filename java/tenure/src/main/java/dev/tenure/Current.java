package dev.tenure;

import dev.tenure.access.Flight;
import dev.tenure.internal.NativeLoader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * The current scope of this thread.
 *
 * <p>Every thread, or the {@link ScopeFlow} that it runs, has a stack of the scopes that were
 * opened on it; each scope refers to what was current before it. A scope that is entered, any
 * number of times, is on the stack with a frame. A scope may be closed at any time by any thread,
 * together with those below it. So the top of the stack is current only if it is still open (and,
 * for a workspace, this entry has not been left); closed scopes are removed when they are found on
 * top. There is one exception: if an executor runs a task in a scope that has closed before, that
 * scope stays current, so that creating something in the task fails.
 *
 * <p>So an entry of the stack is a scope that was opened, a {@link Frame} of one that was entered,
 * or, at the bottom, what the thread has {@linkplain Inherited inherited}.
 */
final class Current {
    private static final long UNOWNED = -1; // the core's code
    // A thread keeps its cell forever, because a new cell for each outermost scope would cost more
    // than the scope. Its class is of the JDK, so that pooled threads do not hold these classes
    // when an application is unloaded. Its first element is the top of the stack; the second is not
    // null if ThreadsWithScopes has the cell.
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

    /** A scope that was made current, and what was current before. */
    static class Frame {
        final Scope scope;
        final Object outer; // a frame, or a scope that was opened; null if nothing was current

        // For a workspace, which stays open after it is left. Any thread may end an entry, but only
        // one does.
        private volatile int state; // OPEN at first

        private final boolean current; // even when its scope is closed

        Frame(Scope scope, Object outer) {
            this(scope, outer, false);
        }

        private Frame(Scope scope, Object outer, boolean current) {
            this.scope = scope;
            this.outer = outer;
            this.current = current;
        }

        /** Whether no thread has left it or is leaving it. */
        final boolean isOpen() {
            return state == OPEN;
        }

        final boolean isLeft() {
            return state == LEFT;
        }

        /**
         * Claims the leaving of this entry; false if another thread has it. {@link #left} completes
         * it or takes it back.
         */
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

    /** The innermost open scope, or null. */
    static Scope scope() {
        Object[] cell = TOP.get();
        Scope scope = cell == null ? firstScope() : scopeIn(cell);
        if (scope == null) {
            NativeLoader.require();
        }
        return scope;
    }

    /** The scope that a thread without a cell has inherited, or null. */
    private static Scope firstScope() {
        return Inherited.isPossible() ? scopeIn(cell()) : null;
    }

    /** As {@link #scope()}, for the thread of this cell. */
    static Scope scopeIn(Object[] cell) {
        Object top = cell[0];
        if (top == null) {
            return null;
        }
        Scope scope = openIn(top);
        return scope != null ? scope : unwind(cell);
    }

    /** The scope of this entry of a stack; null if it is closed or left. */
    static Scope openIn(Object entry) {
        if (entry instanceof Scope scope) {
            return scope.isOpen() ? scope : null;
        }
        if (entry instanceof Frame frame) {
            return frame.isCurrent() ? frame.scope : null;
        }
        return Inherited.open((WeakReference<?>[]) entry);
    }

    /** The entry below this one; null if this is at the bottom. */
    static Object outer(Object entry) {
        if (entry instanceof Scope scope) {
            return scope.before;
        }
        return entry instanceof Frame frame ? frame.outer : null;
    }

    /**
     * The owner of the result of an operation: the current scope, or else the scope that owns the
     * first operand, or else null for an unowned result.
     */
    static Scope ownerFor(NativeResource operand) {
        Scope current = scope();
        return current != null ? current : operand.ownerHint();
    }

    /** The handle of this owner in the core; 0 for null. */
    static long handle(Scope owner) {
        return owner != null ? owner.handle() : 0;
    }

    /**
     * As {@link #handle}, for a result: null means unowned, even if another thread gives the
     * operand an owner meanwhile.
     */
    static long ofResult(Scope owner) {
        return owner != null ? owner.handle() : UNOWNED;
    }

    /**
     * The cell that holds the top of this thread's stack. Passing it on avoids repeated
     * thread-local look-ups.
     */
    static Object[] cell() {
        Object[] cell = TOP.get();
        return cell != null ? cell : firstCell();
    }

    private static Object[] firstCell() {
        Object[] cell = cellOf(Inherited.bottom());
        TOP.set(cell);
        return cell;
    }

    /** A new cell with a stack. */
    static Object[] cellOf(Object top) {
        return new Object[] {top, null};
    }

    /** The top of this thread's stack; null if it is empty. */
    static Object top() {
        Object[] cell = TOP.get();
        return cell == null ? null : cell[0];
    }

    /** Whether this thread has a cell. */
    static boolean hasCell() {
        return TOP.get() != null;
    }

    /** Makes this thread use the stack of a flow, which other threads may continue. */
    static void run(Object[] cell) {
        TOP.set(cell);
        if (Inherited.isPossible()) {
            Inherited.begin(); // for threads that the flow makes here
        }
    }

    /**
     * Makes a new scope current; it is not entered this way again. No call follows the write: if
     * the stack ended in one, the scope would stay current, and no caller could close it.
     */
    static Scope opened(Object[] cell, Scope scope) {
        if (Flight.isOn()) {
            scope.flight = Flight.scopeBegins();
        }
        scope.before = cell[0];
        cell[0] = scope;
        return scope;
    }

    /**
     * Makes {@code scope} current. Returns what the caller writes into the cell to undo it, without
     * a call in which the stack could end.
     */
    static Object enter(Object[] cell, Scope scope) {
        Object before = cell[0];
        cell[0] = new Frame(scope, before);
        return before;
    }

    /**
     * Makes a closed scope current: what a task creates is then refused, and does not go to an
     * outer scope that has nothing to do with the task.
     */
    static Object enterClosed(Object[] cell, Scope scope) {
        scope.end(false); // it may have closed with its parent; its children check only its own mark
        Object before = cell[0];
        cell[0] = new Frame(scope, before, true);
        return before;
    }

    /** The innermost entry of {@code workspace} on this thread, or null. */
    static WorkspaceCycles.Entry entry(Workspace workspace) {
        Object top = top();
        while (top != null) {
            if (top instanceof WorkspaceCycles.Entry entry && entry.isOpen() && entry.workspace == workspace) {
                return entry;
            }
            top = outer(top);
        }
        return null;
    }

    /** Called after a scope was closed: removes it now if it is on top of this thread's stack. */
    static void left() {
        Object[] cell = TOP.get();
        if (cell != null && cell[0] != null && openIn(cell[0]) == null) {
            unwind(cell);
        }
    }

    /** Removes closed scopes from the top. */
    private static Scope unwind(Object[] cell) {
        Object top = cell[0];
        Scope scope = null;
        while (top != null && scope == null) {
            scope = openIn(top);
            if (scope == null) {
                top = outer(top);
            }
        }
        cell[0] = top;
        return scope;
    }
}
