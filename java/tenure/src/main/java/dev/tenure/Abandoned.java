package dev.tenure;

import dev.tenure.collector.Backstop;

/**
 * Scopes of a body that could not be closed where the stack ended. Whoever comes next closes them, natively only: what the
 * user gave them may wait for ever, and is not run here.
 */
final class Abandoned {
    /** The newest; who writes it has {@link #LOCK} locked. */
    static volatile Scope first;

    static final Object LOCK = new long[0];

    private Abandoned() {}

    /** Each is listed until it is closed, since the stack may end here too; that two threads close it does nothing. */
    static void close() {
        for (Scope scope = first; scope != null; scope = first) {
            if (!scope.isEnding()) {
                scope.closeAbandoned();
            }
            synchronized (LOCK) {
                if (first == scope) {
                    first = scope.abandonedBefore;
                    scope.abandonedBefore = null;
                    Backstop.isTendDue = first != null;
                }
            }
        }
    }
}
