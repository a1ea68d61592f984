package dev.tenure;

import dev.tenure.internal.Native;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Tensors of arrays and files, in the scope that is named; {@link Tensor} names the current one, a {@link Scope}
 * itself.
 */
final class Create {
    private Create() {}

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
        Tensor result = KeepAlive.fresh(owner);
        Backstop.Entry watched = KeepAlive.watched(result, owner);
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
        KeepAlive.noted(result, owner);
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
}
