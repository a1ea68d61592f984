package dev.tenure;

import java.util.ArrayList;
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

    /** Runs one call in a scope of its own below this, and hands what its value holds to the caller. */
    final <T> T call(Supplier<? extends T> body) {
        Scope caller = Current.scope();
        return during(() -> {
            try (Scope call = scope.child()) {
                T value = call.run(body);
                handOver(Escape.resourcesIn(value), call, caller);
                return value;
            }
        });
    }

    /** All of the call's resources move to the caller, or none: then those that had moved are closed. */
    private static void handOver(List<NativeResource> found, Scope call, Scope caller) {
        List<NativeResource> moved = new ArrayList<>();
        try {
            for (NativeResource resource : found) {
                if (resource.isBelow(call)) {
                    if (caller != null) {
                        caller.attach(resource);
                    } else {
                        resource.detachFromScope();
                    }
                    moved.add(resource);
                }
            }
        } catch (Throwable e) {
            moved.forEach(NativeResource::close);
            throw e;
        }
    }

    /** Runs something with this. If that fails because this was closed meanwhile, the error says so. */
    final <T> T during(Supplier<? extends T> work) {
        try {
            return work.get();
        } catch (ClosedException | ScopeException e) {
            throw scope.isOpen() ? e : closed(e);
        }
    }

    /** The error of what is closed; {@code cause} is what was thrown instead. */
    private ClosedException closed(Throwable cause) {
        ClosedException closed = new ClosedException(Status.INVALID_HANDLE.code(), what() + " is closed");
        closed.initCause(cause);
        return closed;
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
        return getClass().getSimpleName() + "(" + name + (scope.isOpen() ? ")" : ", closed)");
    }
}
