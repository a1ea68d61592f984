package dev.tenure;

import java.util.concurrent.CompletionException;

/**
 * Code without a result that {@link Scope#using(ScopeAction)} runs in a scope of its own, and that may throw checked
 * exceptions.
 *
 * <p>It is a {@link Runnable}, so that of the overloads of {@code using} a lambda fits this one best. Write lambdas, and
 * never name the type.
 *
 * @param <E> what it throws; {@link RuntimeException} for what throws nothing that is checked
 */
@FunctionalInterface
public interface ScopeAction<E extends Exception> extends Runnable {
    /**
     * Does it.
     *
     * @throws E as the lambda does
     */
    void act() throws E;

    /** Runs it as a runnable, which may not throw {@code E}: that comes as the cause of a {@link CompletionException}. */
    @Override
    default void run() {
        try {
            act();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
