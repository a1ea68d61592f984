package dev.tenure;

import java.util.function.LongSupplier;

/** What to do when the core refuses memory: the collector does not see native bytes, and may free some if asked. */
final class Pressure {
    private Pressure() {}

    static long retry(NativeMemoryException refused, LongSupplier again) {
        throw refused;
    }
}
