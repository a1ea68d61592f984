package dev.tenure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body with a result that {@link Scope#using(ScopeBody)} runs in a scope of its own. It may throw
 * checked exceptions.
 *
 * <p>It extends both {@link Callable} and {@link Supplier} so that the compiler picks this overload
 * of {@code using} for a lambda. Write lambdas; there is no need to name the type.
 *
 * @param <T> the type of the result
 * @param <E> the checked exception that it throws; {@link RuntimeException} if it throws none
 */
@FunctionalInterface
public interface ScopeBody<T extends @Nullable Object, E extends Exception> extends Callable<T>, Supplier<T> {
    @Override
    T call() throws E;

    /**
     * Runs the body as a supplier, which may not throw {@code E}: it becomes the cause of a
     * {@link CompletionException}.
     */
    @Override
    default T get() {
        try {
            return call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
