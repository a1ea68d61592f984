package dev.tenure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The non-native resources that a scope closes: those that the user gave it, and the scopes below
 * it that have some. The core closes all scopes below another by itself, but does not see these
 * resources. Each is closed by exactly one thread.
 */
final class Foreign {
    private static final int IDLE = 0;
    private static final int SWEEPING = 1; // the scope stays open
    private static final int ENDING = 2;

    private final Node oldest = new Node(null, null); // a sentinel before all others
    private Node newest = oldest;
    private final Map<AutoCloseable, Node> nodes = new IdentityHashMap<>(); // the newest node of each resource
    private int state = IDLE;

    /** A resource in the list, which is in the order of addition. */
    private static final class Node {
        private final AutoCloseable resource;
        private final Node same; // the previous node of the same resource
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

    /**
     * Adds a scope unless it is present. Removing and adding it again would hide it from a closing
     * thread meanwhile.
     */
    synchronized void addOnce(Scope below) {
        if (!nodes.containsKey(below)) {
            add(below);
        }
    }

    /** Returns whether it was present. */
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

    /** Removes a node, which is the newest one of its resource. */
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
     * Closes all resources, newest first, including those of scopes below; then runs {@code last}
     * even if some failed; and throws the first failure with the others suppressed under it.
     * {@code last} closes the scopes themselves, because some of what they own may stay. If another
     * thread, or an outer call on this one, is doing the same already, this has no effect; but a
     * call that ends the scope proceeds while another call only sweeps it.
     *
     * @param ends whether the scope ends
     * @param stays the scopes that are not emptied yet: {@code last} may close them, as it does
     *     with a loan whose origin is closed
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
            failure = closeSome(stays, met, failure); // added by another thread before it saw that this is closed
        } finally {
            synchronized (this) { // not a method call, which would fail if the stack has overflowed
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

    /** Adds the scopes that it takes to {@code met}; they are in no list afterwards. */
    private Throwable closeSome(Predicate<Scope> stays, List<Scope> met, Throwable before) {
        Throwable failure = before;
        Deque<Foreign> way = new ArrayDeque<>(); // not recursive, since nesting may be deeper than the stack allows
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
