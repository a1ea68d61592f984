package dev.tenure;

import dev.tenure.access.NamedFiles;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Rows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What files of tensors by name need of the nouns; {@link NamedFiles} has the rest. */
final class NamedTensors {
    private NamedTensors() {}

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

    /** Tensors of these names, by name, as {@code dtype} if that is not null. */
    static Map<String, Tensor> all(String[] names, @Nullable DType dtype, NamedFiles.Loader loader) {
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
