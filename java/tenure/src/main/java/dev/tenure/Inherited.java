package dev.tenure;

import java.lang.StackWalker.StackFrame;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * What a thread inherits from the thread that makes it: the open scopes from the current one out to
 * the outermost {@link Scope#inheritable() inheritable} one. A fork of the JDK's
 * {@code StructuredTaskScope} inherits all open scopes, because it ends before the block that forked
 * it, and so before they close. Cycles of workspaces are left out, since most are of one thread.
 *
 * <p>The value is an array of weak references, innermost first, which is the bottom of the new
 * thread's stack. It has classes of the JDK alone, and a pooled thread keeps no scope reachable.
 *
 * <p>The JVM asks for a value only if the making thread has one itself. So each thread on which
 * something may become inheritable has an empty one, and nothing else is paid until a thread is
 * made: then about two microseconds if a plain scope is open and the JDK has forks, else nearly
 * nothing.
 */
final class Inherited extends InheritableThreadLocal<WeakReference<?>[]> {
    private static final WeakReference<?>[] NOTHING = {};
    private static final Inherited OF_THREAD = new Inherited();
    private static final boolean HAS_FORKS = Runtime.version().feature() >= 21;
    private static final String FORKS = "java.util.concurrent.StructuredTaskScope";
    private static final int FORK_DEPTH = 16; // frames from here to the method that forks; 11 in JDK 25
    private static final StackWalker STACK = StackWalker.getInstance(Set.of(), FORK_DEPTH);

    // Not volatile: a thread that inherits something was made after this was set.
    private static boolean isPossible = HAS_FORKS;

    private Inherited() {}

    /** Whether a thread of this process may have inherited a scope. */
    static boolean isPossible() {
        return isPossible;
    }

    /** Called before an inheritable scope becomes current on this thread. */
    static void begin() {
        isPossible = true;
        if (OF_THREAD.get() == null) {
            OF_THREAD.set(NOTHING);
        }
    }

    /** The bottom of this thread's stack; null if it has inherited nothing. */
    static Object bottom() {
        if (!isPossible) {
            return null;
        }
        WeakReference<?>[] inherited = OF_THREAD.get();
        if (inherited == null && HAS_FORKS) {
            OF_THREAD.set(NOTHING);
        }
        return inherited == null || inherited.length == 0 ? null : inherited;
    }

    /** The innermost open scope, or null. */
    static Scope open(WeakReference<?>[] inherited) {
        for (WeakReference<?> reference : inherited) {
            if (reference.get() instanceof Scope scope && scope.isOpen()) {
                return scope;
            }
        }
        return null;
    }

    /** Called on the thread that makes another one. {@code mine} is what it has inherited itself. */
    @Override
    protected WeakReference<?>[] childValue(WeakReference<?>[] mine) {
        List<WeakReference<?>> open = new ArrayList<>();
        int reach = 0; // how many of them are inherited
        Object top = Current.hasCell() ? Current.top() : mine;
        for (Object entry = top; entry != null; entry = Current.outer(entry)) {
            if (entry instanceof WeakReference<?>[] inherited) {
                for (WeakReference<?> reference : inherited) {
                    reach = add(open, reference.get(), reach);
                }
            } else if (!(entry instanceof WorkspaceCycles.Entry)) {
                reach = add(open, Current.openIn(entry), reach);
            }
        }
        if (reach < open.size() && isFork()) {
            reach = open.size();
        }
        return reach == 0 ? NOTHING : open.subList(0, reach).toArray(WeakReference<?>[]::new);
    }

    private static int add(List<WeakReference<?>> open, Object entry, int reach) {
        if (!(entry instanceof Scope scope) || !scope.isOpen()) {
            return reach;
        }
        open.add(new WeakReference<>(scope));
        return scope.inheritable ? open.size() : reach;
    }

    /**
     * Whether a {@code StructuredTaskScope} is making the thread. That is a preview API, so it is
     * found by its name. The loop takes a fifth of the time of a search by the stream's methods.
     */
    private static boolean isFork() {
        return HAS_FORKS && STACK.walk(frames -> {
            Iterator<StackFrame> each = frames.iterator();
            for (int i = 0; i < FORK_DEPTH && each.hasNext(); i++) {
                StackFrame frame = each.next();
                if (frame.getClassName().startsWith(FORKS) && frame.getMethodName().equals("fork")) {
                    return true;
                }
            }
            return false;
        });
    }
}
