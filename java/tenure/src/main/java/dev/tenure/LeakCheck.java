package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.internal.Native;
import dev.tenure.reports.Leak;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Checks that a block of code closes what it makes, or leaves it to a scope that it closes.
 *
 * <pre>{@code
 * try (LeakCheck check = LeakCheck.begin()) {
 *     model.predict(image);
 * } // throws if something that was made since is alive, or had to be freed by the garbage collector
 * }</pre>
 *
 * <p>What was made before it began does not count, whenever the garbage collector finds it; nor do
 * buffers over a tensor's memory, which only the collector can free ({@link
 * Tenure#exportedBuffers()}). It looks at the whole process: what other threads make meanwhile
 * counts too. Tests that use it run one at a time.
 */
public final class LeakCheck implements AutoCloseable {
    private final long began;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LeakCheck() {
        Leaks.beginCheck();
        began = Native.leakBegin();
    }

    /**
     * Begins. The level is {@link dev.tenure.reports.LeakLevel#ALL} until every check is closed, so that each leak has its line; then it is what
     * it was before the first.
     *
     * @return the check, to be closed
     */
    public static LeakCheck begin() {
        return new LeakCheck();
    }

    /**
     * What was made since the beginning and is alive, or had to be freed by the garbage collector.
     *
     * @return a picture of this moment
     */
    public List<Leak> leaks() {
        return Leaks.since(began);
    }

    /**
     * Ends without a verdict: for code that has failed already. The second time nothing happens.
     */
    public void cancel() {
        if (closed.compareAndSet(false, true)) {
            Leaks.endCheck();
        }
    }

    /**
     * Ends. The second time nothing happens.
     *
     * @throws AssertionError if something was leaked; it names each, with the line that made it
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
