package dev.tenure.reports;

/**
 * A scope that holds more at the end of each cycle than at the end of the one before. A cycle ends
 * when a child scope closes. The likely cause is that resources meant for the child scope go to
 * this one.
 *
 * @param name the name of the scope; empty if it has none
 * @param path the ancestors of the scope and the scope itself, the outermost first
 * @param members the members of the scope and of all scopes below it now
 * @param bytes the bytes of these members
 * @param cycles the number of cycles so far
 * @param membersPerCycle the members that the scope gains in each cycle
 * @param fedBy these members, the most frequent first: {@code 12 x float32 [64,10] at Foo.java:12},
 *     with the line if it was recorded, see {@link LeakLevel}
 */
public record Growth(
        String name, String path, long members, long bytes, long cycles, double membersPerCycle, String fedBy) {}
