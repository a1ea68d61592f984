package dev.tenure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What a scope closes beside its native members: resources of the user, and those scopes below it that have some,
 * since the core, which closes all scopes below another by itself, knows nothing of them. Each is closed by exactly one
 * thread.
 */
final class Foreign {
    private static final int IDLE = 0;
    private static final int SWEEPING = 1; // the scope goes on
    private static final int ENDING = 2;

    private final List<AutoCloseable> resources = new ArrayList<>();
    private final AtomicInteger state = new AtomicInteger(IDLE);

    synchronized void add(AutoCloseable resource) {
        resources.add(resource);
    }

    /** Unless it is there. Not off and on again: whoever closes meanwhile would miss it. */
    synchronized void addOnce(Scope below) {
        if (indexOf(below) < 0) {
            resources.add(below);
        }
    }

    /** Whether it was there. */
    synchronized boolean remove(AutoCloseable resource) {
        int at = indexOf(resource);
        if (at >= 0) {
            resources.remove(at);
        }
        return at >= 0;
    }

    /** Compared by reference. */
    private int indexOf(AutoCloseable resource) {
        int at = resources.size() - 1;
        while (at >= 0 && resources.get(at) != resource) {
            at--;
        }
        return at;
    }

    private synchronized AutoCloseable takeNewest() {
        return resources.isEmpty() ? null : resources.remove(resources.size() - 1);
    }

    /**
     * Closes all, newest first, then does {@code last}, whatever fails, and throws the first failure with the others
     * suppressed under it. Nothing happens when the same is being done already, by another thread or further out on this one; what
     * ends the scope goes on beside what only sweeps it.
     *
     * @param ends whether the scope ends
     * @param stays which scopes are not closed yet: they may go in {@code last}, as what is lent does when its origin is
     *     closed
     */
    void closeAll(boolean ends, Predicate<Scope> stays, Runnable last) {
        boolean begun = ends ? state.getAndSet(ENDING) != ENDING : state.compareAndSet(IDLE, SWEEPING);
        if (!begun) {
            return;
        }
        List<Scope> staying = new ArrayList<>();
        Throwable failure = closeSome(stays, staying, null);
        try {
            last.run();
        } catch (Throwable e) {
            failure = joined(failure, e);
        }
        failure = closeSome(stays, staying, failure); // what another thread added before it saw that this is closed
        state.compareAndSet(ends ? ENDING : SWEEPING, IDLE);
        for (Scope below : staying) {
            if (below.isOpen()) {
                below.link();
            } else {
                failure = close(below, failure);
            }
        }
        if (failure != null) {
            throw unchecked(failure);
        }
    }

    private Throwable closeSome(Predicate<Scope> stays, List<Scope> staying, Throwable before) {
        Throwable failure = before;
        for (AutoCloseable next = takeNewest(); next != null; next = takeNewest()) {
            if (next instanceof Scope below && stays.test(below)) {
                staying.add(below);
            } else {
                failure = close(next, failure);
            }
        }
        return failure;
    }

    private static Throwable close(AutoCloseable resource, Throwable before) {
        try {
            if (resource instanceof Scope scope) {
                scope.closeForGood();
            } else {
                resource.close();
            }
            return before;
        } catch (Throwable e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return joined(before, e);
        }
    }

    private static Throwable joined(Throwable first, Throwable next) {
        if (first != null && first != next) {
            first.addSuppressed(next);
        }
        return first != null ? first : next;
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException runtime ? runtime : new CloseException(failure);
    }
}
