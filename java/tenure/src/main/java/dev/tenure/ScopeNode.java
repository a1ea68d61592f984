package dev.tenure;

import dev.tenure.internal.Native;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A scope as a node of the tree: not created until its first use, then a number of the core, then closed; {@link Scope}
 * inherits it.
 *
 * <p>A scope that never owns anything never reaches the core, nor the backstop. It is <em>created</em> when something asks
 * for its handle, its parents before it. Any number of threads may ask at the same time, and another may close it:
 * {@code entry} decides, and what a loser has made it closes again. A scope closed before its
 * creation has a handle all the same, a stale one, so that the core answers every use as it does
 * for any closed scope.
 */
abstract sealed class ScopeNode extends NativeResource permits ScopeForeign {
    static final Backstop.Entry CLOSED = new Backstop.Entry(0);
    private static final VarHandle ENTRY;
    private static final VarHandle GENERATION;
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY = lookup.findVarHandle(ScopeNode.class, "entry", Backstop.Entry.class);
            GENERATION = lookup.findVarHandle(ScopeNode.class, "generation", Scope.Generation.class);
            NUMBER = lookup.findVarHandle(ScopeNode.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Another one whenever a scope that has some below it closes or moves: what was found above those may have changed. */
    private static volatile Object treeGeneration = new Object();

    /** Members register with the backstop too. */
    final boolean reclaimEarly;

    private volatile long number; // 0: the core does not know it yet
    volatile Backstop.Entry entry; // null: not created yet
    /** What is made in it lies in the pool, whatever workspace it is below; set before anyone else sees it. */
    boolean outside;
    /** Closes it whatever happens, so that the collector need not; null for nobody. Set as {@code outside} is. */
    Thread closer;

    /** What the closer made in the core, until that is the number; 0 for nothing. */
    private long stray;

    /** Nothing is left to do for closing this. Who does not see that yet closes it once more, in vain. */
    boolean gone;

    /** The next of those that {@link Backstop#abandoned} begins. */
    Scope abandonedBefore;

    /** What was current where this was opened; only that thread looks. */
    Object before;

    private volatile Generation generation; // null: no scope is below this
    private Object verified; // the generation of the tree in which all above this were found open; null: not looked for yet
    volatile String name; // as the user gave it, also when it is closed

    ScopeNode(Scope parent, long number, boolean reclaimEarly) {
        super(0, parent == null ? null : parent.generation());
        if (number != 0) { // a volatile store is a fence, which most scopes are spared
            this.number = number;
        }
        this.reclaimEarly = reclaimEarly;
    }

    /**
     * What the scopes below {@code scope} have as their owner: over when {@link Scope#closeAllBut} has closed them, so
     * that they know, though nobody told each.
     */
    static final class Generation {
        /** Of what went with a scope that it was lent to. */
        static final Generation GONE = new Generation(null);

        static {
            GONE.over = true;
        }

        final Scope scope;
        volatile boolean over;
        private volatile boolean ending;
        private List<ScopeNode> late; // null: nobody was created while it ended

        Generation(Scope scope) {
            this.scope = scope;
        }

        /** The core closes what is below by {@code last}: who is created from here on may come too late to go with it. */
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
            List<ScopeNode> created = late == null ? List.of() : late;
            late = null;
            return created;
        }

        /** The core knows this one now. */
        private void created(ScopeNode child) {
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
            return Generation.GONE;
        }
        Object place = loan;
        while (place instanceof Loan one && one.borrower().scope.handle() != now) {
            place = one.origin();
        }
        return place instanceof Generation above && above.scope.handle() == now ? above.scope.generation() : place;
    }

    /** Never null: one that ends at this moment is over, and whoever has it sees that. */
    final Generation generation() {
        Generation now = generation;
        if (now == null) {
            Generation fresh = new Generation((Scope) this);
            Generation first = (Generation) GENERATION.compareAndExchange(this, null, fresh);
            now = first == null ? fresh : first;
        }
        return now;
    }

