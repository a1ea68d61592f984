package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.reports.Leak;
import dev.tenure.reports.MemoryStats;
import dev.tenure.reports.ScopeStats;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What is alive natively, and waiting for the collector where it is the collector's to free. */
record Live(long handles, long tensors, long scopes, long bytes, long unowned) {
    Live(long handles, long tensors, long scopes, long bytes) {
        this(handles, tensors, scopes, bytes, 0);
    }

    static final Live NOTHING = new Live(0, 0, 0, 0);
    private static final int COLLECTIONS = 500;
    private static final int TOLD = 10;

    static Live now() {
        MemoryStats stats = TestDevice.stats();
        return new Live(
                stats.liveHandles(),
                stats.liveTensors(),
                stats.liveScopes(),
                stats.liveBytes(),
                stats.unownedBytes());
    }

    Live minus(Live other) {
        return new Live(
                handles - other.handles,
                tensors - other.tensors,
                scopes - other.scopes,
                bytes - other.bytes,
                unowned - other.unowned);
    }

    /** Of a scope that has no limit and is not measured. */
    static ScopeStats stats(long members, long tensors, long scopes, long bytes) {
        return new ScopeStats(members, tensors, scopes, bytes, 0, 0, 0, false);
    }

    static void assertNothing() {
        assertEquals(NOTHING, now(), Live::told);
    }

    /** What is alive, so that whoever reads the failure of one run knows what was left. */
    private static String told() {
        List<Leak> leaks = Tenure.leaks();
        return leaks.size() + " alive: " + leaks.subList(0, Math.min(leaks.size(), TOLD));
    }

    /** Collects until the condition holds; fails after so many collections that a leak is certain. */
    static void collectUntil(String what, BooleanSupplier condition) {
        for (int i = 0; i < COLLECTIONS; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            System.gc();
            try {
                Thread.sleep(2); // the collector's and the backstop's threads need the core
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        fail(what + ": not so after " + COLLECTIONS + " collections; " + now() + "; " + told());
    }

    /** Lets the collector free what earlier tests left to it. */
    static void drain() {
        collectUntil("nothing is alive", () -> now().equals(NOTHING));
    }
}
