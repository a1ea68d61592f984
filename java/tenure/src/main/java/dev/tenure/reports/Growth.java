package dev.tenure.reports;

/**
 * A scope that holds more at the end of each cycle, which is when a scope below it closes, than at the end of the one
 * before: most likely something slips into it that was meant for the scope below.
 *
 * @param name its name; empty if it has none
 * @param path the scopes above it and itself, the outermost first
 * @param members what it and all below it own now
 * @param bytes the bytes of that
 * @param cycles how many there were
 * @param membersPerCycle what it gains in each
 * @param fedBy what that is, the most frequent first: {@code 12 x float32 [64,10] at Foo.java:12}, with the line if it was
 *     recorded, see {@link LeakLevel}
 */
public record Growth(
        String name, String path, long members, long bytes, long cycles, double membersPerCycle, String fedBy) {}
