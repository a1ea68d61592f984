package dev.tenure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which scope is current on this thread.
 *
 * <p>Every thread has a stack of the scopes that were opened on it, linked through frames. A scope may be closed at any
 * time, by any thread, and with it those below it; so a frame on top is only current if its scope is still open (and,
 * of a workspace, this entry not left), and frames of closed scopes are taken off by whoever meets them.
 */
final class Current {
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
        final Frame outer;

        // Of a workspace, which goes on after it was left. Any thread may end an entry, but only one.
        private volatile int state; // OPEN at first

        Frame(Scope scope, Frame outer) {
            this.scope = scope;
            this.outer = outer;
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
            return state != LEFT && scope.isOpen();
        }
    }

    /** The innermost open scope, null if there is none. */
    static Scope scope() {
        Object[] cell = TOP.get();
        if (cell == null || cell[0] == null) {
            return null;
        }
        Frame top = (Frame) cell[0];
        return top.isCurrent() ? top.scope : unwind(cell);
    }

    /**
     * Who owns the result of an operation: the current scope, else the scope that owns the first operand, else
     * nobody.
     */
    static Scope ownerFor(NativeResource operand) {
        Scope current = scope();
        return current != null ? current : operand.scope();
    }

    /** What the core calls this owner. */
    static long handle(Scope owner) {
        return owner != null ? owner.handle() : 0;
    }

    /** Makes {@code scope} current. Returns what {@link #restore} takes to undo it. */
    static Frame enter(Scope scope) {
        Object[] cell = cell();
        Frame before = (Frame) cell[0];
        cell[0] = new Frame(scope, before);
        return before;
    }

    /** Begins an entry of {@code workspace}, in which {@code scope} is current. */
    static WorkspaceCycles.Entry enter(Scope scope, Workspace workspace, Scope from) {
        Object[] cell = cell();
        WorkspaceCycles.Entry entry = new WorkspaceCycles.Entry(scope, (Frame) cell[0], workspace, from);
        cell[0] = entry;
        return entry;
    }

    /** The innermost entry of {@code workspace} on this thread, null if there is none. */
    static WorkspaceCycles.Entry entry(Workspace workspace) {
        Object[] cell = TOP.get();
        Frame frame = cell == null ? null : (Frame) cell[0];
        while (frame != null) {
            if (frame.isOpen() && frame instanceof WorkspaceCycles.Entry entry && entry.workspace == workspace) {
                return entry;
            }
            frame = frame.outer;
        }
        return null;
    }

    static void restore(Frame before) {
        cell()[0] = before;
    }

    /** A scope was closed: if that was on the thread it is current on, it need not wait for the next look. */
    static void left() {
        Object[] cell = TOP.get();
        if (cell != null && cell[0] != null && !((Frame) cell[0]).isCurrent()) {
            unwind(cell);
        }
    }

    /** Takes the frames of closed scopes off the top. */
    private static Scope unwind(Object[] cell) {
        Frame frame = (Frame) cell[0];
        while (frame != null && !frame.isCurrent()) {
            frame = frame.outer;
        }
        cell[0] = frame;
        return frame == null ? null : frame.scope;
    }

    private static Object[] cell() {
        Object[] cell = TOP.get();
        if (cell == null) {
            cell = new Object[1];
            TOP.set(cell);
        }
        return cell;
    }
}
