package dev.tenure.internal;

import java.lang.ref.Reference;

/**
 * Keeps operands alive. The collector looks at what is used after a call, and nothing would be: so each method ends with
 * one of these, or with a fence of its own, and none of its operands can be found unreachable, and its handle released,
 * while the native method runs.
 */
public final class KeepAlive {
    private KeepAlive() {}

    public static <T> T value(T value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    public static long value(long value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    public static double value(double value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    /** For calls that return nothing. */
    public static void done(Object a) {
        Reference.reachabilityFence(a);
    }

    public static void done(Object a, Object b) {
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
    }
}
