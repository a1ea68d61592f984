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
 * Something that has a scope of its own and ends with it: a {@link Model}, a {@link Predictor}, a {@link Trainer} or a
 * {@link Batch}.
 *
 * <p>All methods may be called from any thread.
 */
public abstract sealed class ScopeOwner implements AutoCloseable, Escapable permits Model, Predictor, Trainer, Batch {
    private final String name;
    private final Scope scope;

    ScopeOwner(String name, Scope scope) {
        this.name = name;
        this.scope = scope;
    }

    /**
     * Its name: the one that the model was made with; of what is below a model that name, a dot and what it is.
     *
     * @return such as {@code digits} or {@code digits.trainer}
     */
    public final String name() {
        return name;
    }

    /**
     * The scope that owns what belongs to this. Closing that scope is the same as closing this.
     *
     * @return the scope
     */
    public final Scope scope() {
        return scope;
    }

    /**
     * Whether this has been closed, or something that it belongs to has.
     *
     * @return true when every use would throw {@link ClosedException}
     */
    public final boolean isClosed() {
        return scope.isClosed();
    }

    /**
     * Runs {@code body}; what its result holds lives as long as this, and what else it makes is freed at once.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what {@code body} returned
     * @throws ClosedException if this is closed
     */
    public final <T extends @Nullable Object> T make(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return during(() -> scope.run(() -> Scope.using(body)));
    }

    /**
     * Runs one call in a scope of its own below this, and hands what its value holds to the caller. Between the two lies a
     * scope below the caller's: what the call has handed over when it fails ends with that.
     */
    final <T extends @Nullable Object> T call(Supplier<? extends T> body) {
        Scope caller = Scope.current();
        return during(() -> Scope.using(() -> {
            Scope guard = Scope.current();
            Scope target = guard == null ? caller : guard; // closed both, by another thread: the caller's says so
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
                resource.close(); // with the scope that was to have it
            } else {
                target.attach(resource);
            }
        }
        // With this, and perhaps with a part of the value. What is closed is never current, so it may never have been seen.
        if (call == null || call.isClosed() || scope.isClosed()) {
            throw closed(null);
        }
    }

    private static boolean isBelow(NativeResource resource, @Nullable Scope call) {
        if (call == null || resource.isClosed()) {
            return false; // by the body: it is no part of the value any more
        }
        Scope above = resource.scope();
        while (above != null && above != call) {
            above = above.parent();
        }
        return above != null;
    }

    /** Runs something with this. If that fails because this was closed meanwhile, the error says so. */
    final <T> T during(Supplier<? extends T> work) {
        try {
            return work.get();
        } catch (ClosedException | ScopeException e) {
            throw scope.isClosed() ? closed(e) : e;
        }
    }

    /** The error of what is closed; {@code cause} is what was thrown instead. */
    private ClosedException closed(Throwable cause) {
        return new ClosedException(what() + " is closed", cause);
    }

    /** As errors call it. */
    abstract String what();

    /**
     * Closes everything below this, and frees what belongs to it. The second time nothing happens. Throws only what
     * closing a resource throws that its scope was given by {@link Scope#own}, when all is closed.
     */
    @Override
    public void close() {
        scope.close();
    }

    /** {@code Trainer(digits.trainer)} or {@code Trainer(digits.trainer, closed)}. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "(" + name + (scope.isClosed() ? ", closed)" : ")");
    }
}
