package dev.tenure;

import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * The few shapes of a call that makes a tensor. Every operation of the public classes is one line on top of one of
 * these, in which the owner of the result is found, a refusal of memory is tried again when the collector has freed what
 * nobody uses ({@link Pressure}), and operands and owner stay reachable until the core has returned ({@link KeepAlive}).
 *
 * <p>Where it is hot the core's function comes as a reference that captures nothing, so that the compiler can see
 * through it and nothing is allocated. Elsewhere it is a lambda that takes the owner's handle.
 */
final class Call {
    static final int INLINE = 4; // numbers of a shape or axis list that cross as scalars

    private Call() {}

    /** (scope, t) to a new tensor. */
    interface Unary {
        long call(long scope, long t);
    }

    /** (scope, a, b) to a new tensor. */
    interface Binary {
        long call(long scope, long a, long b);
    }

    /** (scope, t, number) to a new tensor. */
    interface Scalar {
        long call(long scope, long t, double number);
    }

    /** (scope, device, dtype, short shape) to a new tensor. */
    interface Maker {
        long call(long scope, int device, int dtype, int n, long v0, long v1, long v2, long v3);
    }

    /** (scope, device, dtype, long shape) to a new tensor. */
    interface LongMaker {
        long call(long scope, int device, int dtype, long[] shape);
    }

    static Tensor unary(Unary core, Tensor t) {
        Scope owner = Current.ownerFor(t);
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
        long made;
        try {
            made = core.call(Current.ofResult(owner), t.handle);
        } catch (NativeMemoryException refused) {
            made = Pressure.retry(refused, () -> core.call(Current.ofResult(owner), t.handle));
        }
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        KeepAlive.noted(result, owner);
        Reference.reachabilityFence(owner);
        Reference.reachabilityFence(t);
        return result;
    }

    static Tensor binary(Binary core, Tensor a, Tensor b) {
        Scope owner = Current.ownerFor(a);
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
        long made;
        try {
            made = core.call(Current.ofResult(owner), a.handle, b.handle);
        } catch (NativeMemoryException refused) {
            made = Pressure.retry(refused, () -> core.call(Current.ofResult(owner), a.handle, b.handle));
        }
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        KeepAlive.noted(result, owner);
        Reference.reachabilityFence(owner);
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
        return result;
    }

    static Tensor scalar(Scalar core, Tensor t, double number) {
        Scope owner = Current.ownerFor(t);
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
        long made;
        try {
            made = core.call(Current.ofResult(owner), t.handle, number);
        } catch (NativeMemoryException refused) {
            made = Pressure.retry(refused, () -> core.call(Current.ofResult(owner), t.handle, number));
        }
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        KeepAlive.noted(result, owner);
        Reference.reachabilityFence(owner);
        Reference.reachabilityFence(t);
        return result;
    }

    /** A tensor of a shape, in {@code owner}. */
    static Tensor create(Scope owner, Maker core, LongMaker more, DType dtype, Device device, long[] shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        int n = shape.length;
        if (n > INLINE) {
            return made(owner, scope -> more.call(scope, device.code(), dtype.code(), shape), shape);
        }
        long v0 = at(shape, 0);
        long v1 = at(shape, 1);
        long v2 = at(shape, 2);
        long v3 = at(shape, 3);
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
        long made;
        try {
            made = core.call(Current.handle(owner), device.code(), dtype.code(), n, v0, v1, v2, v3);
        } catch (NativeMemoryException refused) {
            made = Pressure.retry(
                    refused,
                    () -> core.call(Current.handle(owner), device.code(), dtype.code(), n, v0, v1, v2, v3));
        }
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        KeepAlive.noted(result, owner);
        Reference.reachabilityFence(owner);
        return result;
    }

    /** Anything made from {@code operand}, for the scope that the rule names. */
    static Tensor from(Tensor operand, LongUnaryOperator core) {
        return result(Current.ownerFor(operand), core, operand);
    }

    /** Anything made from {@code operands}, for the scope that the rule names for the first. */
    static Tensor joined(Tensor[] operands, LongUnaryOperator core) {
        Scope owner = operands.length > 0 ? Current.ownerFor(operands[0]) : Current.scope();
        return result(owner, core, operands);
    }

    /** Anything made from {@code operands}, in {@code owner}. */
    static Tensor result(Scope owner, LongUnaryOperator core, Object operands) {
        return made(owner, Current.ofResult(owner), core, operands);
    }

    /** Anything, in {@code owner}; {@code operands} stay reachable. */
    static Tensor made(Scope owner, LongUnaryOperator core, Object operands) {
        return made(owner, Current.handle(owner), core, operands);
    }

    private static Tensor made(Scope owner, long number, LongUnaryOperator core, Object operands) {
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
        long made = handle(core, number);
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        KeepAlive.noted(result, owner);
        Reference.reachabilityFence(owner);
        Reference.reachabilityFence(operands);
        return result;
    }

    /** The handle of anything new, in {@code owner}. */
    static long handle(Scope owner, LongUnaryOperator core) {
        return handle(core, Current.handle(owner));
    }

    /** The handle of what is made from operands, in {@code owner}. */
    static long resultOf(Scope owner, LongUnaryOperator core) {
        return handle(core, Current.ofResult(owner));
    }

    private static long handle(LongUnaryOperator core, long owner) {
        try {
            return core.applyAsLong(owner);
        } catch (NativeMemoryException refused) {
            return Pressure.retry(refused, () -> core.applyAsLong(owner));
        }
    }

    /** Something that changes operands and may need memory for it. */
    static void change(Runnable core) {
        try {
            core.run();
        } catch (NativeMemoryException refused) {
            again(refused, core);
        }
    }

    /** {@code refused} is what {@code core} threw, which is made again when the collector has freed something. */
    static void again(NativeMemoryException refused, Runnable core) {
        Pressure.retry(refused, () -> {
            core.run();
            return 0;
        });
    }

    /** Number {@code i} of a short list, 0 beyond its end: what crosses as a scalar. */
    static long at(long[] numbers, int i) {
        return i < numbers.length ? numbers[i] : 0;
    }
}
