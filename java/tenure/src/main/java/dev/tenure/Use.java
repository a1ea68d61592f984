package dev.tenure;

import java.lang.ref.Reference;

/**
 * Keeps operands alive. The collector looks at what is used after a call, and nothing would be: so each method ends with
 * one of these, or with a fence of its own, and none of its operands can be found unreachable, and its handle released,
 * while the native method runs.
 */
final class Use {
    private Use() {}

    /**
     * The wrapper of a new handle that the core gave to {@code owner}; its caller is to keep that alive. It is called from
     * one place only of each shape: the compiler follows no call that is nested 15 deep, and half of that is
     * the constructor's.
     */
    static Tensor wrap(long handle, Scope owner) {
        Tensor made = owner != null && !owner.reclaimEarly ? new Tensor(handle, owner) : watched(handle, owner);
        Leaks.made(handle);
        return made;
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
    private static Tensor watched(long handle, Scope owner) {
        try {
            Tensor tensor = new Tensor(handle, null);
            tensor.owner = Backstop.watch(tensor, handle, owner);
            if (owner == null) {
                Pressure.check();
            }
            return tensor;
        } catch (Throwable e) {
            Native.tensorDispose(handle); // no memory for the wrapper: nobody else would ever free it
            throw e;
        }
    }
}
