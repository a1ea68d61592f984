package dev.tenure;

import dev.tenure.access.OtherFiles;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What {@link SafeTensors}, {@link Npz} and {@link TorchFile} share: files of tensors by name. */
final class NamedTensors {
    private NamedTensors() {}

    /**
     * Loads tensors by their names, all or none, writes their handles to {@code handles}, and
     * returns how many there are.
     */
    interface Loader {
        int load(long scope, String names, int dtype, long[] handles);
    }

    /**
     * How the core reads one kind of file, by its path or from its bytes: its names, and the tensors
     * of some of them.
     */
    record Format(
            Function<String, String[]> names,
            OtherFiles.Reader<String[]> namesOfBytes,
            Function<String, Loader> direct,
            OtherFiles.Reader<Loader> ofBytes) {}

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

    /** The names in rows of entries. */
    static String[] names(String rows) {
        return entries(rows).stream().map(TensorEntry::name).toArray(String[]::new);
    }

    /** Those of {@code all} that {@code wanted} accepts. */
    static String[] accepted(String[] all, Predicate<? super String> wanted) {
        return Arrays.stream(all).filter(wanted).toArray(String[]::new);
    }

    /** One tensor, as {@code dtype} if that is not null. */
    static Tensor one(Format format, Path path, String name, @Nullable DType dtype) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(name, "name");
        String[] names = {name};
        return OtherFiles.read(
                        path,
                        () -> all(names, dtype, format.direct().apply(path.toString())),
                        (bytes, n, file) -> {
                            Map<String, Tensor> tensors = all(names, dtype, format.ofBytes().read(bytes, n, file));
                            KeepAlive.done(bytes);
                            return tensors;
                        })
                .get(name);
    }

    /** The tensors whose names {@code wanted} accepts, as {@code dtype} if that is not null. */
    static Map<String, Tensor> some(
            Format format, Path path, Predicate<? super String> wanted, @Nullable DType dtype) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(wanted, "names");
        return OtherFiles.read(
                path,
                () -> {
                    String file = path.toString();
                    return all(accepted(format.names().apply(file), wanted), dtype, format.direct().apply(file));
                },
                (bytes, n, file) -> {
                    String[] names = accepted(format.namesOfBytes().read(bytes, n, file), wanted);
                    Map<String, Tensor> tensors = all(names, dtype, format.ofBytes().read(bytes, n, file));
                    KeepAlive.done(bytes);
                    return tensors;
                });
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
