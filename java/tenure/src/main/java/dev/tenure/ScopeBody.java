package dev.tenure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Code that {@link Scope#using(ScopeBody)} runs in a scope of its own, and that may throw checked exceptions.
 *
 * <p>It is both a {@link Callable} and a {@link Supplier}, so that of the overloads of {@code using} a lambda fits this
 * one best. Write lambdas, and never name the type.
 *
 * @param <T> what it returns
 * @param <E> what it throws; {@link RuntimeException} for what throws nothing that is checked
 */
@FunctionalInterface
public interface ScopeBody<T extends @Nullable Object, E extends Exception> extends Callable<T>, Supplier<T> {
    @Override
    T call() throws E;

    /** Calls it as a supplier, which may not throw {@code E}: that comes as the cause of a {@link CompletionException}. */
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
