package dev.tenure;

import dev.tenure.internal.Native;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who owns a resource the core says, by a number. Here that becomes a wrapper again; and here resources are moved: in the
 * core, and then in {@link NativeResource#owner}, which keeps reachable what may own them, and decides nothing.
 *
 * <p>Invariant: when a call that moved something returns, the scope that the core names is among the places of that
 * resource, unless whoever moved it on has not returned. No lock is needed for it. A mover puts its scope in the place of
 * what it found there before it asked the core, and asks the core who owns the resource. If that is its scope, every other
 * mover came before, or has still to say so. If it is not, the mover puts back what it took away: so nobody's word is lost,
 * and one place too many only keeps a scope reachable.
 */
final class Owners {
    // Whoever has moved something is about to say where to; but its stack may have ended, or be another program's.
    private static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private Owners() {}

    /** By the core's answer, null for nobody. */
    static @Nullable Scope of(NativeResource resource) {
        long began = 0;
        while (true) {
            long number = Native.scopeOwner(resource.handle());
            Object place = resource.owner;
            boolean isNobodys = number == 0 && Places.isNobodys(place);
            Scope found = isNobodys ? null : number == 0 ? closing(place) : Places.find(place, number);
            if (found != null || isNobodys) {
                return KeepAlive.value(found, resource);
            }
            if (began == 0) {
                began = System.nanoTime();
            } else if (System.nanoTime() - began > LONGEST_NS) {
                return number == 0 ? null : new Scope(number, null);
            }
            Thread.yield();
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
        move(resource, from == null ? null : from.outer(), core);
        if (resource.isUnowned()) {
            Pressure.check();
        }
    }

    /** To {@code scope}. */
    static void to(NativeResource resource, Scope scope) {
        move(resource, scope, () -> Native.scopeAttach(scope.handle(), resource.handle()));
    }

    /** To {@code borrower} until that closes. */
    static void lend(NativeResource resource, Scope borrower) {
        Call.change(() -> Native.scopeTempAttach(borrower.handle(), resource.handle()));
        Object before;
        Object now;
        do {
            before = resource.owner;
            now = Places.with(borrower, before);
        } while (before != now && !resource.isPlaced(before, now));
        resource.relink(before);
        resource.late();
        KeepAlive.done(resource, borrower);
    }

    private static void move(NativeResource resource, @Nullable Scope expected, Runnable core) {
        resource.handle(); // a scope is created before: it then keeps where it was made
        Object before = resource.owner;
        Object home = resource.home(expected); // before, since it may need memory
        try {
            Call.change(core);
        } catch (Throwable e) {
            NativeResource.abandon(home);
            throw e;
        }
        published(resource, before, expected, home);
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
        try {
            for (int i = 0; i < resources.length; i++) {
                before[i] = resources[i].owner;
                homes[i] = resources[i].home(expected);
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
                published(resources[i], before[i], expected, homes[i]);
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
     * The core has moved {@code resource}, to {@code expected} unless it knew better; {@code before} was read before that,
     * and {@code home} is the place for it there.
     */
    static void published(
            NativeResource resource, @Nullable Object before, @Nullable Scope expected, @Nullable Object home) {
        boolean isPlaced = resource.isPlaced(before, home);
        long owner;
        try {
            owner = Native.scopeOwner(resource.handle());
        } catch (ClosedException closed) {
            NativeResource.abandon(home);
            return;
        }
        if (isPlaced && owner == (expected == null ? 0 : expected.handle())) {
            if (before != home) {
                NativeResource.abandon(before);
            }
        } else {
            contested(resource, Places.joined(before, home), owner);
        }
        resource.relink(before);
    }

    /** Another thread moves it too, or the core has moved it to {@code owner}, a scope that is outside of where it was. */
    private static void contested(NativeResource resource, @Nullable Object places, long owner) {
        Scope known = owner == 0 ? null : Places.find(Places.joined(places, resource.owner), owner);
        Object mine = known == null ? places : Places.joined(places, known);
        if (owner == 0 && !Places.isNobodys(mine)) {
            mine = Places.joined(mine, resource.home(null));
        }
        Object now;
        Object all;
        do {
            now = resource.owner;
            all = Places.joined(now, mine);
        } while (now != all && !resource.isPlaced(now, all));
    }
}
