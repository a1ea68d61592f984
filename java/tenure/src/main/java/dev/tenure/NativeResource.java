package dev.tenure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Something native that a {@link Scope} can own: a tensor, a tape, an optimizer, a scope.
 *
 * <p>It belongs to one scope, or to nobody. Then {@link #close()} frees it, and if that is forgotten the garbage
 * collector does in its own time. Closing is never needed inside a scope; it frees the memory early.
 *
 * <p>All methods of this package may be called from any thread. Closing something on one thread while another uses
 * it is
 * safe: the other call finishes, or throws {@link ClosedException}.
 */
public abstract sealed class NativeResource implements AutoCloseable permits TensorFactory, ScopeNode, Tape, Sgd, Counter {
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(NativeResource.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What the core calls this; of a scope {@link #handle()} knows it. */
    final long handle;

    // A tensor is this and nothing more, 24 bytes. `owner` keeps the scope that owns it reachable. It is that scope; or
    // a backstop's entry when the collector is to free it (nobody owns it, or its scope reclaims early); or a loan; for
    // a scope below another it is that one's era; or null when it was closed. A thread that reads it while another
    // moves this may see the old owner: the handle decides in the core what is valid.
    Object owner;

    NativeResource(long handle, Object owner) {
        this.handle = handle;
        this.owner = owner;
    }

    /** Makes a new handle's wrapper a member of {@code scope}, in which the core has put it, or registers it. */
    static <R extends NativeResource> R owned(R fresh, Scope scope) {
        try {
            fresh.owner = fresh.home(scope);
        } catch (Throwable e) {
            fresh.dispose(); // no memory for the entry: nobody else would ever free it
            throw e;
        }
        Leaks.made(fresh.handle);
        Reference.reachabilityFence(scope);
        return fresh;
    }

    /** What the core calls this. */
    long handle() {
        return handle;
    }

    /** The scope that owns this, null if none. */
    final Scope scope() {
        Object now = owner;
        if (now instanceof Scope scope) {
            return scope;
        }
        return now == null ? null : scopeOf(now);
    }

    final Scope scopeOf(Object now) {
        if (now instanceof Scope.Era era) {
            return era.scope;
        }
        if (now instanceof Loan loan) {
            return loan.isOut() ? loan.borrower().scope : afterLoan(loan);
        }
        return now instanceof Backstop.Entry entry ? entry.scope : (Scope) now;
    }

    /** The borrower has closed: this is where it came from. */
    private Scope afterLoan(Loan loan) {
        Object home = homeAfter(loan);
        if (home == loan) {
            return loan.borrower().scope;
        }
        if (isOnItsWay(loan)) {
            return scopeOf(home); // to be asked again: until the core has it there, it may still go elsewhere from the borrower
        }
        OWNER.compareAndSet(this, loan, home);
        return scope();
    }

    private boolean isOnItsWay(Loan loan) {
        try {
            return Native.scopeOwner(handle()) == loan.borrower().scope.handle();
        } catch (ClosedException closed) {
            return false;
        }
    }

    /** Where what was lent has gone back to; the loan itself if it is on its way at this moment. */
    Object homeAfter(Loan loan) {
        return loan.origin();
    }

    /** What {@code owner} says without loans that are over: who is lent a thousand times has not a thousand origins. */
    private Object settled(Object owner) {
        Object now = owner;
        while (now instanceof Loan loan && !loan.isOut()) {
            now = homeAfter(loan);
            if (now == loan) {
                break;
            }
        }
        return now;
    }

    /** Whether {@code scope}, or a scope below it, owns this. */
    final boolean isBelow(ScopeNode scope) {
        Scope above = scope();
        while (above != null && above != scope) {
            above = above.scope();
        }
        return above != null;
    }

    /** What is to be in {@code owner} of a member of {@code scope}, or of nobody. */
    Object home(Scope scope) {
        return scope != null && !scope.reclaimEarly ? scope : Backstop.watch(this, handle, scope);
    }

    /**
     * Moves this in the core and then here, to where {@code inner} says what leaves that goes; to nobody if that is null.
     * A failure, also to make the new home, leaves all as it was.
     */
    final void move(Supplier<Scope> inner, Runnable core) {
        handle(); // a scope is born before, on its own
        try {
            moveOnce(inner, core);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> moveOnce(inner, core));
        }
        late();
        if (isUnowned()) {
            Pressure.check();
        }
        Reference.reachabilityFence(this);
    }

    private void moveOnce(Supplier<Scope> inner, Runnable core) {
        int locks = Turn.of(this);
        Turn.take(locks);
        try {
            Object before = owner;
            Scope from = inner.get();
            if (from == null && isUnowned()) {
                core.run(); // only asks whether it is closed
                return;
            }
            Object home = home(from == null ? null : from.outer());
            try {
                core.run();
            } catch (Throwable e) {
                abandon(home);
                throw e;
            }
            if (before instanceof Loan) {
                home = confirmed(home, number -> outerAmong(before, number));
            } else if (from != null) {
                home = from.verified(this, home);
            }
            placed(home);
        } finally {
            Turn.give(locks);
        }
    }

    private void moveOnce(Scope scope, long target) {
        Object home = home(scope);
        int locks = Turn.of(this);
        Turn.take(locks);
        try {
            Native.scopeAttach(target, handle());
            placed(home);
        } catch (Throwable e) {
            abandon(home);
            throw e;
        } finally {
            Turn.give(locks);
        }
    }

    /** Lends this to {@code borrower}, in the core and then here. */
    final void lend(Scope borrower) {
        long target = borrower.handle();
        handle();
        try {
            lendOnce(borrower, target);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> lendOnce(borrower, target));
        }
        late();
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(borrower);
    }

    private void lendOnce(Scope borrower, long target) {
        int locks = Turn.of(this);
        Turn.take(locks);
        try {
            Object origin = settled(owner);
            Native.scopeTempAttach(target, handle());
            if (origin == null || scopeOf(origin) != borrower) {
                OWNER.setVolatile(this, new Loan(borrower.era(), origin));
                relink(origin);
            }
        } finally {
            Turn.give(locks);
        }
    }

    /**
     * The home in the scope that the core says owns this now, which may have gone another way than {@code home} says: what
     * it was lent to closes without taking turns. {@code known} is asked for the scope of a number.
     */
    final Object confirmed(Object home, LongFunction<Scope> known) {
        try {
            Scope said = scopeOf(home);
            long owner = Native.scopeOwner(handle());
            if (owner != (said == null ? 0 : said.handle())) {
                Object right = home(owner == 0 ? null : known.apply(owner));
                abandon(home);
                return right;
            }
        } catch (ClosedException closed) {
            return home; // and needs no owner
        }
        return home;
    }

    /** The scope of this number, which is where what leaves one of these places goes. */
    private Scope outerAmong(Object places, long number) {
        Object place = places;
        while (place != null) {
            boolean isLoan = place instanceof Loan;
            Scope inner = isLoan ? ((Loan) place).borrower().scope : scopeOf(place);
            Scope outer = inner == null ? null : inner.outer();
            if (outer != null && outer.handle() == number) {
                return outer;
            }
            place = isLoan ? ((Loan) place).origin() : null;
        }
        return new Scope(number, null);
    }

    /** The scope of this number, which is one of these places. */
    final Scope among(Object places, long number) {
        Object place = places;
        while (place instanceof Loan loan && loan.borrower().scope.handle() != number) {
            place = loan.origin();
        }
        Scope found = place instanceof Loan loan ? loan.borrower().scope : place == null ? null : scopeOf(place);
        return found != null && found.handle() == number ? found : new Scope(number, null);
    }

    private boolean isUnowned() {
        return owner == null || owner instanceof Backstop.Entry entry && entry.scope == null;
    }

    /** The core has moved this; the caller has its turn. */
    final void placed(Object home) {
        Object before = owner;
        OWNER.setRelease(this, home);
        abandon(before);
        relink(before);
    }

    /** This was moved, from {@code before}; for what a scope has to tell others then. The caller has its turn. */
    void relink(Object before) {}

    /** This was moved, and nobody's turn is held: where it went may have closed before it heard of it. */
    void late() {}

    /** This is not there any more: if the collector watched it there, that is over. */
    static void abandon(Object home) {
        Object place = home;
        while (place instanceof Loan loan) {
            place = loan.origin();
        }
        if (place instanceof Backstop.Entry entry) {
            Backstop.forget(entry);
        }
    }

    /**
     * Frees this at once. The second time, and after its scope has closed, nothing happens. Never throws.
     */
    @Override
    public void close() {
        Object before = owner;
        owner = null;
        Leaks.closing(handle);
        dispose();
        abandon(before);
    }

    /** Releases the handle. */
    abstract void dispose();

    /**
     * Whether this has been closed, or its scope has.
     *
     * @return true when every use would throw {@link ClosedException}
     */
    public boolean isClosed() {
        boolean live = Native.isLive(handle());
        Reference.reachabilityFence(this);
        return !live;
    }

    /**
     * Its name.
     *
     * @return as given; null if there is none
     * @throws ClosedException if this is closed
     */
    public String name() {
        return Use.value(Native.handleName(handle), this);
    }

    /**
     * Names this, for errors, dumps and leak reports. What is used after it was closed says its name too.
     *
     * @param name any text; empty for none
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource name(String name) {
        Native.handleSetName(handle, name);
        Use.done(this);
        return this;
    }

    /**
     * Moves this to the parent of the scope that owns it; to nobody if that has none, and then it is to be closed, or
     * left to the garbage collector. What nobody owns stays so.
     *
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource moveToOuterScope() {
        move(this::scope, () -> Native.scopeKeep(handle()));
        return this;
    }

    /**
     * Moves this to {@code scope}, from wherever it is.
     *
     * @param scope its owner from now on
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    public NativeResource moveTo(Scope scope) {
        long target = scope.handle();
        handle();
        try {
            moveOnce(scope, target);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> moveOnce(scope, target));
        }
        late();
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(scope);
        return this;
    }

    /**
     * Takes this out of its scope: nobody owns it then, and it is to be closed, or left to the garbage collector.
     *
     * @return this
     * @throws ClosedException if this is closed
     */
    public NativeResource detachFromScope() {
        move(() -> null, () -> Native.scopeDetach(handle()));
        return this;
    }
}
