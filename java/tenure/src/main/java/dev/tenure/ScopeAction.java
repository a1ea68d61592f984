package dev.tenure;

import java.util.concurrent.CompletionException;

/**
 * A body without a result that {@link Scope#using(ScopeAction)} runs in a scope of its own. It may
 * throw checked exceptions.
 *
 * <p>It extends {@link Runnable} so that the compiler picks this overload of {@code using} for a
 * lambda. Write lambdas; there is no need to name the type.
 *
 * @param <E> the checked exception that it throws; {@link RuntimeException} if it throws none
 */
@FunctionalInterface
public interface ScopeAction<E extends Exception> extends Runnable {
    /**
     * Runs the body.
     *
     * @throws E as the lambda does
     */
    void act() throws E;

    /**
     * Runs the body as a runnable, which may not throw {@code E}: it becomes the cause of a
     * {@link CompletionException}.
     */
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
