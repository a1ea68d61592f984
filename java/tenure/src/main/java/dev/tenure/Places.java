package dev.tenure;

import dev.tenure.collector.Backstop;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A list of scopes, any of which may own a resource: the scope that it was moved to; or a borrower
 * and the scopes that the resource was lent from; or scopes that several threads moved it to at the
 * same time. {@link NativeResource#owner} holds the list to keep all of them reachable; the core
 * stores which one owns the resource.
 *
 * <p>A <em>place</em> is such a list; or the scope in which the resource was made; or a backstop
 * entry, if the collector is to free the resource; or what it is a part of, see {@link PartOf}; or
 * null. A list has no scope twice, and none that was closed when the list was made: so lending a
 * resource back and forth does not make its list grow.
 */
record Places(@Nullable Scope scope, @Nullable Object next) {
    /** A new, unpublished list of {@code scope} followed by the rest of {@code place}. */
    static Object with(Scope scope, @Nullable Object place) {
        return new Places(scope, place == null ? unowned() : without(scope, place));
    }

    /** A new, unpublished list of the scopes of both places. */
    static Object joined(@Nullable Object a, @Nullable Object b) {
        Object all = again(a);
        for (Object at = b; at != null; at = next(at)) {
            Scope scope = first(at);
            if (at instanceof Backstop.Entry entry) {
                all = ended(all, entry);
            } else if (scope != null && !has(all, scope)) {
                all = new Places(scope, all);
            }
        }
        return all;
    }

    private static Object again(@Nullable Object place) {
        if (place instanceof Places places) {
            return new Places(places.scope, places.next);
        }
        return place instanceof Scope scope ? new Places(scope, null) : new Places(null, place == null ? unowned() : place);
    }

    /** The place of an unowned scope. An unowned tensor has the entry that watches it instead. */
    static Backstop.Entry unowned() {
        return new Backstop.Entry(0);
    }

    /** Whether the place has at most one scope. */
    static boolean isOne(@Nullable Object place) {
        return !(place instanceof Places places) || places.next == null;
    }

    /** Whether a scope with this number is in the place; for 0, as {@link #isUnowned}. */
    static boolean has(@Nullable Object place, long number) {
        if (number == 0) {
            return isUnowned(place);
        }
        return find(place, number) != null;
    }

    /** The scope with this number, or null. */
    static @Nullable Scope find(@Nullable Object place, long number) {
        for (Object at = place; at != null; at = next(at)) {
            Scope scope = first(at);
            if (scope != null && scope.isCalled(number)) {
                return scope;
            }
        }
        return null;
    }

    /** The first scope, or null. */
    static @Nullable Scope first(@Nullable Object place) {
        if (place instanceof Scope scope) {
            return scope;
        }
        if (place instanceof Places places) {
            return places.scope;
        }
        if (place instanceof PartOf part) {
            return part.whole().ownerHint();
        }
        return place instanceof Backstop.Entry entry ? (Scope) entry.keeps : null;
    }

    /** The rest of the place after the first scope. */
    static @Nullable Object next(Object place) {
        return place instanceof Places places ? places.next : null;
    }

    /**
     * Whether the resource is unowned if none of the scopes owns it; the collector frees it then.
     */
    static boolean isUnowned(@Nullable Object place) {
        Object at = place;
        while (at instanceof Places places) {
            at = places.next;
        }
        return at instanceof Backstop.Entry entry ? entry.keeps == null : at == null && !(place instanceof Places);
    }

    private static boolean has(@Nullable Object place, Scope scope) {
        Object at = place;
        while (at != null && first(at) != scope) {
            at = next(at);
        }
        return at != null;
    }

    /** {@code place} without {@code scope} and without closed scopes. */
    private static @Nullable Object without(Scope scope, @Nullable Object place) {
        if (!(place instanceof Places places)) {
            return place == scope ? null : place;
        }
        if (!(places.next instanceof Places)) { // the common case
            Object rest = places.next == scope ? null : places.next;
            return places.staysWithout(scope) ? new Places(places.scope, rest) : rest;
        }
        Deque<Scope> left = new ArrayDeque<>();
        Object end = places;
        for (; end instanceof Places at; end = at.next) {
            if (at.staysWithout(scope)) {
                left.push(at.scope);
            }
        }
        Object rest = end == scope ? null : end;
        for (Scope one : left) {
            rest = new Places(one, rest);
        }
        return rest;
    }

    private boolean staysWithout(Scope other) {
        return scope != null && scope != other && scope.isOpen();
    }

    /**
     * {@code place} with {@code entry} at its end, unless it ends with one already: that one
     * watches the resource too.
     */
    private static Object ended(@Nullable Object place, Backstop.Entry entry) {
        if (!(place instanceof Places places)) {
            return place instanceof Backstop.Entry ? place : place instanceof Scope scope ? new Places(scope, entry) : entry;
        }
        return new Places(places.scope, ended(places.next, entry));
    }
}