    /**
     * Begins a new generation; the caller ends the one returned, when those that stay have moved to the new one. Null if no scope was
     * below this.
     */
    final Generation nextGeneration() {
        return (Generation) GENERATION.getAndSet(this, new Generation((Scope) this));
    }

    /** Null if no scope is below this. */
    final Generation currentGeneration() {
        return generation;
    }

    /** The core has closed all scopes below this one that were so in {@code over}, which may be null. */
    final void endGeneration(Generation over) {
        if (over != null) {
            GENERATION.compareAndSet(this, over, null);
            over.end();
        }
    }

    /** The core has made this already, under this number. */
    final void made(long handle) {
        entry = Backstop.watch(this, handle, null);
        number = handle;
    }

    /** Where what leaves this goes: its parent, null for nobody. */
    Scope outer() {
        return ownerHint();
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
        Object now = treeGeneration; // before looking: what changes meanwhile ends it
        return owner == null || verified == now || areOpenAbove(now);
    }

    private boolean areOpenAbove(Object now) {
        boolean lent = false; // where that ends only the core may know
        Object first = owner;
        ScopeNode node = this;
        do {
            Object above = node.owner;
            if (above == null) {
                break;
            }
            if (above instanceof Generation its) {
                if (its.over) {
                    return false;
                }
                node = its.scope;
            } else {
                lent = true;
                ScopeNode up = node.ownerHint();
                if (up == null) {
                    return node.owner != Generation.GONE;
                }
                node = up;
            }
            if (node.entry == CLOSED) {
                return false;
            }
        } while (node.verified != now);
        if (!lent) {
            verified = now;
            VarHandle.fullFence();
            if (owner != first) {
                changed(); // it was moved meanwhile: what was found is of where it was
            }
        }
        return true;
    }

    /** What was found above scopes is to be looked for again. */
    private static void changed() {
        treeGeneration = new Object();
    }

    /**
     * If nothing lies below this, it alone has to look again: a scope that is deep in others moves
     * without making all of them look. Whoever comes to lie below it afterwards sees the new owner,
     * since it makes the generation first.
     */
    @Override
    void relink(Object before) {
        VarHandle.fullFence();
        verified = null;
        VarHandle.fullFence();
        if (generation != null) {
            changed();
        }
    }

    /** Whether this is a workspace or a part of one: what it owns may go while it stays. */
    final boolean hasCycles() {
        return this instanceof Workspace || this instanceof WorkspacePart;
    }

    /** Whether the core knows this. */
    final boolean isCreated() {
        return number != 0;
    }

    @Override
    final long handle() {
        long known = number;
        return known != 0 ? known : createInCore();
    }

    private long createInCore() {
        Scope parent = ownerHint();
        if (parent == null || parent.isCreated()) {
            return createBelow(parent);
        }
        Deque<ScopeNode> unmade = new ArrayDeque<>();
        for (ScopeNode node = this; node != null && !node.isCreated(); node = node.ownerHint()) {
            unmade.push(node);
        }
        for (ScopeNode node : unmade) {
            node.createBelow(node.ownerHint());
        }
        return number;
    }

    private long createBelow(Scope parent) {
        boolean closes = closer != null && closer == Thread.currentThread();
        Backstop.Entry mine = closes ? null : Backstop.watch(this, 0, null); // before there is a handle to lose
        if (push(parent, mine)) {
            if (closer == null) {
                publishWatched(mine);
            } else {
                publish(mine);
            }
            if (owner instanceof Generation above) {
                above.created(this);
            }
        }
        Reference.reachabilityFence(parent);
        return number;
    }

    private void publishWatched(Backstop.Entry mine) {
        long fresh = mine.handle;
        Backstop.Entry first = (Backstop.Entry) ENTRY.compareAndExchange(this, null, mine);
        if (first == null) {
            NUMBER.setRelease(this, fresh);
        } else { // another thread has created it meanwhile, or it was closed before its creation
            giveName(fresh);
            Native.scopeClose(fresh);
            Backstop.forget(mine);
            number = first == CLOSED ? fresh : first.handle;
        }
        giveName(number);
    }

