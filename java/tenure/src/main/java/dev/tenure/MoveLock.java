package dev.tenure;

/**
 * Moving something from one owner to another, in the core and in its wrapper, is one step: two moves of one resource take
 * turns, so that the wrapper says in the end what the core says; and who moves a scope has the whole tree to himself, so
 * that no two moves can tie it into a ring.
 *
 * <p>A resource belongs to one of a few locks, by its handle. Whoever moves a scope, or many things at once of which one
 * is a scope, holds all. Nothing of the user's runs under them, and nothing that waits. They are monitors, which the JVM
 * gives up whatever ends a call: a lock that must be given up by a call would stay held where the stack has ended.
 */
final class MoveLock {
    private static final int LOCKS = 16;
    private static final int ALL = (1 << LOCKS) - 1;
    private static final Object[] MONITORS = new Object[LOCKS];

    static {
        for (int i = 0; i < LOCKS; i++) {
            MONITORS[i] = new long[16]; // so that no two lie on one cache line
        }
    }

    private MoveLock() {}

    /** The lock for a move of something that is no scope. */
    static Object of(NativeResource resource) {
        return MONITORS[(int) resource.handle & (LOCKS - 1)];
    }

    /** Does what moves {@code resource}. */
    static void of(NativeResource resource, Runnable move) {
        if (resource instanceof ScopeNode) {
            alone(move);
        } else {
            synchronized (of(resource)) {
                move.run();
            }
        }
    }

    /** Does what moves scopes, or goes by where they are. */
    static void alone(Runnable move) {
        hold(ALL, move);
    }

    /** Does what moves all of these. */
    static void of(NativeResource[] resources, Runnable move) {
        int locks = 0;
        for (NativeResource resource : resources) {
            locks |= resource instanceof ScopeNode ? ALL : 1 << ((int) resource.handle & (LOCKS - 1));
        }
        hold(locks, move);
    }

    /** Takes the lowest first, so that no two who need several wait for each other. */
    private static void hold(int locks, Runnable move) {
        if (locks == 0) {
            move.run();
            return;
        }
        synchronized (MONITORS[Integer.numberOfTrailingZeros(locks)]) {
            hold(locks & (locks - 1), move);
        }
    }
}
