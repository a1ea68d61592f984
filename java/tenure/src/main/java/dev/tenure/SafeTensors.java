package dev.tenure;

import dev.tenure.access.NamedFiles;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Reads and writes files of named tensors in the {@code .safetensors} format.
 *
 * <p>Large models are published as several such files and an index, whose name ends in
 * {@code .safetensors.index.json}: every method that reads takes the path of the index as well.
 *
 * <p>Every method that reads throws a {@link TensorException} if the file cannot be read or is
 * damaged; its cause is an {@link java.io.IOException}, or more exactly a
 * {@link java.nio.file.NoSuchFileException} if the file does not exist. A file that is not on the
 * default file system may have at most 2 GiB.
 */
public final class SafeTensors {
    private static final NamedFiles.Format FORMAT = new NamedFiles.Format(
            Native::safetensorsNames,
            Native::safetensorsNamesBytes,
            path -> (scope, names, dtype, handles) -> Native.safetensorsLoadList(scope, path, names, dtype, handles),
            (bytes, n, file) -> (scope, names, dtype, handles) ->
                    Native.safetensorsLoadListBytes(scope, bytes, n, file, names, dtype, handles));

    private SafeTensors() {}

    /**
     * Writes named tensors to a file.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param tensors the tensors by name
     * @throws TensorException if the file cannot be written, or would exceed 2 GiB and is not on
     *     the default file system; the cause is an {@link java.io.IOException}, and an existing
     *     file has not changed
     */
    public static void save(Path path, Map<String, Tensor> tensors) {
        save(path, tensors, Map.of());
    }

    /**
     * Writes named tensors and metadata to a file.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param tensors the tensors by name
     * @param metadata texts by name, such as {@code format}, {@code pt}
     * @throws TensorException if the file cannot be written, or would exceed 2 GiB and is not on
     *     the default file system; the cause is an {@link java.io.IOException}, and an existing
     *     file has not changed
     */
    public static void save(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(metadata, "metadata");
        NamedTensors.Pairs pairs = NamedTensors.Pairs.of(tensors, "tensors");
        String names = Rows.column(pairs.names());
        String texts = Rows.text(metadata);
        long[] handles = pairs.handles();
        OtherFiles.write(
                path,
                () -> Native.safetensorsSaveList(path.toString(), names, handles, texts),
                () -> LongStream.of(handles).map(Native::nbytes).sum(),
                () -> Native.safetensorsToBytes(pairs.names(), handles, texts));
        KeepAlive.done(pairs.tensors());
    }

    /**
     * Returns the names of the tensors in a file, sorted.
     *
     * @param path the file
     * @return the names
     */
    public static List<String> names(Path path) {
        Objects.requireNonNull(path, "path");
        return List.of(OtherFiles.read(
                path, () -> Native.safetensorsNames(path.toString()), Native::safetensorsNamesBytes));
    }

    /**
     * Returns what a file says of its tensors, sorted by name; no element is read.
     *
     * @param path the file
     * @return an entry for each tensor
     */
    public static List<TensorEntry> entries(Path path) {
        Objects.requireNonNull(path, "path");
        return NamedTensors.entries(OtherFiles.read(
                path, () -> Native.safetensorsEntries(path.toString()), Native::safetensorsEntriesBytes));
    }

    /**
     * Returns the metadata of a file.
     *
     * @param path the file
     * @return texts by name, sorted by name
     */
    public static Map<String, String> metadata(Path path) {
        Objects.requireNonNull(path, "path");
        String text = OtherFiles.read(
                path, () -> Native.safetensorsMetadata(path.toString()), Native::safetensorsMetadataBytes);
        Map<String, String> metadata = new LinkedHashMap<>();
        Rows.of(text).forEach(row -> metadata.put(row[0], row[1]));
        return metadata;
    }

    /**
     * Reads one tensor from a file.
     *
     * @param path the file
     * @param name the name of the tensor
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name) {
        return NamedFiles.one(FORMAT, path, name, null);
    }

    /**
     * Reads one tensor from a file and converts it as {@link Tensor#cast(DType)} does: also elements
     * that no tensor holds, such as floats of 8 bits.
     *
     * @param path the file
     * @param name the name of the tensor
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name, DType dtype) {
        return NamedFiles.one(FORMAT, path, name, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Reads all tensors from a file.
     *
     * @param path the file
     * @return new tensors by name
     */
    public static Map<String, Tensor> load(Path path) {
        return load(path, name -> true);
    }

    /**
     * Reads the tensors of a file whose names are accepted, such as by
     * {@link java.util.regex.Pattern#asMatchPredicate()}.
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
     * Makes tensors of all that a file holds on the memory of the file, without reading it:
     * {@link #map(Path, Predicate)} of every name.
     *
     * @param path the file, on the default file system
     * @return new tensors by name
     */
    public static Map<String, Tensor> map(Path path) {
        return map(path, name -> true);
    }

    /**
     * Makes tensors on the memory of a file, without reading it: a page is read when it is first
     * used, and copied when it is written, so the file stays as it is. What is not aligned in the
     * file is read. No limit and no statistics count this memory.
     *
     * <p>As long as a tensor of it is alive, the file must not be changed or cut by others: the
     * system ends a process that reads beyond the end of a mapped file. Replacing the file as a
     * whole, as {@link #save} does, is safe.
     *
     * @param path the file, on the default file system
     * @param names which tensors to make
     * @return new tensors by name
     * @throws InvalidArgumentException if the file is not on the default file system
     */
    public static Map<String, Tensor> map(Path path, Predicate<? super String> names) {
        Objects.requireNonNull(names, "names");
        return OtherFiles.direct(
                path,
                file -> NamedTensors.all(
                        NamedFiles.accepted(Native.safetensorsNames(file), names),
                        null,
                        (scope, wanted, dtype, handles) -> Native.safetensorsMap(scope, file, wanted, handles)));
    }
}
