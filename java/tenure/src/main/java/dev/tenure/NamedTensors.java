package dev.tenure;

import dev.tenure.access.OtherFiles;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What {@link SafeTensors} and {@link Npz} have in common: files of tensors by name. */
final class NamedTensors {
    private NamedTensors() {}

    /**
     * Loads tensors by their names, all or none, writes their handles to {@code handles}, and
     * returns how many there are.
     */
    interface Loader {
        int load(long scope, String names, int dtype, long[] handles);
    }

    /** Names and tensors to be saved, in the same order. */
    record Pairs(String[] names, Tensor[] tensors, long[] handles) {
        static Pairs of(Map<String, Tensor> tensors, String parameter) {
            Objects.requireNonNull(tensors, parameter);
            String[] names = tensors.keySet().toArray(String[]::new);
            Tensor[] values = new Tensor[names.length];
            for (int i = 0; i < names.length; i++) {
                String name = Objects.requireNonNull(names[i], () -> parameter + ": null as a name");
                values[i] = Objects.requireNonNull(tensors.get(name), () -> parameter + ": null for '" + name + "'");
            }
            return new Pairs(names, values, Call.handles(values));
        }
    }

    static List<TensorEntry> entries(String rows) {
        return Rows.of(rows).stream().map(TensorEntry::of).toList();
    }

    /** The names of these entries that {@code wanted} accepts. */
    static String[] names(List<TensorEntry> entries, Predicate<? super String> wanted) {
        return entries.stream().map(TensorEntry::name).filter(wanted).toArray(String[]::new);
    }

    /** One tensor, as {@code dtype} if that is not null. */
    static Tensor one(Path path, String name, @Nullable DType dtype, Supplier<Loader> direct, BytesLoader bytes) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(name, "name");
        String[] names = {name};
        return OtherFiles.read(
                        path,
                        () -> all(names, dtype, direct.get()),
                        (content, n, file) -> {
                            Map<String, Tensor> tensors = all(names, dtype, bytes.of(content, n, file));
                            KeepAlive.done(content);
                            return tensors;
                        })
                .get(name);
    }

    /** Makes a loader of the bytes of a file. */
    interface BytesLoader {
        Loader of(java.nio.ByteBuffer bytes, long n, String file);
    }

    /** Tensors of these names, by name, as {@code dtype} if that is not null. */
    static Map<String, Tensor> all(String[] names, @Nullable DType dtype, Loader loader) {
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
        String text = Rows.column(names);
        int code = dtype == null ? 0 : dtype.code();
        Call.change(() -> loader.load(Current.handle(owner), text, code, handles));
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
