package dev.tenure;

/**
 * What a scope and all scopes below it own at this moment. A scope counts from its first use on.
 *
 * @param members handles of every kind
 * @param tensors tensors among them
 * @param scopes scopes among them
 * @param bytes bytes of the storages of those tensors, each counted once
 * @param peakTensors the most tensors since the scope was measured; 0 if it is not
 * @param peakBytes the most bytes since the scope was measured; 0 if it is not
 * @param limitBytes what {@code bytes} may not pass; 0 if there is no limit
 * @param measured whether peaks are kept, by {@link Scope#measure()} or since there is a limit
 */
public record ScopeStats(
        long members,
        long tensors,
        long scopes,
        long bytes,
        long peakTensors,
        long peakBytes,
        long limitBytes,
        boolean measured) {
    private static final int NUMBERS = 8;

    static ScopeStats of(long scope) {
        long[] s = new long[NUMBERS];
        Native.scopeStats(scope, s);
        return new ScopeStats(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7] != 0);
    }
}
