package dev.tenure;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Objects;

/** Tensors from nothing, in the scope that is named; {@link Tensor} names the current one, a {@link Scope} itself. */
final class Create {
    private Create() {}

    static Tensor zeros(Scope owner, DType dtype, Device device, long[] shape) {
        return Call.create(owner, Native::zeros, Native::zeros, dtype, device, shape);
    }

    static Tensor empty(Scope owner, DType dtype, Device device, long[] shape) {
        return Call.create(owner, Native::empty, Native::empty, dtype, device, shape);
    }

    static Tensor ones(Scope owner, DType dtype, Device device, long[] shape) {
        return Call.create(owner, Native::ones, Native::ones, dtype, device, shape);
    }

    static Tensor rand(Scope owner, DType dtype, Device device, long[] shape) {
        return Call.create(owner, Native::rand, Native::rand, dtype, device, shape);
    }

    static Tensor randn(Scope owner, DType dtype, Device device, long[] shape) {
        return Call.create(owner, Native::randn, Native::randn, dtype, device, shape);
    }

    static Tensor full(Scope owner, DType dtype, double value, long[] shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(shape, "shape");
        int n = shape.length;
        int device = Device.CPU.code();
        return Call.made(
                owner,
                scope -> n <= Call.INLINE
                        ? Native.full(scope, device, dtype.code(), value, n,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.full(scope, device, dtype.code(), value, shape),
                null);
    }

    static Tensor arange(Scope owner, DType dtype, double start, double end, double step) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.made(
                owner, scope -> Native.arange(scope, Device.CPU.code(), dtype.code(), start, end, step), null);
    }

    /** A short list crosses as scalars. */
    static Tensor floats(Scope owner, float[] values) {
        Objects.requireNonNull(values, "values");
        int n = values.length;
        if (n > Call.INLINE) {
            return array(owner, DType.F32, values, n);
        }
        float v0 = n > 0 ? values[0] : 0;
        float v1 = n > 1 ? values[1] : 0;
        float v2 = n > 2 ? values[2] : 0;
        float v3 = n > 3 ? values[3] : 0;
        Tensor result = Use.fresh(owner);
        Backstop.Entry watched = Use.watched(result, owner);
        long made;
        try {
            made = Native.ofFloats(Current.handle(owner), Device.CPU.code(), n, v0, v1, v2, v3);
        } catch (NativeMemoryException refused) {
            made = Pressure.retry(
                    refused, () -> Native.ofFloats(Current.handle(owner), Device.CPU.code(), n, v0, v1, v2, v3));
        }
        result.handle = made;
        if (watched != null) {
            watched.handle = made;
        }
        Use.noted(result, owner);
        Reference.reachabilityFence(owner);
        return result;
    }

    /** {@code values} is an array of the primitive type of {@code dtype}. */
    static Tensor array(Scope owner, DType dtype, Object values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                owner, scope -> Native.fromArray(scope, Device.CPU.code(), dtype.code(), values, shape), null);
    }

    static Tensor npy(Scope owner, Path path) {
        Objects.requireNonNull(path, "path");
        return OtherFiles.read(
                path,
                () -> Call.made(owner, scope -> Native.npyLoad(scope, path.toString()), null),
                (bytes, n, file) -> Call.made(owner, scope -> Native.npyLoadBytes(scope, bytes, n, file), bytes));
    }

    static Tensor alias(Scope owner, Tensor tensor) {
        Objects.requireNonNull(tensor, "tensor");
        return Call.made(owner, scope -> Native.alias(scope, tensor.handle), tensor);
    }

    static Tensor concat(long axis, Tensor[] tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.result(
                ownerFor(tensors), scope -> Native.concat(scope, Use.handles(tensors), axis), tensors);
    }

    static Tensor stack(long axis, Tensor[] tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.result(ownerFor(tensors), scope -> Native.stack(scope, Use.handles(tensors), axis), tensors);
    }

    private static Scope ownerFor(Tensor[] operands) {
        return operands.length > 0 ? Current.ownerFor(operands[0]) : Current.scope();
    }
}
