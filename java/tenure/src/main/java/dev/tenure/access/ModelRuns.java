package dev.tenure.access;

import dev.tenure.ClosedException;
import dev.tenure.NativeResource;
import dev.tenure.reports.ModelRun;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports to listeners how long runs of models take.
 *
 * <p>Invariant: while there is no listener, a run pays one volatile read, and no clock is read. A
 * listener that throws changes nothing for the caller of the model.
 */
public final class ModelRuns {
    private static final List<Consumer<? super ModelRun>> LISTENERS = new CopyOnWriteArrayList<>();
    private static final AtomicBoolean HAS_WARNED = new AtomicBoolean();

    private ModelRuns() {}

    public static void add(Consumer<? super ModelRun> listener) {
        LISTENERS.add(listener);
    }

    public static void remove(Consumer<? super ModelRun> listener) {
        LISTENERS.remove(listener);
    }

    /** Runs {@code body}, which is a run of {@code model}. */
    public static <T> T timed(String kind, NativeResource model, Supplier<T> body) {
        return LISTENERS.isEmpty() ? body.get() : reported(kind, model, body);
    }

    private static <T> T reported(String kind, NativeResource model, Supplier<T> body) {
        String name = nameOf(model);
        Throwable error = null;
        long began = System.nanoTime();
        try {
            return body.get();
        } catch (Throwable e) {
            error = e;
            throw e;
        } finally {
            Duration duration = Duration.ofNanos(System.nanoTime() - began);
            report(new ModelRun(kind, name, duration, error));
        }
    }

    private static @Nullable String nameOf(NativeResource model) {
        try {
            return model.name();
        } catch (ClosedException e) {
            return null;
        }
    }

    private static void report(ModelRun run) {
        for (Consumer<? super ModelRun> listener : LISTENERS) {
            try {
                listener.accept(run);
            } catch (RuntimeException | LinkageError e) {
                warnOnce(e);
            }
        }
    }

    private static void warnOnce(Throwable error) {
        if (HAS_WARNED.compareAndSet(false, true)) {
            System.getLogger("dev.tenure.library")
                    .log(System.Logger.Level.WARNING, "a listener for runs of models failed; later failures are not logged", error);
        }
    }
}
