package dev.tenure.models;

import dev.tenure.ClosedException;
import dev.tenure.Escapable;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.ScopeException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object that has a scope of its own and closes with it: a {@link Model} or a
 * {@link Predictor}.
 *
 * <p>All methods may be called from any thread.
 */
public abstract sealed class ScopeOwner implements AutoCloseable, Escapable permits Model, Predictor {
    private final String name;
    private final Scope scope;

    ScopeOwner(String name, Scope scope) {
        this.name = name;
        this.scope = scope;
    }

    /**
     * Returns the name: the model's own name, or for other objects the model's name, a dot and
     * their kind.
     *
     * @return a name such as {@code digits} or {@code digits.predictor}
     */
    public final String name() {
        return name;
    }

    /**
     * Returns the scope that owns the resources of this. Closing that scope is the same as closing
     * this.
     *
     * @return the scope
     */
    public final Scope scope() {
        return scope;
    }

    /**
     * Whether this, or the scope that it belongs to, has been closed.
     *
     * @return true if every use would throw {@link ClosedException}
     */
    public final boolean isClosed() {
        return scope.isClosed();
    }

    /**
     * Runs {@code body}. Resources reachable from its result live as long as this; all others that
     * it makes are freed.
     *
     * @param <T> the type of the result
     * @param body what to run
     * @return what {@code body} returned
     * @throws ClosedException if this is closed
     */
    public final <T extends @Nullable Object> T make(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return during(() -> scope.run(() -> Scope.using(body)));
    }

    /**
     * Runs a call in a scope of its own below this, and moves the resources in its result to the
     * caller. On the way they are in a scope below the caller's, so that they are freed if the call
     * fails afterwards.
     */
    final <T extends @Nullable Object> T call(Supplier<? extends T> body) {
        Scope caller = Scope.current();
        return during(() -> Scope.using(() -> {
            Scope guard = Scope.current();
            Scope target = guard == null ? caller : guard; // if both were closed meanwhile, the caller's throws
            return scope.run(() -> Scope.using(() -> {
                Scope call = Scope.current();
                T value = body.get();
                handOver(Scope.resourcesIn(value), call, target);
                return value;
            }));
        }));
    }

    private void handOver(List<NativeResource> found, @Nullable Scope call, @Nullable Scope target) {
        for (NativeResource resource : found) {
            if (!isBelow(resource, call)) {
                continue;
            }
            if (target == null) {
                resource.close(); // the scope that was to own it is closed
            } else {
                target.attach(resource);
            }
        }
        // Closed together with this, and perhaps with a part of the value. A closed scope is never
        // current, so `call` may be null.
        if (call == null || call.isClosed() || scope.isClosed()) {
            throw closed(null);
        }
    }

    private static boolean isBelow(NativeResource resource, @Nullable Scope call) {
        if (call == null || resource.isClosed()) {
            return false; // closed by the body: it does not count as a part of the value
        }
        Scope above = resource.scope();
        while (above != null && above != call) {
            above = above.parent();
        }
        return above != null;
    }

    /** Runs {@code work}. If it fails because this was closed meanwhile, the error says so. */
    final <T> T during(Supplier<? extends T> work) {
        try {
            return work.get();
        } catch (ClosedException | ScopeException e) {
            throw scope.isClosed() ? closed(e) : e;
        }
    }

    /** The error for a closed object; {@code cause} is the exception that it replaces. */
    private ClosedException closed(Throwable cause) {
        return new ClosedException(what() + " is closed", cause);
    }

    /** The description of this in errors. */
    abstract String what();

    /**
     * Closes everything below this, and frees its resources. The second call has no effect. It
     * throws only what closing the resources given to {@link Scope#own} of its scope throws, after
     * everything is closed.
     */
    @Override
    public void close() {
        scope.close();
    }

    /** Returns {@code Predictor(digits.predictor)} or {@code Predictor(digits.predictor, closed)}. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "(" + name + (scope.isClosed() ? ", closed)" : ")");
    }
}
