package dev.tenure;

import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Tensors of arrays and files, in the scope that is named; {@link Tensor} names the current one, a {@link Scope}
 * itself.
 */
final class Create {
    private Create() {}

    /** {@code values} is an array of the primitive type of {@code dtype}. */
    static Tensor array(Scope owner, DType dtype, Object values, long... shape) {
        return array(owner, dtype, dtype, values, shape);
    }

    /** The same along one axis. */
    static Tensor vector(Scope owner, DType dtype, Object values) {
        Objects.requireNonNull(values, "values");
        return array(owner, dtype, values, Array.getLength(values));
    }

    /** {@code values} is an array of the primitive type of {@code elements}, each of which becomes one of {@code dtype}. */
    static Tensor array(Scope owner, DType dtype, DType elements, Object values, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                owner,
                scope -> Native.fromArray(scope, Device.CPU.code(), dtype.code(), elements.code(), values, shape),
                null);
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