    /**
     * As before, of what has a closer: the first number that it gets is its own, and who closed it meanwhile may not have seen
     * that. {@code mine} is null on the closer's thread.
     */
    private void publish(Backstop.Entry mine) {
        long fresh = mine != null ? mine.handle : stray;
        if (NUMBER.compareAndSet(this, 0L, fresh)) {
            giveName(fresh);
            if (entry == CLOSED) {
                Native.scopeClose(fresh);
            }
        } else if (number != fresh) {
            Native.scopeClose(fresh);
        }
        forget(mine);
    }

    private void giveName(long handle) {
        String given = name;
        if (given != null) {
            try {
                Native.handleSetName(handle, given);
            } catch (ClosedException e) {
                return; // meanwhile
            }
        }
    }

    /**
     * Makes a scope in the core, and stores its handle before there is another call in which the stack could end: with
     * {@code watcher}, or as {@code stray} if that is null. False when this went with its parents before its creation, and then it
     * has a stale number.
     */
    private boolean push(Scope parent, Backstop.Entry watcher) {
        try {
            if (entry != CLOSED && !(owner instanceof Generation above && above.over)) { // of those above, the core knows
                if (watcher == null && stray != 0) {
                    return true; // made before, where the stack then ended
                }
                long above = parent == null ? 0 : parent.handle();
                long fresh = outside ? Native.scopePushOutside(above) : Native.scopePush(above);
                if (watcher != null) {
                    watcher.handle = fresh;
                } else {
                    stray = fresh;
                }
                return true;
            }
        } catch (Throwable e) {
            if (!(e instanceof ScopeException refused && refused.status() == Status.SCOPE_CLOSED)) {
                forget(watcher);
                throw e;
            }
        }
        pushStale(watcher);
        return false;
    }

    private void pushStale(Backstop.Entry watcher) {
        long stale = watcher == null ? stray : 0;
        if (stale == 0) {
            stale = Native.scopePush(0);
            if (watcher != null) {
                watcher.handle = stale;
            } else {
                stray = stale;
            }
        }
        giveName(stale);
        Native.scopeClose(stale);
        NUMBER.compareAndSet(this, 0L, stale); // another thread may have created this meanwhile
        forget(watcher);
    }

    /** The handle of {@code watcher}, or what is {@code stray} if that is null, need not be thought of any more. */
    private void forget(Backstop.Entry watcher) {
        if (watcher != null) {
            Backstop.forget(watcher);
        } else {
            stray = 0;
        }
    }

    /** As the user gave it, also when it is closed. */
    final String givenName() {
        return name;
    }

    /** A scope has an entry of its own and keeps it wherever it goes. */
    @Override
    final Object home(Scope scope) {
        return scope == null ? null : scope.generation();
    }

    /**
     * Closes this, unless it is closed already. The core hears nothing of one that was not created.
     *
     * @param released whether the core has closed it in the same call that moved what was kept
     */
    final boolean end(boolean released) {
        if (gone) {
            return false;
        }
        Backstop.Entry before = (Backstop.Entry) ENTRY.getAndSet(this, CLOSED);
        boolean isWatched = before != null && before != CLOSED;
        long known = isWatched ? before.handle : number;
        try {
            if (generation != null) { // who comes to lie below this from here on sees that it is closed
                changed();
            }
            if (known != 0 && !released) {
                Leaks.closing(known);
                Native.scopeClose(known);
            }
        } catch (VirtualMachineError e) { // no stack for it: it is open, to be closed again or collected
            entry = before;
            throw e;
        }
        gone = stray == 0;
        if (isWatched) {
            Backstop.forget(before);
        }
        return before != CLOSED;
    }

    /** Its closer could not close it, or came no further than to say that it is closed. */
    final void closeAbandoned() {
        end(false);
        Native.scopeClose(number);
        Native.scopeClose(stray);
    }

    @Override
    final void dispose() {
        end(false);
    }
}
