package dev.tenure;

/**
 * Which scope is current on this thread.
 *
 * <p>Every thread has a stack of the scopes that were opened on it, linked through frames. A scope may be closed at any
 * time, by any thread, and with it those below it; so a frame on top is only current if its scope is still open, and
 * frames of closed scopes are taken off by whoever meets them.
 */
final class Current {
    private static final ThreadLocal<Frame> TOP = new ThreadLocal<>();

    private Current() {}

    record Frame(Scope scope, Frame outer) {}

    /** The innermost open scope, null if there is none. */
    static Scope scope() {
        Frame top = TOP.get();
        return top == null ? null : top.scope.isOpen() ? top.scope : unwind(top);
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
        Frame before = TOP.get();
        TOP.set(new Frame(scope, before));
        return before;
    }

    static void restore(Frame before) {
        if (before == null) {
            TOP.remove();
        } else {
            TOP.set(before);
        }
    }

    /** Takes the frames of closed scopes off the top. */
    static Scope unwind(Frame top) {
        Frame frame = top;
        while (frame != null && !frame.scope.isOpen()) {
            frame = frame.outer;
        }
        restore(frame);
        return frame == null ? null : frame.scope;
    }

    /** A scope was closed: if that was on the thread it is current on, it need not wait for the next look. */
    static void left() {
        Frame top = TOP.get();
        if (top != null && !top.scope.isOpen()) {
            unwind(top);
        }
    }
}
