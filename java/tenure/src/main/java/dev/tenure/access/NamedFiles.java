package dev.tenure.access;

import dev.tenure.DType;
import dev.tenure.Tensor;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Rows;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What all kinds of files of tensors by name share: reading one tensor, or those whose names are accepted. */
public final class NamedFiles {
    private NamedFiles() {}

    /**
     * Loads tensors by their names, all or none, writes their handles to {@code handles}, and
     * returns how many there are.
     */
    public interface Loader {
        int load(long scope, String names, int dtype, long[] handles);
    }

    /**
     * How the core reads one kind of file, by its path or from its bytes: its names, and the tensors
     * of some of them.
     */
    public record Format(
            Function<String, String[]> names,
            OtherFiles.Reader<String[]> namesOfBytes,
            Function<String, Loader> direct,
            OtherFiles.Reader<Loader> ofBytes) {}

    /** The names in rows of entries. */
    public static String[] names(String rows) {
        return Rows.of(rows).stream().map(row -> row[0]).toArray(String[]::new);
    }

    /** Those of {@code all} that {@code wanted} accepts. */
    public static String[] accepted(String[] all, Predicate<? super String> wanted) {
        return Arrays.stream(all).filter(wanted).toArray(String[]::new);
    }

    /** One tensor, as {@code dtype} if that is not null. */
    public static Tensor one(Format format, Path path, String name, @Nullable DType dtype) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(name, "name");
        String[] names = {name};
        return OtherFiles.read(
                        path,
                        () -> Nouns.get().named(names, dtype, format.direct().apply(path.toString())),
                        (bytes, n, file) -> {
                            Map<String, Tensor> tensors =
                                    Nouns.get().named(names, dtype, format.ofBytes().read(bytes, n, file));
                            KeepAlive.done(bytes);
                            return tensors;
                        })
                .get(name);
    }

    /** The tensors whose names {@code wanted} accepts, as {@code dtype} if that is not null. */
    public static Map<String, Tensor> some(
            Format format, Path path, Predicate<? super String> wanted, @Nullable DType dtype) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(wanted, "names");
        return OtherFiles.read(
                path,
                () -> {
                    String file = path.toString();
                    String[] names = accepted(format.names().apply(file), wanted);
                    return Nouns.get().named(names, dtype, format.direct().apply(file));
                },
                (bytes, n, file) -> {
                    String[] names = accepted(format.namesOfBytes().read(bytes, n, file), wanted);
                    Map<String, Tensor> tensors =
                            Nouns.get().named(names, dtype, format.ofBytes().read(bytes, n, file));
                    KeepAlive.done(bytes);
                    return tensors;
                });
    }
}
