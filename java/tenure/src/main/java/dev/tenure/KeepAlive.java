package dev.tenure;

import dev.tenure.collector.Backstop;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * Keeps operands alive. The collector looks at what is used after a call, and nothing would be: so each method ends with
 * one of these, or with a fence of its own, and none of its operands can be found unreachable, and its handle released,
 * while the native method runs.
 */
final class KeepAlive {
    private KeepAlive() {}

    /**
     * A wrapper for the tensor that the core is about to make in {@code owner}. It exists before
     * the handle does, and so does what the backstop keeps of it: a full heap, or a stack that
     * ends, cannot come between a handle and what frees it. If the core refuses, the collector
     * finds a wrapper without a handle. It is called from one place only of each shape: the
     * compiler follows no call that is nested 15 deep, and half of that is the constructor's.
     */
    static Tensor fresh(Scope owner) {
        return owner != null && !owner.reclaimEarly ? new Tensor(0, owner) : freshWatched(owner);
    }

    /**
     * What is to be told the handle of a fresh wrapper as well, null if the collector does not watch
     * it. The caller writes both itself as soon as the core has made the tensor: a call could be one
     * too many for the stack, and the handle would be lost.
     */
    static Backstop.Entry watched(Tensor fresh, Scope owner) {
        return fresh.owner == owner ? null : (Backstop.Entry) fresh.owner;
    }

    /** A tensor has got its handle. */
    static void noted(Tensor made, Scope owner) {
        VarHandle.releaseFence(); // whoever sees the tensor sees its handle, as if that were final
        Leaks.made(made.handle);
        if (owner == null) {
            Pressure.check();
        }
    }

    static <T> T value(T value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    static long value(long value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    static double value(double value, Object a) {
        Reference.reachabilityFence(a);
        return value;
    }

    /** For calls that return nothing. */
    static void done(Object a) {
        Reference.reachabilityFence(a);
    }

    static void done(Object a, Object b) {
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
    }

    /** The handles of several operands; they stay alive as long as their array does. */
    static long[] handles(NativeResource[] resources) {
        long[] handles = new long[resources.length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = resources[i].handle();
        }
        return handles;
    }

    /** One that the collector is to free: nobody owns it, or its scope reclaims early. */
    private static Tensor freshWatched(Scope owner) {
        Tensor tensor = new Tensor(0, null);
        tensor.owner = Backstop.watch(tensor, 0, owner);
        return tensor;
    }
}
