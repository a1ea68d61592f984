package dev.tenure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A scope as a node of the tree: unborn until its first use, then a number of the core, then closed; {@link Scope}
 * inherits it.
 *
 * <p>A scope that never owns anything never reaches the core, nor the backstop. It is <em>born</em> when something asks
 * for its handle, its parents before it. Any number of threads may ask at the same time, and another may close it:
 * {@code entry} decides, and what a loser has made it closes again. A scope that was closed unborn has a handle all the
 * same, a stale one, so that the core answers every use as it does for any closed scope.
 */
abstract sealed class ScopeNode extends NativeResource permits ScopeForeign {
    private static final Backstop.Entry CLOSED = new Backstop.Entry(0);
    private static final VarHandle ENTRY;
    private static final VarHandle ERA;
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY = lookup.findVarHandle(ScopeNode.class, "entry", Backstop.Entry.class);
            ERA = lookup.findVarHandle(ScopeNode.class, "era", Scope.Era.class);
            NUMBER = lookup.findVarHandle(ScopeNode.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Another one whenever a scope that has some below it closes or moves: what was found above those may have changed. */
    private static volatile Object standing = new Object();

    /** Members register with the backstop too. */
    final boolean reclaimEarly;

    private volatile long number; // 0: the core does not know it yet
    private volatile Backstop.Entry entry; // null: unborn
    /** What is made in it lies in the pool, whatever workspace it is below; set before anyone else sees it. */
    boolean outside;
    /** Someone closes it whatever happens: the collector need not. Set as {@code outside} is. */
    boolean unwatched;

    /** What was current where this was opened; only that thread looks. */
    Object before;

    private volatile Era era; // null: no scope is below this
    private Object verified; // the standing in which all above this were found open; null: not looked for yet
    private volatile String name;

    ScopeNode(Scope parent, long number, boolean reclaimEarly) {
        super(0, parent == null ? null : parent.era());
        if (number != 0) { // a volatile store is a fence, which most scopes are spared
            this.number = number;
        }
        this.reclaimEarly = reclaimEarly;
    }

    /**
     * What the scopes below {@code scope} have as their owner: over when {@link Scope#closeAllBut} has closed them, so
     * that they know, though nobody told each.
     */
    static final class Era {
        /** Of what went with a scope that it was lent to. */
        static final Era GONE = new Era(null);

        static {
            GONE.over = true;
        }

        final Scope scope;
        volatile boolean over;
        private volatile boolean ending;
        private List<ScopeNode> late; // null: nobody was born while it ended

        Era(Scope scope) {
            this.scope = scope;
        }

        /** The core closes what is below by {@code last}: who is born from here on may come too late to go with it. */
        void whileEnding(Runnable last) {
            ending = true;
            try {
                last.run();
            } catch (Throwable e) {
                ending = false;
                taken();
                throw e;
            }
        }

        private void end() {
            over = true;
            changed();
            taken().forEach(this::takes);
        }

        /** They are not kept reachable here. */
        private synchronized List<ScopeNode> taken() {
            List<ScopeNode> born = late == null ? List.of() : late;
            late = null;
            return born;
        }

        /** The core knows this one now. */
        private void born(ScopeNode child) {
            if (!ending) {
                return; // the core has not looked yet
            }
            synchronized (this) {
                if (late == null) {
                    late = new ArrayList<>();
                }
                late.add(child);
            }
            if (over) {
                takes(child);
            }
        }

        private void takes(ScopeNode child) {
            if (child.owner == this) {
                child.end(false);
            }
        }
    }

    /**
     * The core says: to ask the wrappers would not end where the origin has come to lie below this. Then there was no way home, and
     * this went with the borrower.
     */
    @Override
    final Object homeAfter(Loan loan) {
        long now;
        try {
            now = Native.scopeOwner(handle());
        } catch (ClosedException e) {
            return Era.GONE;
        }
        Object place = loan;
        while (place instanceof Loan one && one.borrower().scope.handle() != now) {
            place = one.origin();
        }
        return place instanceof Era above && above.scope.handle() == now ? above.scope.era() : place;
    }

    final Era era() {
        Era now = era;
        if (now == null) {
            ERA.compareAndSet(this, null, new Era((Scope) this));
            now = era;
        }
        return now;
    }

    /**
     * Begins a new era; the caller ends the one returned, when those that stay have moved to the new one. Null if no scope was
     * below this.
     */
    final Era nextEra() {
        return (Era) ERA.getAndSet(this, new Era((Scope) this));
    }

    /** Null if no scope is below this. */
    final Era currentEra() {
        return era;
    }

    /** The core has closed all scopes below this one that were so in {@code over}, which may be null. */
    final void endEra(Era over) {
        if (over != null) {
            ERA.compareAndSet(this, over, null);
            over.end();
        }
    }

    /** The core has made this already, under this number. */
    final void made(long handle) {
        try {
            entry = Backstop.watch(this, handle, null);
        } catch (Throwable e) {
            Native.scopeClose(handle);
            throw e;
        }
        number = handle;
    }

    /** Where what leaves this goes: its parent, null for nobody. */
    Scope outer() {
        return scope();
    }

    /** The home of {@code gone}, which has left this for where {@link #outer} said, {@code home}. */
    Object verified(NativeResource gone, Object home) {
        return home;
    }

    /**
     * Whether neither this nor a scope above it has been closed. Each operation asks this of the current scope, which may lie
     * deep: so what is above is only looked at again when something there may have changed.
     */
    final boolean isOpen() {
        if (entry == CLOSED) {
            return false;
        }
        Object now = standing; // before looking: what changes meanwhile ends it
        return owner == null || verified == now || areOpenAbove(now);
    }

    private boolean areOpenAbove(Object now) {
        boolean lent = false; // where that ends only the core may know
        ScopeNode node = this;
        do {
            Object above = node.owner;
            if (above == null) {
                break;
            }
            if (above instanceof Era its) {
                if (its.over) {
                    return false;
                }
                node = its.scope;
            } else {
                lent = true;
                ScopeNode up = node.scope();
                if (up == null) {
                    return node.owner != Era.GONE;
                }
                node = up;
            }
            if (node.entry == CLOSED) {
                return false;
            }
        } while (node.verified != now);
        if (!lent) {
            verified = now;
        }
        return true;
    }

    /** What was found above scopes is to be looked for again. */
    private static void changed() {
        standing = new Object();
    }

    @Override
    void relink(Object before) {
        changed();
    }

    /** Whether this is a workspace or a part of one: what it owns may go while it stays. */
    final boolean hasCycles() {
        return this instanceof Workspace || this instanceof WorkspacePart;
    }

    /** Whether the core knows this. */
    final boolean isBorn() {
        return number != 0;
    }

    @Override
    final long handle() {
        long known = number;
        return known != 0 ? known : birth();
    }

    private long birth() {
        Scope parent = scope();
        if (parent == null || parent.isBorn()) {
            return birthBelow(parent);
        }
        Deque<ScopeNode> unborn = new ArrayDeque<>();
        for (ScopeNode node = this; node != null && !node.isBorn(); node = node.scope()) {
            unborn.push(node);
        }
        for (ScopeNode node : unborn) {
            node.birthBelow(node.scope());
        }
        return number;
    }

    private long birthBelow(Scope parent) {
        long fresh = push(parent);
        if (fresh == 0) {
            return number;
        }
        if (unwatched) {
            publish(fresh);
        } else {
            publishWatched(fresh);
        }
        if (owner instanceof Era above) {
            above.born(this);
        }
        Reference.reachabilityFence(parent);
        return number;
    }

    private void publishWatched(long fresh) {
        Backstop.Entry mine;
        try {
            mine = Backstop.watch(this, fresh, null);
        } catch (Throwable e) {
            Native.scopeClose(fresh);
            throw e;
        }
        Backstop.Entry first = (Backstop.Entry) ENTRY.compareAndExchange(this, null, mine);
        if (first == null) {
            NUMBER.setRelease(this, fresh);
        } else { // another thread has borne it meanwhile, or it was closed before its birth
            christen(fresh);
            Native.scopeClose(fresh);
            Backstop.forget(mine);
            number = first == CLOSED ? fresh : first.handle;
        }
        christen(number);
    }

    /** The first number that it gets is its own; who closed it meanwhile may not have seen that. */
    private void publish(long fresh) {
        if (!NUMBER.compareAndSet(this, 0L, fresh)) {
            Native.scopeClose(fresh);
            return;
        }
        christen(fresh);
        if (entry == CLOSED) {
            Native.scopeClose(fresh);
        }
    }

    private void christen(long handle) {
        String given = name;
        if (given != null) {
            try {
                Native.handleSetName(handle, given);
            } catch (ClosedException e) {
                return; // meanwhile
            }
        }
    }

    /** A new scope in the core; 0 when this went with its parents before its birth, and then it has a stale number. */
    private long push(Scope parent) {
        try {
            // Of those above, the core knows.
            if (entry != CLOSED && !(owner instanceof Era above && above.over)) {
                long above = parent == null ? 0 : parent.handle();
                return outside ? Native.scopePushOutside(above) : Native.scopePush(above);
            }
        } catch (ScopeException e) {
            if (e.status() != Status.SCOPE_CLOSED) {
                throw e;
            }
        }
        long stale = Native.scopePush(0);
        christen(stale);
        Native.scopeClose(stale);
        number = stale;
        return 0;
    }

    @Override
    public final String name() {
        return isBorn() ? Use.value(Native.handleName(number), this) : name;
    }

    /** As the user gave it, also when it is closed. */
    final String givenName() {
        return name;
    }

    @Override
    public Scope name(String given) {
        name = given;
        if (isBorn()) {
            Native.handleSetName(number, given);
            Use.done(this);
        }
        return (Scope) this;
    }

    /** A scope has an entry of its own and keeps it wherever it goes. */
    @Override
    final Object home(Scope scope) {
        return scope == null ? null : scope.era();
    }

    /**
     * Closes this, unless it is closed already. The core hears nothing of an unborn one.
     *
     * @param released whether the core has closed it in the same call that moved what was kept
     */
    final boolean end(boolean released) {
        Backstop.Entry before = (Backstop.Entry) ENTRY.getAndSet(this, CLOSED);
        if (before == CLOSED) {
            return false;
        }
        if (era != null) { // who comes to lie below this from here on sees that it is closed
            changed();
        }
        long known = before != null ? before.handle : number;
        if (known != 0 && !released) {
            try {
                Leaks.closing(known);
                Native.scopeClose(known);
            } catch (VirtualMachineError e) { // no stack for it: it is open, to be closed again or collected
                entry = before;
                throw e;
            }
        }
        if (before != null) {
            Backstop.forget(before);
        }
        return true;
    }

    @Override
    public final boolean isClosed() {
        return isBorn() ? super.isClosed() : !isOpen();
    }

    @Override
    final void dispose() {
        end(false);
    }
}
