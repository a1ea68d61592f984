package dev.tenure;

import java.lang.ref.Reference;
import java.util.List;

/** What a scope owns, and how that comes and goes; {@link Scope} inherits it. */
abstract sealed class ScopeMembers extends ScopeFactory permits Scope {
    ScopeMembers(long number, Scope parent, boolean reclaimEarly) {
        super(number, parent, reclaimEarly);
    }

    /**
     * Moves {@code resource} from the scope that owns it to that scope's parent; to nobody if that has none. The
     * same as {@link NativeResource#moveToOuterScope()}.
     *
     * @param <R> what it is
     * @param resource what to keep
     * @return {@code resource}
     * @throws ClosedException if it is closed
     */
    public <R extends NativeResource> R keep(R resource) {
        resource.moveToOuterScope();
        return resource;
    }

    /**
     * Moves {@code resource} here, from wherever it is.
     *
     * @param <R> what it is
     * @param resource what to own from now on
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of this scope; it then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    public <R extends NativeResource> R attach(R resource) {
        resource.moveTo((Scope) this);
        return resource;
    }

    /**
     * Takes {@code resource} out of the scope that owns it. The same as {@link NativeResource#detachFromScope()}.
     *
     * @param <R> what it is
     * @param resource what nobody is to own
     * @return {@code resource}
     * @throws ClosedException if it is closed
     */
    public <R extends NativeResource> R detach(R resource) {
        resource.detachFromScope();
        return resource;
    }

    /**
     * What this scope and all below it own.
     *
     * @return a picture of this moment
     * @throws ClosedException if it is closed
     */
    public ScopeStats stats() {
        long[] s = new long[8];
        Native.scopeStats(handle(), s);
        Reference.reachabilityFence(this);
        return new ScopeStats(s[0], s[1], s[2], s[3]);
    }

    /** Closes; what of {@code resources} this scope or one below it owns goes to the parent. */
    final void closeKeeping(List<NativeResource> resources) {
        Scope parent = scope();
        List<NativeResource> escaping = resources;
        while (!escaping.isEmpty()) {
            escaping = escaping.stream().filter(r -> r != this && r.isBelow(this) && !r.isClosed()).toList();
            int n = escaping.size();
            long[] handles = new long[n];
            Object[] before = new Object[n];
            Object[] homes = new Object[n];
            try {
                for (int i = 0; i < n; i++) {
                    NativeResource resource = escaping.get(i);
                    handles[i] = resource.handle();
                    before[i] = resource.owner;
                    homes[i] = resource.home(parent);
                }
                Native.scopePop(handle(), handles);
            } catch (Throwable e) {
                for (Object home : homes) {
                    leave(home);
                }
                // The body closed this scope, and with it what it owned; or another thread closed one of the others
                // just now, and the rest is tried again.
                if (e instanceof ClosedException && !isClosed()) {
                    continue;
                }
                if (e instanceof ClosedException) {
                    return;
                }
                throw e;
            }
            end(true);
            for (int i = 0; i < n; i++) {
                escaping.get(i).moved(before[i], homes[i]);
            }
            break;
        }
    }
}
