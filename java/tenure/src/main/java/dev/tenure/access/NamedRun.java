package dev.tenure.access;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import dev.tenure.internal.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Runs a model with inputs and outputs by name. */
public final class NamedRun {
    private NamedRun() {}

    /** A run of inputs with their names, one per line. */
    public interface Run {
        Tensor[] run(String names, Tensor[] inputs);
    }

    /** Runs inputs by name. The results get the names of {@code outputs}. */
    public static Map<String, Tensor> run(Map<String, Tensor> inputs, Supplier<List<String>> outputs, Run run) {
        Objects.requireNonNull(inputs, "inputs");
        List<String> names = new ArrayList<>();
        List<Tensor> tensors = new ArrayList<>();
        inputs.forEach((name, tensor) -> {
            names.add(line(name));
            tensors.add(Objects.requireNonNull(tensor, () -> "inputs: null for '" + name + "'"));
        });
        Tensor[] results = run.run(String.join("\n", names), tensors.toArray(Tensor[]::new));
        Map<String, Tensor> named = new LinkedHashMap<>();
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
