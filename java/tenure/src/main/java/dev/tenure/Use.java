package dev.tenure;

import java.lang.ref.Reference;

/**
 * The one place where operands are kept alive. A call passes its operands on with the native result:
 *
 * <pre>{@code return Use.result(Native.add(Current.handle(owner), handle, other.handle), owner, this, other); }</pre>
 *
 * so that none of them can be found unreachable, and its handle released, while the native method runs: the collector
 * looks at what is used after the call, and without this nothing would be.
 */
final class Use {
    private Use() {}

    /** The wrapper of a new handle that the core gave to {@code owner}. */
    static Tensor result(long handle, Scope owner) {
        Tensor result = owner != null && !owner.reclaimEarly ? new Tensor(handle, owner) : watched(handle, owner);
        Reference.reachabilityFence(owner);
        return result;
    }

    static Tensor result(long handle, Scope owner, Object a) {
        Tensor result = result(handle, owner);
        Reference.reachabilityFence(a);
        return result;
    }

    static Tensor result(long handle, Scope owner, Object a, Object b) {
        Tensor result = result(handle, owner, a);
        Reference.reachabilityFence(b);
        return result;
    }

    static Tensor result(long handle, Scope owner, Object a, Object b, Object c) {
        Tensor result = result(handle, owner, a, b);
        Reference.reachabilityFence(c);
        return result;
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

    /** Number {@code i} of a short list, 0 beyond its end: what crosses as a scalar. */
    static long at(long[] numbers, int i) {
        return i < numbers.length ? numbers[i] : 0;
    }

    /** One that the collector is to free: nobody owns it, or its scope reclaims early. */
    private static Tensor watched(long handle, Scope owner) {
        try {
            Tensor tensor = new Tensor(handle, null);
            tensor.owner = Backstop.watch(tensor, handle, owner);
            return tensor;
        } catch (Throwable e) {
            Native.tensorDispose(handle); // no memory for the wrapper: nobody else would ever free it
            throw e;
        }
    }
}
