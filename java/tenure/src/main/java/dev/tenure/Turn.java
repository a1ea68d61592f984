package dev.tenure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Moving something from one owner to another, in the core and in its wrapper, is one step: two moves of one resource take
 * turns, so that the wrapper says in the end what the core says; and who moves a scope has the whole tree to himself, so
 * that no two moves can tie it into a ring.
 *
 * <p>A resource belongs to one of a few locks, by its handle. Whoever moves a scope, or many things at once of which one
 * is a scope, holds all. Nothing of the user's runs under them, and nothing that waits.
 */
final class Turn {
    static final int ALL = 0xffff;
    private static final int LINE = 16; // ints, so that each lock lies on a cache line of its own
    private static final int SPINS = 100; // before the processor is given up: who holds it may wait for that
    private static final int[] HELD = new int[17 * LINE];
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    private Turn() {}

    /** The locks that a move of {@code resource} needs. */
    static int of(NativeResource resource) {
        return resource instanceof ScopeNode ? ALL : 1 << (int) (resource.handle & 15);
    }

    /** The locks that it takes to move all of them in one step. */
    static int of(NativeResource[] resources) {
        int locks = 0;
        for (NativeResource resource : resources) {
            locks |= of(resource);
        }
        return locks;
    }

    /** Takes the lowest first, so that no two who need several wait for each other. */
    static void take(int locks) {
        for (int left = locks; left != 0; left &= left - 1) {
            int at = Integer.numberOfTrailingZeros(left) * LINE;
            for (int spins = 0; !CELL.compareAndSet(HELD, at, 0, 1); spins++) {
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }

    static void give(int locks) {
        for (int left = locks; left != 0; left &= left - 1) {
            CELL.setRelease(HELD, Integer.numberOfTrailingZeros(left) * LINE, 0);
        }
    }
}
