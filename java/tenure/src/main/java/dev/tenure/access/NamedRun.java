package dev.tenure.access;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import dev.tenure.internal.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Runs a model with inputs and outputs by name. */
public final class NamedRun {
    private NamedRun() {}

    /** A run of inputs with their names, one per line. */
    public interface Run<T> {
        T[] run(String names, T[] inputs);
    }

    /** Runs inputs by name. The results get the names of {@code outputs}. */
    public static Map<String, Tensor> run(
            Map<String, Tensor> inputs, Supplier<List<String>> outputs, Run<Tensor> run) {
        return run(inputs, outputs, Tensor[]::new, run);
    }

    /** Runs inputs of any type by name. The results get the names of {@code outputs}. */
    public static <T> Map<String, T> run(
            Map<String, T> inputs, Supplier<List<String>> outputs, IntFunction<T[]> array, Run<T> run) {
        Objects.requireNonNull(inputs, "inputs");
        List<String> names = new ArrayList<>();
        List<T> values = new ArrayList<>();
        inputs.forEach((name, value) -> {
            names.add(line(name));
            values.add(Objects.requireNonNull(value, () -> "inputs: null for '" + name + "'"));
        });
        T[] results = run.run(String.join("\n", names), values.toArray(array));
        Map<String, T> named = new LinkedHashMap<>();
        List<String> about = outputs.get();
        for (int i = 0; i < results.length; i++) {
            named.put(about.get(i), results[i]);
        }
        return named;
    }

    /** Names are passed to the core as lines: a name with a line feed would arrive as two. */
    private static String line(String name) {
        if (Text.checked(name, "inputs: null as a name").indexOf('\n') >= 0) {
            throw new InvalidArgumentException("inputs: the name '" + name + "' has a line feed");
        }
        return name;
    }
}
