package dev.tenure;

import dev.tenure.access.Pressure;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the owner of a resource, and moves resources. The core stores the owner as a number; this
 * class finds the wrapper of that scope. A move changes the core first and then
 * {@link NativeResource#owner}, which only keeps the scopes reachable that may own the resource.
 *
 * <p>Only scopes need identity: a weak map holds the wrapper of each scope that the core may name.
 * A scope enters the map before the core can name it.
 *
 * <p>Invariant: when a call that moved a resource returns, the scope that the core names is among
 * the places of that resource, unless another thread has moved it on and its call has not returned.
 * No lock is needed. A mover reads the present place, has the core move the resource, and replaces
 * the place that it read by a new object of its own. If another thread has changed the place
 * meanwhile, the mover adds its scope to that thread's place. So the scope of the last move in the
 * core always stays: to remove it, another thread would have to read it before its own move, which
 * would then be the last one. A superfluous scope in a place is only kept reachable.
 *
 * <p>If a mover lets the core choose the target, it asks for the owner afterwards, and if that is
 * another one, it puts back what it has removed.
 */
final class Owners {
    private static final int STRIPES = 16; // so that concurrent threads rarely contend for a lock

    /**
     * By number, the wrapper of each scope that the core may name as the owner of a resource that
     * was moved.
     */
    private static final List<HashMap<Long, Entered>> SCOPES =
            IntStream.range(0, STRIPES).mapToObj(i -> new HashMap<Long, Entered>()).toList();

    private static final ReferenceQueue<Scope> COLLECTED = new ReferenceQueue<>();

    private Owners() {}

    private static final class Entered extends WeakReference<Scope> {
        final Long number;

        Entered(Scope scope, long number) {
            super(scope, COLLECTED);
            this.number = number;
        }
    }

    private static Map<Long, Entered> scopes(long number) {
        return SCOPES.get(Long.hashCode(number * 0x9E3779B97F4A7C15L) & (STRIPES - 1));
    }

    /**
     * Enters {@code scope} and all scopes above it in the map. This comes before the core moves
     * something there, because another thread may ask for the owner before the mover has returned.
     */
    static void enter(@Nullable Scope scope) {
        if (scope == null || scope.isEntered) {
            return;
        }
        Scope above = scope.ownerHint();
        if (above == null || above.isEntered) {
            put(scope);
        } else {
            Deque<Scope> unknown = new ArrayDeque<>();
            Set<Scope> seen = Collections.newSetFromMap(new IdentityHashMap<>()); // links of closed scopes may loop
            for (Scope at = scope; at != null && !at.isEntered && seen.add(at); at = at.ownerHint()) {
                unknown.push(at);
            }
            while (!unknown.isEmpty()) { // not a lambda: it would be refused for good if the stack ended in its linking
                put(unknown.pop());
            }
        }
        for (Object gone = COLLECTED.poll(); gone != null; gone = COLLECTED.poll()) {
            Entered entered = (Entered) gone;
            Map<Long, Entered> scopes = scopes(entered.number);
            synchronized (scopes) {
                scopes.remove(entered.number, entered);
            }
        }
    }

    private static void put(Scope scope) {
        long number = scope.handle();
        Entered entered = new Entered(scope, number);
        Map<Long, Entered> scopes = scopes(number);
        synchronized (scopes) {
            scopes.put(number, entered);
        }
        scope.isEntered = true;
    }

    /** Removes a scope that is closed in the core, which no longer names it. */
    static void left(Scope scope) {
        try {
            long number = scope.handle();
            Map<Long, Entered> scopes = scopes(number);
            synchronized (scopes) {
                scopes.remove(number);
            }
        } catch (VirtualMachineError e) {
            return; // no memory or stack: it is removed when the wrapper is collected
        }
    }

    /**
     * The scope with a number that the core returned after {@code place} was read; null if neither
     * place nor map has it.
     */
    static @Nullable Scope known(@Nullable Object place, long number) {
        Scope near = Places.find(place, number);
        if (near != null) {
            return near;
        }
        Map<Long, Entered> scopes = scopes(number);
        synchronized (scopes) {
            Entered entered = scopes.get(number);
            return entered == null ? null : entered.get();
        }
    }

    /**
     * The wrapper of a scope that another class loader or C has made; there is only one in this
     * class loader.
     */
    private static Scope stranger(long number) {
        Map<Long, Entered> scopes = scopes(number);
        synchronized (scopes) {
            Entered entered = scopes.get(number);
            Scope known = entered == null ? null : entered.get();
            if (known == null) {
                known = new Scope(number, null);
                scopes.put(number, new Entered(known, number));
                known.isEntered = true;
            }
            return known;
        }
    }

    /**
     * The owner by the core's answer, or null. The place is read before the core is asked: the
     * scope that the core names either was in the place then, or was entered by the thread that has
     * moved the resource since. If it closes meanwhile, the core no longer names it.
     */
    static @Nullable Scope of(NativeResource resource) {
        long before = 0;
        while (true) {
            Object place = resource.owner;
            VarHandle.acquireFence();
            long number = Native.scopeOwner(resource.handle());
            Scope owner = number == 0 ? closing(resource.owner) : known(place, number);
            if (owner == null && number != 0 && number == before) {
                owner = stranger(number);
            }
            if (owner != null || number == 0) {
                return KeepAlive.value(owner, resource);
            }
            before = number;
        }
    }

    /** As {@link #of}; for a closed resource, the scope that owned it. */
    static @Nullable Scope last(NativeResource resource) {
        try {
            return of(resource);
        } catch (ClosedException closed) {
            return Places.first(resource.owner);
        }
    }

    /**
     * The core does not name a closing scope, but its members may still exist, or are being
     * returned from a loan.
     */
    private static @Nullable Scope closing(@Nullable Object place) {
        if (Places.isUnowned(place)) {
            return null;
        }
        for (Object at = place; at != null; at = Places.next(at)) {
            Scope scope = Places.first(at);
            if (scope != null && !scope.isOpen()) {
                return scope;
            }
        }
        return null;
    }

    /**
     * Moves {@code resource} out of the scope {@code inner}, to its parent; it becomes unowned if
     * either is null.
     */
    static void outOf(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        Scope from = inner.get();
        if (from == null && resource.isUnowned()) {
            core.run(); // only checks whether the resource is closed
            return;
        }
        move(resource, from == null ? null : from.outer(), from == null, core);
        if (resource.isUnowned()) {
            Pressure.check();
        }
    }

    /** Moves {@code resource} to {@code scope}. */
    static void to(NativeResource resource, Scope scope) {
        move(resource, scope, true, () -> Native.scopeAttach(scope.handle(), resource.handle()));
    }

    /** Lends {@code resource} to {@code borrower} until that closes. */
    static void lend(NativeResource resource, Scope borrower) {
        enter(borrower);
        long target = borrower.handle();
        long handle = resource.handle();
        try {
            Native.scopeTempAttach(target, handle);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> Native.scopeTempAttach(target, handle));
        }
        Object before;
        do {
            before = resource.owner;
        } while (!resource.isPlaced(before, Places.with(borrower, before)));
        resource.relink(before);
        resource.late();
        Reference.reachabilityFence(resource);
        Reference.reachabilityFence(borrower);
    }

    /**
     * Moves {@code resource} to {@code expected}. {@code isCertain}: the core cannot choose another
     * target.
     */
    private static void move(NativeResource resource, @Nullable Scope expected, boolean isCertain, Runnable core) {
        enter(expected);
        resource.handle(); // creates a scope first, whose place is then the scope that it was made in
        Object before = resource.owner;
        Object home = home(resource, expected); // before the move, since it may allocate
        try {
            Call.change(core);
        } catch (Throwable e) {
            NativeResource.abandon(home);
            throw e;
        }
        if (isCertain) {
            published(resource, before, home);
        } else {
            asked(resource, before, expected, home);
        }
        resource.late();
        Reference.reachabilityFence(expected);
    }

    /**
     * Moves {@code resources} with the single call {@code core}: to {@code expected}, unless the
     * core chooses another target. {@code after} runs when the core has returned.
     */
    static void several(NativeResource[] resources, @Nullable Scope expected, Runnable core, Runnable after) {
        Object[] before = new Object[resources.length];
        Object[] homes = new Object[resources.length];
        enter(expected);
        try {
            for (int i = 0; i < resources.length; i++) {
                before[i] = resources[i].owner;
                homes[i] = home(resources[i], expected);
            }
            core.run();
        } catch (Throwable e) {
            for (Object home : homes) {
                NativeResource.abandon(home);
            }
            throw e;
        }
        after.run(); // if this fails the core has moved them all the same, so they stay watched
        for (int i = 0; i < resources.length; i++) {
            if (isWhereItWas(resources[i], before[i])) {
                NativeResource.abandon(homes[i]);
            } else {
                asked(resources[i], before[i], expected, homes[i]);
            }
        }
        for (NativeResource resource : resources) {
            resource.late();
        }
        Reference.reachabilityFence(expected);
    }

    private static boolean isWhereItWas(NativeResource resource, @Nullable Object before) {
        try {
            return Places.has(before, Native.scopeOwner(resource.handle()));
        } catch (ClosedException closed) {
            return true;
        }
    }

    /**
     * The place of {@code resource} in {@code scope}, or of an unowned one if that is null: a new,
     * unpublished object.
     */
    static Object home(NativeResource resource, @Nullable Scope scope) {
        Object home = resource.home(scope);
        return home instanceof Scope plain ? new Places(plain, null) : home;
    }

    /**
     * Publishes the place of a resource that escaped from {@code from}. The core has returned its
     * present {@code owner}, which is nearly always {@code expected}.
     */
    static void escaped(
            NativeResource resource, Scope from, @Nullable Object before, @Nullable Scope expected, Object home, long owner) {
        if (before == from && owner == (expected == null ? 0 : expected.handle())) {
            published(resource, before, home);
        } else {
            asked(resource, before, expected, home);
        }
    }

    /**
     * Publishes {@code home} after the core has moved {@code resource} there; {@code before} was
     * read before the move.
     */
    private static void published(NativeResource resource, @Nullable Object before, Object home) {
        if (resource.isPlaced(before, home)) {
            NativeResource.abandon(before);
        } else {
            add(resource, home);
        }
        resource.relink(before);
    }

    /**
     * As {@link #published}, but the core may have chosen another target than {@code expected},
     * whose place {@code home} is. If it has not moved the resource at all, another thread may have
     * lent it there without having published that yet: then the place becomes {@code before} again.
     */
    private static void asked(NativeResource resource, @Nullable Object before, @Nullable Scope expected, Object home) {
        boolean isPlaced = resource.isPlaced(before, home);
        boolean isThere;
        long owner;
        try {
            isThere = isPlaced && Native.scopeOwnsForGood(expected == null ? 0 : expected.handle(), resource.handle());
            owner = isThere ? 0 : Native.scopeOwner(resource.handle());
        } catch (ClosedException closed) {
            NativeResource.abandon(home);
            return;
        }
        if (isThere) {
            NativeResource.abandon(before);
        } else {
            contested(resource, Places.joined(before, home), owner);
        }
        resource.relink(before);
    }

    /**
     * Another thread moves the resource too, or the core has moved it to {@code owner}, a scope
     * further out.
     */
    private static void contested(NativeResource resource, Object places, long owner) {
        Scope known = owner == 0 ? null : known(Places.joined(places, resource.owner), owner);
        Object mine = known == null ? places : Places.joined(places, known);
        if (owner == 0 && !Places.isUnowned(mine)) {
            mine = Places.joined(mine, resource.home(null));
        }
        add(resource, mine);
    }

    private static void add(NativeResource resource, Object mine) {
        Object now;
        do {
            now = resource.owner;
        } while (!resource.isPlaced(now, Places.joined(now, mine)));
    }
}
