package dev.tenure;

import dev.tenure.access.NamedFiles;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Reads and writes {@code .npz} files: arrays by name, as NumPy's {@code savez} and
 * {@code savez_compressed} write them. An array is read when it is asked for, and no other.
 *
 * <pre>{@code
 * Map<String, Tensor> arrays = Npz.load(Path.of("weights.npz"));
 * Npz.save(Path.of("copy.npz"), arrays);
 * }</pre>
 *
 * <p>Every method that reads throws a {@link TensorException} if the file cannot be read or is
 * damaged; its cause is an {@link java.io.IOException}, or more exactly a
 * {@link java.nio.file.NoSuchFileException} if the file does not exist. A file that is not on the
 * default file system may have at most 2 GiB.
 */
public final class Npz {
    private static final NamedFiles.Format FORMAT = new NamedFiles.Format(
            path -> NamedFiles.names(Native.npzEntries(path)),
            (bytes, n, file) -> NamedFiles.names(Native.npzEntriesBytes(bytes, n, file)),
            path -> (scope, names, dtype, handles) -> Native.npzLoadList(scope, path, names, dtype, handles),
            (bytes, n, file) -> (scope, names, dtype, handles) ->
                    Native.npzLoadListBytes(scope, bytes, n, file, names, dtype, handles));

    private Npz() {}

    /**
     * Writes arrays to a file, as {@code numpy.savez} does.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param arrays the arrays by name
     * @throws TensorException if the file cannot be written, or an array is of bfloat16, which NumPy
     *     lacks; an existing file has not changed
     */
    public static void save(Path path, Map<String, Tensor> arrays) {
        save(path, arrays, false);
    }

    /**
     * Writes arrays to a file and compresses them, as {@code numpy.savez_compressed} does.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @param arrays the arrays by name
     * @throws TensorException if the file cannot be written, or an array is of bfloat16, which NumPy
     *     lacks; an existing file has not changed
     */
    public static void saveCompressed(Path path, Map<String, Tensor> arrays) {
        save(path, arrays, true);
    }

    private static void save(Path path, Map<String, Tensor> arrays, boolean compressed) {
        Objects.requireNonNull(path, "path");
        NamedTensors.Pairs pairs = NamedTensors.Pairs.of(arrays, "arrays");
        String names = Rows.column(pairs.names());
        long[] handles = pairs.handles();
        OtherFiles.write(
                path,
                () -> Native.npzSave(path.toString(), names, handles, compressed),
                () -> compressed ? 0 : LongStream.of(handles).map(Native::nbytes).sum(),
                () -> Native.npzToBytes(pairs.names(), handles, compressed));
        KeepAlive.done(pairs.tensors());
    }

    /**
     * Returns the names of the arrays of a file, in the order of the file.
     *
     * @param path the file
     * @return the names
     */
    public static List<String> names(Path path) {
        return entries(path).stream().map(TensorEntry::name).toList();
    }

    /**
     * Returns what a file says of its arrays, in the order of the file; no element is read.
     *
     * @param path the file
     * @return an entry for each array
     */
    public static List<TensorEntry> entries(Path path) {
        Objects.requireNonNull(path, "path");
        return NamedTensors.entries(
                OtherFiles.read(path, () -> Native.npzEntries(path.toString()), Native::npzEntriesBytes));
    }

    /**
     * Reads one array.
     *
     * @param path the file
     * @param name the name of the array
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no array of this name
     */
    public static Tensor load(Path path, String name) {
        return NamedFiles.one(FORMAT, path, name, null);
    }

    /**
     * Reads one array and converts it as {@link Tensor#cast(DType)} does: also elements that no
     * tensor holds, such as those of uint16.
     *
     * @param path the file
     * @param name the name of the array
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the file has no array of this name
     */
    public static Tensor load(Path path, String name, DType dtype) {
        return NamedFiles.one(FORMAT, path, name, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Reads all arrays of a file.
     *
     * @param path the file
     * @return new tensors by name, in the order of the file
     */
    public static Map<String, Tensor> load(Path path) {
        return load(path, name -> true);
    }

    /**
     * Reads the arrays of a file whose names are accepted, such as by
     * {@link java.util.regex.Pattern#asMatchPredicate()}.
     *
     * @param path the file
     * @param names which arrays to read
     * @return new tensors by name, in the order of the file
     */
    public static Map<String, Tensor> load(Path path, Predicate<? super String> names) {
        return NamedFiles.some(FORMAT, path, names, null);
    }
}
