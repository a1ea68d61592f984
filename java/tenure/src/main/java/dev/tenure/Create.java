package dev.tenure;

import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes tensors from arrays and files in a given scope: {@link Tensor} passes the current scope, a
 * {@link Scope} passes itself.
 */
final class Create {
    private Create() {}

    /** Makes a tensor from an array of the primitive type of {@code dtype}. */
    static Tensor array(Scope owner, DType dtype, Object values, long... shape) {
        return array(owner, dtype, dtype, values, shape);
    }

    /** As {@link #array}, with one dimension. */
    static Tensor vector(Scope owner, DType dtype, Object values) {
        Objects.requireNonNull(values, "values");
        return array(owner, dtype, values, Array.getLength(values));
    }

    /**
     * Makes a tensor from an array of the primitive type of {@code elements}, converted to
     * {@code dtype}.
     */
    static Tensor array(Scope owner, DType dtype, DType elements, Object values, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                owner,
                scope -> Native.fromArray(scope, Device.OF_SCOPE.code(), dtype.code(), elements.code(), values, shape),
                null);
    }

    /** Reads an {@code .npy} file, as {@code dtype} if that is not null. */
    static Tensor npy(Scope owner, Path path, @Nullable DType dtype) {
        Objects.requireNonNull(path, "path");
        int code = dtype == null ? 0 : dtype.code();
        return OtherFiles.read(
                path,
                () -> Call.made(
                        owner,
                        scope -> dtype == null
                                ? Native.npyLoad(scope, path.toString())
                                : Native.npyLoadAs(scope, path.toString(), code),
                        null),
                (bytes, n, file) -> Call.made(owner, scope -> Native.npyLoadBytes(scope, bytes, n, file, code), bytes));
    }

    static Tensor alias(Scope owner, Tensor tensor) {
        Objects.requireNonNull(tensor, "tensor");
        return Call.made(owner, scope -> Native.alias(scope, tensor.handle), tensor);
    }
}
