package dev.tenure.internal;

import java.lang.ref.Reference;

/**
 * Keeps operands reachable during a native call. Without this, the collector might find an operand
 * unreachable and release its handle while the native method runs, because no code uses the operand
 * afterwards. So each method ends with one of these calls or with a fence of its own.
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

    public static void done(Object a, Object b, Object c) {
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
        Reference.reachabilityFence(c);
    }
}
