package dev.tenure;

import java.lang.ref.Reference;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Moving one resource to another owner, in the core and in its wrapper as one step, in its {@link Turn}. What moves many at
 * once is with the scopes that do it.
 *
 * <p>What the wrapper says when that is over is what the core says. A failure, also to make the new home, leaves all as it
 * was. A refusal of memory is tried again without the turn, since that waits for the collector.
 */
final class Moves {
    private Moves() {}

    /** To where {@code inner} says what leaves it goes; to nobody if that is null. */
    static void outOf(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        resource.handle(); // a scope is born before, on its own
        try {
            outOnce(resource, inner, core);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> outOnce(resource, inner, core));
        }
        resource.late();
        if (resource.isUnowned()) {
            Pressure.check();
        }
        Reference.reachabilityFence(resource);
    }

    private static void outOnce(NativeResource resource, Supplier<Scope> inner, Runnable core) {
        if (resource instanceof ScopeNode) {
            Turn.alone(() -> outNow(resource, inner, core));
        } else {
            synchronized (Turn.of(resource)) {
                outNow(resource, inner, core);
            }
        }
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
        resource.handle();
        try {
            toOnce(resource, scope, target);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> toOnce(resource, scope, target));
        }
        resource.late();
        Reference.reachabilityFence(resource);
        Reference.reachabilityFence(scope);
    }

    private static void toOnce(NativeResource resource, Scope scope, long target) {
        if (resource instanceof ScopeNode) {
            Turn.alone(() -> toNow(resource, scope, target));
        } else {
            synchronized (Turn.of(resource)) {
                toNow(resource, scope, target);
            }
        }
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
        resource.handle();
        try {
            lendOnce(resource, borrower, target);
        } catch (NativeMemoryException refused) {
            Call.again(refused, () -> lendOnce(resource, borrower, target));
        }
        resource.late();
        Reference.reachabilityFence(resource);
        Reference.reachabilityFence(borrower);
    }

    private static void lendOnce(NativeResource resource, Scope borrower, long target) {
        if (resource instanceof ScopeNode) {
            Turn.alone(() -> lendNow(resource, borrower, target));
        } else {
            synchronized (Turn.of(resource)) {
                lendNow(resource, borrower, target);
            }
        }
    }

    private static void lendNow(NativeResource resource, Scope borrower, long target) {
        Object origin = resource.settled(resource.owner);
        Native.scopeTempAttach(target, resource.handle());
        if (origin == null || resource.scopeOf(origin) != borrower) {
            resource.lent(new Loan(borrower.era(), origin));
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
