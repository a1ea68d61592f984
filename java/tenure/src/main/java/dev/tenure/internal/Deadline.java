package dev.tenure.internal;

import java.util.concurrent.TimeUnit;

/** How long whoever was refused memory waits for a collection: half a second. */
public final class Deadline {
    public static final long LONGEST_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final long end = System.nanoTime() + LONGEST_NS;

    public boolean isOver() {
        return end - System.nanoTime() <= 0;
    }
}
