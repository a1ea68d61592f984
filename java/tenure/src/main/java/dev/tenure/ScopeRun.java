package dev.tenure;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Handing a scope to other code, threads and executors; {@link Scope} inherits it. */
abstract sealed class ScopeRun extends ScopeReport permits ScopeUsing {
    ScopeRun(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param body what to run
     * @throws ScopeException if this scope is closed
     */
    public void run(Runnable body) {
        Object before = enter();
        try {
            body.run();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what it returned
     * @throws ScopeException if this scope is closed
     */
    public <T> T run(Supplier<? extends T> body) {
        Object before = enter();
        try {
            return body.get();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what it returned
     * @throws ScopeException if this scope is closed
     * @throws Exception what {@code body} throws
     */
    public <T> T call(Callable<? extends T> body) throws Exception {
        Object before = enter();
        try {
            return body.call();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread.
     *
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public Runnable wrap(Runnable body) {
        return () -> run(body);
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public <T> Callable<T> wrap(Callable<T> body) {
        return () -> call(body);
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread. It has a name of its own because the
     * compiler could not tell a lambda of it from a {@link Callable}.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public <T> Supplier<T> wrapSupplier(Supplier<T> body) {
        return () -> run(body);
    }

    /**
     * An executor that runs each task with this scope current.
     *
     * @param executor what runs them
     * @return an executor on top of it; its tasks throw {@link ScopeException} when this scope is closed by then
     */
    public Executor wrap(Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    /**
     * An executor that runs each task with this scope current.
     *
     * @param executor what runs them
     * @return an executor on top of it, which shutting down shuts down that; its tasks throw {@link ScopeException} when
     *     this scope is closed by then
     */
    public ExecutorService wrap(ExecutorService executor) {
        return new Service(executor);
    }

    private Object enter() {
        mustBeOpen();
        return Current.enter((Scope) this);
    }

    /** Runs nothing, and opens nothing, when it is closed. */
    final void mustBeOpen() {
        if (!isOpen()) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it runs nothing");
        }
    }

    private final class Service extends AbstractExecutorService {
        private final ExecutorService executor;

        Service(ExecutorService executor) {
            this.executor = executor;
        }

        @Override
        public void execute(Runnable task) {
            executor.execute(wrap(task));
        }

        @Override
        public void shutdown() {
            executor.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return executor.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return executor.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return executor.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return executor.awaitTermination(timeout, unit);
        }
    }
}
