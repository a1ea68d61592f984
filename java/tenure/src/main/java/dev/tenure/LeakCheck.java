package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.reports.Leak;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Checks that a block of code closes everything that it makes, or moves it to a scope that it
 * closes.
 *
 * <pre>{@code
 * try (LeakCheck check = LeakCheck.begin()) {
 *     model.predict(image);
 * } // throws if something made in the block is alive, or had to be freed by the garbage collector
 * }</pre>
 *
 * <p>Resources that were made before the check began do not count, whenever the garbage collector
 * finds them. Buffers over tensor memory do not count either, because only the collector can free
 * them ({@link Tenure#exportedBuffers()}). The check covers the whole process, so resources that
 * other threads make meanwhile count too. Tests that use it must run one at a time.
 */
public final class LeakCheck implements AutoCloseable {
    private final long began;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LeakCheck() {
        NativeLoader.require();
        Leaks.beginCheck();
        began = Native.leakBegin();
    }

    /**
     * Begins a check. The level is {@link dev.tenure.reports.LeakLevel#ALL} until every check is
     * closed, so that each leak is reported with its line; then the level from before the first
     * check is restored.
     *
     * @return the check, to be closed
     */
    public static LeakCheck begin() {
        return new LeakCheck();
    }

    /**
     * Lists what was made since the check began and is alive, or had to be freed by the garbage
     * collector.
     *
     * @return a snapshot
     */
    public List<Leak> leaks() {
        return Leaks.since(began);
    }

    /**
     * Ends the check without a verdict, for code that has failed already. The second call has no
     * effect.
     */
    public void cancel() {
        if (closed.compareAndSet(false, true)) {
            Leaks.endCheck();
        }
    }

    /**
     * Ends the check. The second call has no effect.
     *
     * @throws AssertionError if something was leaked; the message names each leak, with the line
     *     that made it
     */
    @Override
    public void close() {
        if (closed.get()) {
            return;
        }
        List<Leak> leaks = leaks();
        cancel();
        if (!leaks.isEmpty()) {
            Leaks.reported(leaks);
            throw new AssertionError(leaks.stream()
                    .map(Leak::toString)
                    .collect(Collectors.joining("\n  ", "native resources were not closed:\n  ", "")));
        }
    }
}
