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
 * Who owns a resource the core says, by a number. Here that becomes a wrapper again; and here resources are moved: in the
 * core, and then in {@link NativeResource#owner}, which keeps reachable what may own them, and decides nothing.
 *
 * <p>Only scopes need identity: one weak map has the wrapper of each that the core may name, entered before it can.
 *
 * <p>Invariant: when a call that moved something returns, the scope that the core names is among the places of that
 * resource, unless whoever moved it on has not returned. No lock is needed for it. What a mover publishes is an object of
 * its own. It reads what is there, has the core move the resource, and exchanges what it has read for its object. If that
 * is there no more, another has come between, and it adds its scope to what that said. So the word of who was last in the
 * core stays: to take it away, another must have read it before it moved, and would have been later. A place too many only
 * keeps a scope reachable.
 *
 * <p>A mover that lets the core choose where to asks it afterwards, and where that is elsewhere, puts back what it took
 * away.
 */
final class Owners {
    private static final int STRIPES = 16; // so that threads that enter scopes at the same time rarely meet

    /** The scopes that the core may name as the owner of what did not lie in them, by number: each has one wrapper. */
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
     * Makes {@code scope} and all above it known by their numbers. To be called before the core is asked to move something there,
     * since another thread may ask for the owner before the mover has returned.
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
            Set<Scope> seen = Collections.newSetFromMap(new IdentityHashMap<>()); // closed ones may name each other in a ring
            for (Scope at = scope; at != null && !at.isEntered && seen.add(at); at = at.ownerHint()) {
                unknown.push(at);
            }
            unknown.forEach(Owners::put);
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

    /** The core has closed this, and names it no more. */
    static void left(Scope scope) {
        try {
            long number = scope.handle();
            Map<Long, Entered> scopes = scopes(number);
            synchronized (scopes) {
                scopes.remove(number);
            }
        } catch (VirtualMachineError e) {
            return; // no memory or stack for it: it goes when the wrapper is collected
        }
    }

    /** The scope of a number that the core has given after {@code place} was read: of that place, or entered; else null. */
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

    /** The same of one of another class loader, or of C: its one wrapper here. */
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
     * By the core's answer, null for nobody. The place is read before it: what the core names then lay there at that time, or was
     * entered by the thread that has moved the resource since. If it closes meanwhile, the core no longer names it.
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

    /** As {@link #of}; of what is closed the scope that owned it. */
    static @Nullable Scope last(NativeResource resource) {
        try {
            return of(resource);
        } catch (ClosedException closed) {
            return Places.first(resource.owner);
        }
    }

    /** The core names no scope that is closing: what that owns is still there, or on its way home. */
    private static @Nullable Scope closing(@Nullable Object place) {
        if (Places.isNobodys(place)) {
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

    /** To where {@code inner} says what leaves it goes; to nobody if that is null. */
    static void outOf(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        Scope from = inner.get();
        if (from == null && resource.isUnowned()) {
            core.run(); // only asks whether it is closed
            return;
        }
        move(resource, from == null ? null : from.outer(), from == null, core);
        if (resource.isUnowned()) {
            Pressure.check();
        }
    }

    /** To {@code scope}. */
    static void to(NativeResource resource, Scope scope) {
        move(resource, scope, true, () -> Native.scopeAttach(scope.handle(), resource.handle()));
    }

    /** To {@code borrower} until that closes. */
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

    /** To {@code expected}; {@code isCertain}: the core has no choice. */
    private static void move(NativeResource resource, @Nullable Scope expected, boolean isCertain, Runnable core) {
        enter(expected);
        resource.handle(); // a scope is created before: it then keeps where it was made
        Object before = resource.owner;
        Object home = home(resource, expected); // before, since it may need memory
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
     * All of {@code resources} that {@code core}, one call, moves: to {@code expected}, but where the core knows better.
     * {@code after} follows when the core has done it.
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
        after.run(); // where this fails the core has moved them all the same: they stay watched
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

    /** The place of {@code resource} in {@code scope}, or of nobody: an object that was never published. */
    static Object home(NativeResource resource, @Nullable Scope scope) {
        Object home = resource.home(scope);
        return home instanceof Scope plain ? new Places(plain, null) : home;
    }

    /**
     * As the next, of what escaped from {@code from}, where the core has said that {@code owner} has it now: mostly as
     * {@code expected}.
     */
    static void escaped(
            NativeResource resource, Scope from, @Nullable Object before, @Nullable Scope expected, Object home, long owner) {
        if (before == from && owner == (expected == null ? 0 : expected.handle())) {
            published(resource, before, home);
        } else {
            asked(resource, before, expected, home);
        }
    }

    /** The core has moved {@code resource} where {@code home} is the place for it; {@code before} was read before that. */
    private static void published(NativeResource resource, @Nullable Object before, Object home) {
        if (resource.isPlaced(before, home)) {
            NativeResource.abandon(before);
        } else {
            add(resource, home);
        }
        resource.relink(before);
    }

    /**
     * As before, but the core may have known better than {@code expected}, for which {@code home} is the place. If it has not moved
     * the resource at all, another thread may have lent it there and not have said so yet: then it goes back to what
     * {@code before} says.
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

    /** Another thread moves it too, or the core has moved it to {@code owner}, a scope that is outside of where it was. */
    private static void contested(NativeResource resource, Object places, long owner) {
        Scope known = owner == 0 ? null : known(Places.joined(places, resource.owner), owner);
        Object mine = known == null ? places : Places.joined(places, known);
        if (owner == 0 && !Places.isNobodys(mine)) {
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
