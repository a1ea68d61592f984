package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.internal.Native;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A recording of memory events: allocations, frees, moves, loans, scopes, cycles of workspaces,
 * refused limits. {@link Tenure#record(long)} starts it, and {@link #close()} ends it. While it is
 * in progress a {@link dev.tenure.reports.MemorySnapshot} has its events.
 */
public final class Recording implements AutoCloseable {
    private final long number;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private final boolean hasSites;

    Recording(long events, long siteBytes) {
        number = Native.recordStart(events, siteBytes);
        hasSites = siteBytes > 0;
        if (hasSites) {
            Leaks.sampleSites(true);
        }
    }

    /**
     * Returns how many events have been dropped, because more have happened than are kept.
     *
     * @return the number of events
     * @throws ClosedException if this recording is over
     */
    public long dropped() {
        return Native.recordDropped(number);
    }

    /** Ends the recording and frees its events. The second call has no effect. */
    @Override
    public void close() {
        if (!isOver.getAndSet(true)) {
            if (hasSites) {
                Leaks.sampleSites(false);
            }
            Native.recordStop(number);
        }
    }
}
