package dev.tenure;

import dev.tenure.collector.Backstop;
import dev.tenure.internal.Native;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY = lookup.findVarHandle(ScopeNode.class, "entry", Backstop.Entry.class);
            NUMBER = lookup.findVarHandle(ScopeNode.class, "number", long.class);
            Backstop.tendBy(Abandoned::close);
            // Else that is where the stack has ended, and a class that fails there is refused for good.
            lookup.ensureInitialized(Abandoned.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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

    /** The next of those that {@link Abandoned#first} begins. */
    Scope abandonedBefore;

    /** What was current where this was opened; only that thread looks. */
    Object before;

    private boolean hasBelow; // a scope was made below this, of which the core may not have heard
    private long openAt; // the number of endings at which this was open
    volatile String name; // as the user gave it, also when it is closed

    /** {@code parent} was found open after there were so many endings, or it is closed and says so itself. */
    ScopeNode(Scope parent, long openAt, boolean reclaimEarly) {
        super(0, parent);
        this.openAt = parent != null && ((ScopeNode) parent).entry == CLOSED ? Endings.NONE : openAt;
        this.reclaimEarly = reclaimEarly;
        ScopeNode above = parent;
        if (above != null && !above.hasBelow) {
            above.hasBelow = true;
            VarHandle.fullFence(); // who closes it says so, and then looks here
        }
    }

    /** The core has made this already, under this number. */
    final void made(long handle) {
        entry = Backstop.watch(this, handle, null);
        number = handle;
    }

    /** It has this number in the core, and there somebody else closes it. */
    final void called(long handle) {
        number = handle;
    }

    /** Whether that is its number. */
    final boolean isCalled(long handle) {
        return number == handle;
    }

    /** Where what leaves this goes: its parent, null for nobody. */
    Scope outer() {
        return ownerHint();
    }

    /** The scope above this. What the core has not heard of is where it was made. */
    final Scope above() {
        return isCreated() ? Owners.last(this) : ownerHint();
    }

    /** All places where what leaves this may go. */
    List<@Nullable Object> outers() {
        return Collections.singletonList(owner);
    }

    /**
     * Whether neither this nor a scope above it has been closed. Each operation asks this of the current scope: so the core is
     * only asked when some have ended with another since.
     */
    final boolean isOpen() {
        return entry != CLOSED && (owner == null || openAt == Endings.now() || isFoundOpen());
    }

    /**
     * The core knows, but for the innermost scopes that it has not heard of: those close with the first that it knows. That
     * they have is noted in each on the way, so that all of a deep tree are looked at once.
     */
    private boolean isFoundOpen() {
        long now = Endings.now();
        long since = Endings.ANY;
        ScopeNode node = this;
        while (node.number == 0 && node.owner instanceof ScopeNode above && node.openAt != now) {
            since = node.openAt;
            node = above;
            if (since == Endings.NONE || node.entry == CLOSED) {
                found(Endings.NONE);
                return false;
            }
        }
        if (node.number != 0 && !Native.scopeIsOpen(node.number, since)) {
            found(Endings.NONE);
            return false;
        }
        node.openAt = now;
        found(now);
        return true;
    }

    /** Notes this and those above that the core has not heard of: they were open then, or with {@link Endings#NONE} are closed. */
    private void found(long endings) {
        ScopeNode node = this;
        // First where it lies: what is unknown then has not moved.
        while (node.owner instanceof ScopeNode above && node.number == 0 && node.openAt != endings && node.entry != CLOSED) {
            node.openAt = endings;
            node = above;
        }
    }

    /** It was open when there were so many endings. */
    final void foundOpen(long endings) {
        openAt = endings;
    }

    /** Whether the core knows this. */
    final boolean isCreated() {
        return number != 0;
    }

    @Override
    protected final long handle() {
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
            if (entry != CLOSED) { // of those above, the core knows
                if (watcher == null && stray != 0) {
                    return true; // made before, where the stack then ended
                }
                long above = parent == null ? 0 : parent.handle();
                long fresh = Native.scopePushSince(above, openAt, outside);
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

    /**
     * A scope has an entry of its own and keeps it wherever it goes. What was moved never has no place: where it lies the core
     * is asked, which says the same of what nobody owns as of what is in a scope that is closing.
     */
    @Override
    final Object home(Scope scope) {
        return scope == null ? Places.nobodys() : scope;
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
            if (hasBelow) { // who comes to lie below this from here on sees that it is closed
                Native.scopeEnded();
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
    protected final void dispose() {
        end(false);
    }
}
