package dev.tenure;

import dev.tenure.internal.Native;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Moving resources to another owner, in the core and in its wrapper as one step, in its {@link MoveLock}.
 *
 * <p>What the wrapper says when that is over is what the core says. A failure, also to make the new home, leaves all as it
 * was. A refusal of memory is tried again without the turn, since that waits for the collector.
 */
final class Moves {
    private Moves() {}

    /** To where {@code inner} says what leaves it goes; to nobody if that is null. */
    static void outOf(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        step(resource, () -> outNow(resource, inner, core));
        if (resource.isUnowned()) {
            Pressure.check();
        }
    }

    private static void step(NativeResource resource, Runnable move) {
        resource.handle(); // a scope is created before, on its own
        try {
            MoveLock.of(resource, move);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> MoveLock.of(resource, move));
        }
        resource.late();
        Reference.reachabilityFence(resource);
    }

    private static void outNow(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        Object before = resource.owner;
        Scope from = inner.get();
        if (from == null && resource.isUnowned()) {
            core.run(); // only asks whether it is closed
            return;
        }
        Object home = resource.home(from == null ? null : from.outer());
        try {
            core.run();
        } catch (Throwable e) {
            NativeResource.abandon(home);
            throw e;
        }
        if (before instanceof Loan) {
            home = confirmed(resource, home, number -> outside(resource, before, number));
        } else if (from != null) {
            home = from.verified(resource, home);
        }
        resource.placed(home);
    }

    /** To {@code scope}. */
    static void to(NativeResource resource, Scope scope) {
        long target = scope.handle();
        step(resource, () -> toNow(resource, scope, target));
        Reference.reachabilityFence(scope);
    }

    private static void toNow(NativeResource resource, Scope scope, long target) {
        Object home = resource.home(scope);
        try {
            Native.scopeAttach(target, resource.handle());
        } catch (Throwable e) {
            NativeResource.abandon(home);
            throw e;
        }
        resource.placed(home);
    }

    /** To {@code borrower} until that closes. */
    static void lend(NativeResource resource, Scope borrower) {
        long target = borrower.handle();
        step(resource, () -> lendNow(resource, borrower, target));
        Reference.reachabilityFence(borrower);
    }

    private static void lendNow(NativeResource resource, Scope borrower, long target) {
        Object origin = resource.settled(resource.owner);
        Native.scopeTempAttach(target, resource.handle());
        if (origin == null || resource.scopeOf(origin) != borrower) {
            resource.lent(new Loan(borrower.generation(), without(origin, borrower)));
        }
    }

    /**
     * A way home without the loan to {@code scope}, if there is one: what is lent to it again needs no second place there, in the
     * core neither. So what is lent to and fro for ever has no way that grows.
     */
    private static Object without(Object way, Scope scope) {
        Object place = way;
        while (place instanceof Loan loan && loan.borrower().scope != scope) {
            place = loan.origin();
        }
        if (!(place instanceof Loan found)) {
            return way;
        }
        Deque<Loan> nearer = new ArrayDeque<>();
        for (Object at = way; at != found && at instanceof Loan loan; at = loan.origin()) {
            nearer.push(loan);
        }
        Object rest = found.origin();
        for (Loan loan : nearer) {
            rest = new Loan(loan.borrower(), rest);
        }
        return rest;
    }

    /**
     * Those of {@code resources} that lie below {@code inner} to {@code outer}, all by one call of the core; the caller has
     * their turns. {@code after} follows when the core has done it. {@code landed} is told each and its new home, and says what that is after the call.
     */
    static void severalNow(
            NativeResource[] resources,
            ScopeNode inner,
            Scope outer,
            Runnable core,
            Runnable after,
            BiFunction<NativeResource, Object, Object> landed) {
        Object[] homes = new Object[resources.length];
        boolean[] below = new boolean[resources.length];
        try {
            for (int i = 0; i < resources.length; i++) {
                below[i] = resources[i].isBelow(inner); // another thread may have moved it meanwhile
                homes[i] = below[i] ? resources[i].home(outer) : null;
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
            if (below[i]) {
                resources[i].placed(landed.apply(resources[i], homes[i]));
            }
        }
    }

    /**
     * The home in the scope that the core says owns {@code moved} now, which may have gone another way than {@code home}
     * says: what something was lent to closes without taking turns. {@code known} is asked for the scope of a number.
     */
    static Object confirmed(NativeResource moved, Object home, LongFunction<Scope> known) {
        try {
            Scope said = moved.scopeOf(home);
            long owner = Native.scopeOwner(moved.handle());
            if (owner == (said == null ? 0 : said.handle())) {
                return home;
            }
            Object right = moved.home(owner == 0 ? null : known.apply(owner));
            NativeResource.abandon(home);
            return right;
        } catch (ClosedException closed) {
            return home; // and needs no owner
        }
    }

    /** The scope of this number, which is one of the places where {@code resource} is or goes back to. */
    static Scope among(NativeResource resource, Object places, long number) {
        for (Object place = places; place != null; place = next(place)) {
            Scope scope = at(resource, place);
            if (scope != null && scope.handle() == number) {
                return scope;
            }
        }
        return new Scope(number, null);
    }

    /** As before, of the scopes where what leaves those goes. */
    private static Scope outside(NativeResource resource, Object places, long number) {
        for (Object place = places; place != null; place = next(place)) {
            Scope inner = at(resource, place);
            Scope outer = inner == null ? null : inner.outer();
            if (outer != null && outer.handle() == number) {
                return outer;
            }
        }
        return new Scope(number, null);
    }

    private static Scope at(NativeResource resource, Object place) {
        return place instanceof Loan loan ? loan.borrower().scope : resource.scopeOf(place);
    }

    private static Object next(Object place) {
        return place instanceof Loan loan ? loan.origin() : null;
    }
}
