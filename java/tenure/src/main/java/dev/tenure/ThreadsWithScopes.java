package dev.tenure;

import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The threads that have made scopes current while leak reports are on. With it a report can say that
 * what was made on a thread without a scope should probably belong to the scope of another thread.
 *
 * <p>A thread is added once, and is asked later whether it has a scope open. Other threads read its
 * stack without synchronization: they may see an old entry, which is enough for a report.
 */
final class ThreadsWithScopes {
    private static final Map<Object[], String> NAMES = new WeakHashMap<>(); // by cell, which is equal to itself alone

    private ThreadsWithScopes() {}

    /** Adds this thread, whose cell is given. */
    static void add(Object[] cell) {
        if (cell[1] == null) {
            synchronized (NAMES) {
                NAMES.put(cell, Thread.currentThread().getName());
            }
            cell[1] = Boolean.TRUE;
        }
    }

    /** The name of a thread on which a scope is current; null if there is none. This thread has none. */
    static @Nullable String other() {
        synchronized (NAMES) {
            for (Map.Entry<Object[], String> thread : NAMES.entrySet()) {
                if (isOpen(thread.getKey()[0])) {
                    return thread.getValue();
                }
            }
        }
        return null;
    }

    private static boolean isOpen(Object top) {
        for (Object entry = top; entry != null; entry = Current.outer(entry)) {
            if (Current.openIn(entry) != null) {
                return true;
            }
        }
        return false;
    }
}
