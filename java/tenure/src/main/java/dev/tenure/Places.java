package dev.tenure;

import dev.tenure.collector.Backstop;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Scopes, any of which may own a resource: the one that it was moved to; the one that it was lent to, and those that it came
 * from; or those that threads moved it to at the same time. In {@link NativeResource#owner} it keeps all of them reachable;
 * which of them it is the core says.
 *
 * <p>A <em>place</em> is one of these; or a scope, in which the resource was made; or a backstop's entry, if the collector is
 * to free the resource; or null.
 * No scope is in one twice, and none that was closed when it was made: so what is lent to and fro for ever has no place
 * that grows.
 */
record Places(@Nullable Scope scope, @Nullable Object next) {
    /** {@code scope} first, then the rest of {@code place}; an object that was never published. */
    static Object with(Scope scope, @Nullable Object place) {
        return new Places(scope, place == null ? nobodys() : without(scope, place));
    }

    /** All of them, as an object that was never published. */
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
        return place instanceof Scope scope ? new Places(scope, null) : new Places(null, place == null ? nobodys() : place);
    }

    /** The place of a scope that nobody owns; of a tensor it is the entry that watches it. */
    static Backstop.Entry nobodys() {
        return new Backstop.Entry(0);
    }

    /** Whether it has no more than one scope. */
    static boolean isOne(@Nullable Object place) {
        return !(place instanceof Places places) || places.next == null;
    }

    /** Whether a scope of this number is among them; for 0 whether there is none. */
    static boolean has(@Nullable Object place, long number) {
        if (number == 0) {
            return isNobodys(place);
        }
        return find(place, number) != null;
    }

    /** The scope of this number among them, null if none is. */
    static @Nullable Scope find(@Nullable Object place, long number) {
        for (Object at = place; at != null; at = next(at)) {
            Scope scope = first(at);
            if (scope != null && scope.isCalled(number)) {
                return scope;
            }
        }
        return null;
    }

    /** The first scope, null if there is none. */
    static @Nullable Scope first(@Nullable Object place) {
        if (place instanceof Scope scope) {
            return scope;
        }
        if (place instanceof Places places) {
            return places.scope;
        }
        return place instanceof Backstop.Entry entry ? (Scope) entry.keeps : null;
    }

    /** What follows the first. */
    static @Nullable Object next(Object place) {
        return place instanceof Places places ? places.next : null;
    }

    /** Whether nobody owns the resource, if none of the scopes does: then the collector is to free it. */
    static boolean isNobodys(@Nullable Object place) {
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

    /** What is left of {@code place} without {@code scope}, and without what is closed. */
    private static @Nullable Object without(Scope scope, @Nullable Object place) {
        if (!(place instanceof Places places)) {
            return place == scope ? null : place;
        }
        if (!(places.next instanceof Places)) { // as nearly all are
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

    /** With this entry at the end, unless there is one: that watches the resource as well. */
    private static Object ended(@Nullable Object place, Backstop.Entry entry) {
        if (!(place instanceof Places places)) {
            return place instanceof Backstop.Entry ? place : place instanceof Scope scope ? new Places(scope, entry) : entry;
        }
        return new Places(places.scope, ended(places.next, entry));
    }
}
