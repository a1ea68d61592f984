package dev.tenure.data;

import dev.tenure.DType;
import dev.tenure.Tensor;
import dev.tenure.TensorEntry;
import dev.tenure.access.NamedFiles;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Reads the weights and the metadata of {@code .gguf} files, the format of language models for
 * llama.cpp.
 *
 * <p>Shapes are PyTorch's, outermost size first: the file has them the other way round. Quantised
 * elements ({@code Q4_0}, {@code Q4_1}, {@code Q5_0}, {@code Q5_1}, {@code Q8_0}, {@code Q2_K} to
 * {@code Q6_K}) are read as {@link DType#F32}, with the bits of ggml's reference; others as they are.
 * A tensor of another quantised type ({@code IQ4_XS}) is refused when it is read, and the others of
 * its file are not.
 *
 * <pre>{@code
 * Map<String, Tensor> weights = Gguf.load(Path.of("model.gguf"), name -> name.startsWith("blk.0."));
 * }</pre>
 *
 * <p>Every method throws a {@link dev.tenure.TensorException} if the file cannot be read or is
 * damaged, is big-endian, or has another version than 2 and 3; its cause is an
 * {@link java.io.IOException} if the file cannot be read or is damaged, or more exactly a
 * {@link java.nio.file.NoSuchFileException} if the file does not exist. A file that is not on the
 * default file system may have at most 2 GiB.
 */
public final class Gguf {
    private static final NamedFiles.Format FORMAT = new NamedFiles.Format(
            path -> NamedFiles.names(Native.ggufEntries(path)),
            (bytes, n, file) -> NamedFiles.names(Native.ggufEntriesBytes(bytes, n, file)),
            path -> (scope, names, dtype, handles) -> Native.ggufLoadList(scope, path, names, dtype, handles),
            (bytes, n, file) -> (scope, names, dtype, handles) ->
                    Native.ggufLoadListBytes(scope, bytes, n, file, names, dtype, handles));

    private Gguf() {}

    /**
     * Returns the names of the tensors in a file, sorted.
     *
     * @param path the file
     * @return the names
     */
    public static List<String> names(Path path) {
        return entries(path).stream().map(TensorEntry::name).toList();
    }

    /**
     * Returns what a file says of its tensors, sorted by name; no element is read.
     *
     * @param path the file
     * @return an entry for each tensor; {@link TensorEntry#storedAs()} is the type as the file names
     *     it, such as {@code Q4_K}, and {@link TensorEntry#nbytes()} its bytes in the file
     */
    public static List<TensorEntry> entries(Path path) {
        Objects.requireNonNull(path, "path");
        return Nouns.get().entries(
                OtherFiles.read(path, () -> Native.ggufEntries(path.toString()), Native::ggufEntriesBytes));
    }

    /**
     * Returns the metadata of a file, such as {@code general.architecture}.
     *
     * @param path the file
     * @return values by key, sorted by key: a text as it is, and numbers, booleans and arrays as JSON,
     *     such as {@code 32}, {@code true} and {@code ["a","b"]}
     */
    public static Map<String, String> metadata(Path path) {
        Objects.requireNonNull(path, "path");
        String text = OtherFiles.read(path, () -> Native.ggufMetadata(path.toString()), Native::ggufMetadataBytes);
        Map<String, String> metadata = new LinkedHashMap<>();
        Rows.of(text).forEach(row -> metadata.put(row[0], row[1]));
        return metadata;
    }

    /**
     * Reads one tensor: quantised elements as {@link DType#F32}, others as they are.
     *
     * @param path the file
     * @param name the name of the tensor
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name) {
        return NamedFiles.one(FORMAT, path, name, null);
    }

    /**
     * Reads one tensor and converts it as {@link Tensor#cast(DType)} does.
     *
     * @param path the file
     * @param name the name of the tensor
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name, DType dtype) {
        return NamedFiles.one(FORMAT, path, name, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Reads all tensors of a file. Those of a quantised file take several times its bytes.
     *
     * @param path the file
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path) {
        return load(path, name -> true);
    }

    /**
     * Reads the tensors of a file whose names are accepted, such as
     * {@code name -> name.startsWith("blk.0.")}.
     *
     * @param path the file
     * @param names which tensors to read
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path, Predicate<? super String> names) {
        return NamedFiles.some(FORMAT, path, names, null);
    }

    /**
     * Reads the tensors of a file whose names are accepted, and converts them as
     * {@link #load(Path, String, DType)} does.
     *
     * @param path the file
     * @param names which tensors to read
     * @param dtype the element type of the results
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path, Predicate<? super String> names, DType dtype) {
        return NamedFiles.some(FORMAT, path, names, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Makes tensors of all that a file holds: {@link #map(Path, Predicate)} of every name.
     *
     * @param path the file, on the default file system
     * @return new tensors by name
     */
    public static Map<String, Tensor> map(Path path) {
        return map(path, name -> true);
    }

    /**
     * Makes tensors of what a file holds: those that are not quantised on the memory of the file,
     * without reading it, as {@link dev.tenure.SafeTensors#map(Path, Predicate)} does, and the others
     * as {@link #load(Path, Predicate)} does. As long as a tensor of it is alive, the file must not be
     * changed or cut by others.
     *
     * @param path the file, on the default file system
     * @param names which tensors to make
     * @return new tensors by name
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system
     */
    public static Map<String, Tensor> map(Path path, Predicate<? super String> names) {
        Objects.requireNonNull(names, "names");
        return OtherFiles.direct(
                path,
                file -> Nouns.get()
                        .named(
                                NamedFiles.accepted(NamedFiles.names(Native.ggufEntries(file)), names),
                                null,
                                (scope, wanted, dtype, handles) -> Native.ggufMap(scope, file, wanted, handles)));
    }
}
