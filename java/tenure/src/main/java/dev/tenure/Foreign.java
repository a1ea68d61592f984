package dev.tenure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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

    private final Node oldest = new Node(null, null); // before all others
    private Node newest = oldest;
    private final Map<AutoCloseable, Node> nodes = new IdentityHashMap<>(); // of each resource the newest
    private int state = IDLE;

    /** A resource in the list of all, in the order in which they came. */
    private static final class Node {
        private final AutoCloseable resource;
        private final Node same; // the one before of the same resource
        private Node older;
        private Node newer;

        Node(AutoCloseable resource, Node same) {
            this.resource = resource;
            this.same = same;
        }
    }

    synchronized void add(AutoCloseable resource) {
        Node node = new Node(resource, nodes.get(resource));
        nodes.put(resource, node);
        node.older = newest;
        newest.newer = node;
        newest = node;
    }

    /** Unless it is there. Not off and on again: whoever closes meanwhile would miss it. */
    synchronized void addOnce(Scope below) {
        if (!nodes.containsKey(below)) {
            add(below);
        }
    }

    /** Whether it was there. */
    synchronized boolean remove(AutoCloseable resource) {
        Node node = nodes.get(resource);
        if (node != null) {
            take(node);
        }
        return node != null;
    }

    private synchronized AutoCloseable takeNewest() {
        return newest == oldest ? null : take(newest);
    }

    /** The newest of its resource. */
    private AutoCloseable take(Node node) {
        if (node.same == null) {
            nodes.remove(node.resource);
        } else {
            nodes.put(node.resource, node.same);
        }
        node.older.newer = node.newer;
        if (node.newer == null) {
            newest = node.older;
        } else {
            node.newer.older = node.older;
        }
        return node.resource;
    }

    /**
     * Closes all, newest first, also what scopes below have, then does {@code last}, whatever fails, and throws the first failure
     * with the others suppressed under it. The scopes themselves are for {@code last} to close: some of what they own may stay.
     * Nothing happens when the same is being done already, by another thread or further out on this one; what ends the scope
     * goes on beside what only sweeps it.
     *
     * @param ends whether the scope ends
     * @param stays which scopes are not to be emptied yet: they may go in {@code last}, as what is lent does when its origin is
     *     closed
     */
    void closeAll(boolean ends, Predicate<Scope> stays, Runnable last) {
        int mine = ends ? ENDING : SWEEPING;
        if (!begin(mine)) {
            return;
        }
        List<Scope> met = new ArrayList<>();
        Throwable failure = null;
        try {
            failure = closeSome(stays, met, null);
            try {
                last.run();
            } catch (Throwable e) {
                failure = joined(failure, e);
            }
            failure = closeSome(stays, met, failure); // what another thread added before it saw that this is closed
        } finally {
            synchronized (this) { // no call, which is refused where the stack has ended
                state = state == mine ? IDLE : state;
            }
        }
        for (int i = 0; i < met.size(); i++) {
            Scope below = met.get(i);
            if (below.isOpen()) {
                below.link();
            } else if (below.hasForeign()) {
                failure = below.foreign().closeSome(Scope::isOpen, met, failure);
            }
        }
        if (failure != null) {
            throw unchecked(failure);
        }
    }

    private synchronized boolean begin(int what) {
        boolean begun = state < what;
        state = Math.max(state, what);
        return begun;
    }

    synchronized boolean isEnding() {
        return state == ENDING;
    }

    /** Adds the scopes that it meets to {@code met}; nobody knows of those any more. */
    private Throwable closeSome(Predicate<Scope> stays, List<Scope> met, Throwable before) {
        Throwable failure = before;
        Deque<Foreign> way = new ArrayDeque<>(); // scopes may be nested deeper than a stack is
        way.push(this);
        while (!way.isEmpty()) {
            AutoCloseable next = way.peek().takeNewest();
            if (next == null) {
                way.pop();
            } else if (!(next instanceof Scope below)) {
                failure = close(next, failure);
            } else {
                met.add(below);
                if (!stays.test(below) && below.hasForeign()) {
                    way.push(below.foreign());
                }
            }
        }
        return failure;
    }

    private static Throwable close(AutoCloseable resource, Throwable before) {
        try {
            resource.close();
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
