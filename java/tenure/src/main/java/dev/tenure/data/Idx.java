package dev.tenure.data;

import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import java.nio.file.Path;
import java.util.Objects;

/** Reads {@code .idx} files, one tensor each: the format of MNIST and its successors. */
public final class Idx {
    private Idx() {}

    /**
     * Reads the tensor of a file, plain or compressed with gzip:
     * {@code Idx.load(Path.of("train-images-idx3-ubyte.gz"))}.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @return a new tensor of the sizes and the element type that the file has
     * @throws dev.tenure.TensorException if the file cannot be read or is not a complete
     *     {@code .idx} file; the cause is an {@link java.io.IOException}
     */
    public static Tensor load(Path path) {
        Objects.requireNonNull(path, "path");
        return OtherFiles.read(
                path,
                () -> Nouns.get().made(scope -> Native.idxLoad(scope, path.toString()), path),
                (bytes, n, file) -> Nouns.get().made(scope -> Native.idxLoadBytes(scope, bytes, n, file), bytes));
    }
}
