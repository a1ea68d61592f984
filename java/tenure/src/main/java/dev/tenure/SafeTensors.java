package dev.tenure;

import dev.tenure.access.OtherFiles;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/** Reads and writes files of named tensors in the {@code .safetensors} format. */
public final class SafeTensors {
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
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(tensors, "tensors");
        String[] names = tensors.keySet().toArray(String[]::new);
        Tensor[] values = new Tensor[names.length];
        for (int i = 0; i < names.length; i++) {
            String name = Objects.requireNonNull(names[i], "tensors: null as a name");
            values[i] = Objects.requireNonNull(tensors.get(name), () -> "tensors: null for '" + name + "'");
        }
        long[] handles = Call.handles(values);
        OtherFiles.write(
                path,
                () -> Native.safetensorsSave(path.toString(), names, handles),
                () -> LongStream.of(handles).map(Native::nbytes).sum(),
                () -> Native.safetensorsToBytes(names, handles));
        KeepAlive.done(values);
    }

    /**
     * Returns the names of the tensors in a file.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @return the names
     * @throws TensorException if the file cannot be read or is damaged; its cause is an
     *     {@link java.io.IOException}, or more exactly a {@link java.nio.file.NoSuchFileException}
     *     if the file does not exist
     */
    public static List<String> names(Path path) {
        Objects.requireNonNull(path, "path");
        return List.of(OtherFiles.read(
                path, () -> Native.safetensorsNames(path.toString()), Native::safetensorsNamesBytes));
    }

    /**
     * Reads one tensor from a file.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @param name the name of the tensor
     * @return a new tensor
     * @throws TensorException if the file cannot be read or is damaged; its cause is an
     *     {@link java.io.IOException}, or more exactly a {@link java.nio.file.NoSuchFileException}
     *     if the file does not exist
     * @throws InvalidArgumentException if the file has no tensor of this name
     */
    public static Tensor load(Path path, String name) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(name, "name");
        return OtherFiles.read(
                path,
                () -> Call.made(Current.scope(), scope -> Native.safetensorsLoad(scope, path.toString(), name), null),
                (bytes, n, file) -> Call.made(
                        Current.scope(), scope -> Native.safetensorsLoadBytes(scope, bytes, n, file, name), bytes));
    }

    /**
     * Reads all tensors from a file.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @return new tensors by name
     * @throws TensorException if the file cannot be read or is damaged; its cause is an
     *     {@link java.io.IOException}, or more exactly a {@link java.nio.file.NoSuchFileException}
     *     if the file does not exist
     */
    public static Map<String, Tensor> load(Path path) {
        Objects.requireNonNull(path, "path");
        return OtherFiles.read(
                path,
                () -> {
                    String file = path.toString();
                    return all(
                            Native.safetensorsNames(file),
                            (scope, names, handles) -> Native.safetensorsLoadMany(scope, file, names, handles));
                },
                (bytes, n, file) -> {
                    Map<String, Tensor> tensors = all(
                            Native.safetensorsNamesBytes(bytes, n, file),
                            (scope, names, handles) ->
                                    Native.safetensorsLoadManyBytes(scope, bytes, n, file, names, handles));
                    KeepAlive.done(bytes);
                    return tensors;
                });
    }

    /**
     * Loads the tensors of these names, all or none, and writes their handles to {@code handles}.
     */
    private interface Loader {
        void load(long scope, String[] names, long[] handles);
    }

    private static Map<String, Tensor> all(String[] names, Loader loader) {
        Scope owner = Current.scope();
        long[] handles = new long[names.length];
        Tensor[] made = new Tensor[names.length];
        Backstop.Entry[] watched = new Backstop.Entry[names.length];
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            made[i] = Call.fresh(owner);
            watched[i] = Call.watched(made[i], owner);
            tensors.put(names[i], made[i]);
        }
        Call.change(() -> loader.load(Current.handle(owner), names, handles));
        for (int i = 0; i < names.length; i++) {
            made[i].handle = handles[i];
            if (watched[i] != null) {
                watched[i].handle = handles[i];
            }
        }
        tensors.values().forEach(tensor -> Call.noted(tensor, owner));
        KeepAlive.done(owner);
        return tensors;
    }
}
