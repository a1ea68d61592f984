package dev.tenure;

import dev.tenure.collector.Backstop;

/**
 * Scopes of {@link Scope#using} that could not be closed because the stack had overflowed. A later
 * call on any thread closes them. It closes only native members: the user's resources might block
 * and are not closed here.
 */
final class Abandoned {
    /** The newest; written only with {@link #LOCK} held. */
    static volatile Scope first;

    static final Object LOCK = new long[0];

    private Abandoned() {}

    /**
     * Each scope is listed until it is closed, since the stack may overflow here too. Closing it on
     * two threads is harmless.
     */
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
