package dev.tenure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** What a scope owns that is not native: the mechanics behind {@link Scope#own}, which users do not see. */
abstract sealed class ScopeForeign extends ScopeNode permits Scope {
    private static final Object LINKS = new long[0]; // the lock for who lies below whom

    private volatile Foreign foreign; // null: there was never any
    private boolean begins; // the thread that has the lock is about to make that

    ScopeForeign(Scope parent, long openAt, boolean reclaimEarly) {
        super(parent, openAt, reclaimEarly);
    }

    /** Whether a thread is about to close what is not native of this. */
    final boolean isEnding() {
        return foreign != null && foreign.isEnding();
    }

    final boolean hasForeign() {
        return foreign != null;
    }

    /** What this owns. Once it is there, every scope above knows of it: who finds it need not tell them. */
    final Foreign foreign() {
        if (foreign == null) {
            synchronized (LINKS) {
                begin();
            }
        }
        return foreign;
    }

    private void begin() {
        Deque<ScopeForeign> unknown = new ArrayDeque<>();
        ScopeForeign at = this;
        while (at != null && at.foreign == null && !at.begins) {
            at.begins = true;
            unknown.push(at);
            at = at.ownerHint();
        }
        boolean all = true;
        try {
            for (ScopeForeign next : unknown) {
                all &= next.linkBelow(next.ownerHint());
                next.foreign = new Foreign();
            }
        } finally {
            unknown.forEach(next -> next.begins = false);
        }
        if (!all) {
            unknown.forEach(next -> next.linkBelow(next.ownerHint()));
        }
    }

    /** Closes with the scope that it is below, and that with the one above it. */
    final void link() {
        synchronized (LINKS) {
            linkBelow(ownerHint());
        }
    }

    /**
     * False when {@code parent} is about to begin itself: what closed scopes say of each other may be a ring, and what open ones
     * do while other threads move them.
     */
    private boolean linkBelow(ScopeForeign parent) {
        if (parent == null) {
            return true;
        }
        if (parent.foreign == null) {
            parent.begin();
        }
        Foreign above = parent.foreign;
        if (above != null) {
            above.addOnce((Scope) this);
        }
        return above != null;
    }

    private void unlink(Object place) {
        for (Object at = place; at != null; at = Places.next(at)) {
            ScopeForeign scope = Places.first(at);
            if (scope != null && scope.foreign != null) {
                scope.foreign.remove((Scope) this);
            }
        }
    }

    /** Who tells those above of the first that this has, at this moment, sees where this is now, or is seen here. */
    @Override
    final void relink(Object before) {
        synchronized (LINKS) {
            if (foreign != null) {
                unlink(before);
                // All: of what is in a scope that is closing the core says the same as of what nobody owns.
                for (Object at = owner; at != null; at = Places.next(at)) {
                    linkBelow(Places.first(at));
                }
            }
        }
    }

    @Override
    final void late() {
        if (foreign != null && !isOpen()) {
            foreign.closeAll(true, below -> false, () -> {});
        }
    }

    /** Closes what is not native, then does {@code last}, which closes the rest; and ends this, if it {@code ends}. */
    final void closeForeign(boolean ends, Predicate<Scope> stays, Runnable last) {
        Foreign all = foreign;
        if (all == null) {
            last.run();
            all = foreign;
            if (all == null) {
                return;
            }
            // Another thread came between, and saw that this is open.
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), () -> {});
        } else {
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), last);
        }
        if (!isOpen()) {
            unlink(owner);
        }
    }
}
